package dev.whyswitch.report;

import java.util.List;

/** What each number means, in short; the long form is DEFINITIONS.md. */
final class DefinitionsSection {
    private DefinitionsSection() {}

    static void append(Markdown out) {
        out.heading(2, "What each number means");
        out.bullets(List.of(
                "**Switch**: a thread left its CPU. Counted once, at that moment. The idle task is never counted.",
                "**Preemption**: it left while it could still run: the preempt bit of `PERF_RECORD_SWITCH`, else state `R` or"
                        + " `R+`. A `sched_yield` counts as one, as in the kernel and in VTune.",
                "**Synchronization**: it left because it had to wait: any sleeping state (`S`, `D`, `I`, …), be it for a lock,"
                        + " I/O, a timer or a page.",
                "**End or stop**: state `X`, `Z`, `T`, `t` or `P`. VTune and `ru_nvcsw` count it with synchronization.",
                "**Unclassified**: no record shows the switch, that another thread ran next proves it; or the kernel is"
                        + " older than Linux 4.17, whose switch records do not tell preemption.",
                "**Running, preempted, blocked, runnable after wake-up, …**: every moment of a thread between its first and last"
                        + " sight is in exactly one of them; together they are its *observed life*.",
                "**Runnable after wake-up** is perf's \"sch delay\" and runqlat's latency; **blocked plus runnable after wake-up**"
                        + " is VTune's Inactive Sync Wait; **preempted** is VTune's Preemption Wait.",
                "**Cut by an edge**: an interval that began before or ended after the window is added with its seen part, never"
                        + " extrapolated.",
                "**Per second**: divided by the recording's window (in the CPUs' table by the CPU's), not by a thread's life.",
                "**Percent**: 0 and 100 are exact; <0.1 and >99.9 are what would round to them. Other numbers have three digits"
                        + " or all those before the point; – is not known.",
                "**Incomplete** is said above these limits: lost events " + Completeness.LOST_LIMIT
                        + ", unreadable records or bytes " + Completeness.LOST_LIMIT
                        + ", records whose time steps back "
                        + share(Completeness.BACKWARDS_SHARE_LIMIT) + ", switches without class "
                        + share(Completeness.UNCLASSIFIED_SHARE_LIMIT) + " of all, CPU time of unknown use "
                        + share(Completeness.UNKNOWN_SHARE_LIMIT) + " of the CPUs' windows, contradictions "
                        + share(Completeness.CONTRADICTION_SHARE_LIMIT) + " of the switches. Above "
                        + share(Completeness.REPAIR_UNCERTAINTY_SHARE_LIMIT)
                        + " of all running time that repairs may have put into the wrong interval, it says that times are"
                        + " uncertain.",
                "**Not in such a recording**: time in interrupts, idle states of the CPU, time that a hypervisor took away, and"
                        + " what a thread did while it ran."));
    }

    private static String share(double share) {
        return Completeness.percent(share) + " %";
    }
}
