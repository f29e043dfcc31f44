package dev.whyswitch.report;

import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.TraceQuality;

/** Everything that could make the numbers wrong, counted, zeros included, and what each means. */
final class QualitySection {
    private QualitySection() {}

    static void append(Scope scope, Markdown out) {
        Completeness completeness = Completeness.of(scope.analysis());
        out.heading(2, "How far to trust this");
        if (completeness.timesAreUncertain()) {
            out.paragraph("**Times are uncertain** by up to " + Headline.uncertainty(scope.analysis()) + " (limit "
                    + Completeness.percent(Completeness.REPAIR_UNCERTAINTY_SHARE_LIMIT)
                    + " %): so much may be in the wrong interval. Counts and classes are not touched by that.");
        }
        out.paragraph(
                completeness.isIncomplete()
                        ? "**Incomplete**: " + String.join("; ", completeness.reasons()) + "."
                        : "Complete within the limits: no event lost, every record readable, at most "
                                + Completeness.percent(Completeness.UNCLASSIFIED_SHARE_LIMIT)
                                + " % of the switches without a class, and at most "
                                + Completeness.percent(Completeness.UNKNOWN_SHARE_LIMIT)
                                + " % of the CPUs' time of unknown use.");
        out.heading(3, "What the reader of the file met");
        out.table(trace(scope.analysis().traceQuality()));
        out.heading(3, "How well the switches are proven");
        out.table(
                evidence(scope.analysis().evidence(), scope.analysis().system().censoredIntervals()));
    }

    private static Table trace(TraceQuality quality) {
        Table table = new Table().words("what").numbers("n").words("what it means for the numbers");
        row(table, "records read", quality.records(), "of any type, the recorder's own included");
        row(table, "scheduler events", quality.schedEvents(), "switches, wakings, creations … that the counts rest on");
        row(
                table,
                "switch records",
                quality.switchRecords(),
                "the kernel's second witness of a switch (`PERF_RECORD_SWITCH`)");
        row(
                table,
                "events lost",
                quality.lostEvents(),
                "the recorder could not keep up: counts are too low by up to this many");
        row(
                table,
                "places with a loss",
                quality.lostRecords(),
                "who ran around each is unknown until the next event there");
        row(
                table,
                "records of unknown type",
                quality.unknownRecords(),
                "skipped; a newer recorder wrote something of no use here");
        row(
                table,
                "samples of unknown event",
                quality.unknownIds(),
                "skipped; could be switches, so counts may be too low");
        row(
                table,
                "times going backwards",
                quality.backwardsTimes(),
                "kept in the file's order; their intervals may be off");
        row(table, "malformed records", quality.malformedRecords(), "skipped; each may be a missing switch");
        row(
                table,
                "bytes after the last whole record",
                quality.trailingBytes(),
                "above 0 the file is cut: its end is missing");
        row(
                table,
                "bytes of text among the records",
                quality.foreignBytes(),
                "another program wrote into the same pipe; skipped, a record may have been hit");
        if (quality.repeatedRecords() > 0) {
            row(
                    table,
                    "records written twice",
                    quality.repeatedRecords(),
                    "a fault of `perf record`; each was used once, so nothing is missing or counted twice");
        }
        return table;
    }

    private static Table evidence(EvidenceQuality quality, long censored) {
        Table table = new Table().words("what").numbers("n").words("what it means for the numbers");
        row(
                table,
                "switches shown by `sched_switch`",
                quality.switchesByTracepoint(),
                "the idle task's included; the best evidence: who, whom, in which state");
        row(
                table,
                "of these, the idle task left",
                quality.idleSwitches(),
                "a CPU went from idle to a thread: no thread was switched off, so not counted");
        row(
                table,
                "switches shown by a switch-out record alone",
                quality.switchesBySwitchOutOnly(),
                "class known from the preempt bit; the exact state is not");
        row(
                table,
                "switches shown by a switch-in record alone",
                quality.switchesBySwitchInOnly(),
                "who came is known, not why the other left");
        row(
                table,
                "chain breaks",
                quality.chainBreaks(),
                "a CPU's next record names another running thread than its last switch: one is missing");
        row(
                table,
                "of these, only an idle CPU's wake-up missing",
                quality.repairedIdleExits(),
                "harmless for counts (idle is never counted); the start of a run is placed within bounds");
        row(
                table,
                "of these, placed by the kernel's account of run time",
                quality.placedByRuntime(),
                "`sched_stat_runtime` tells how long the thread ran: the start is nearly exact");
        row(
                table,
                "switches proven by the chain alone",
                quality.inferredSwitches(),
                "counted as unclassified or by their bounds, never dropped");
        time(
                table,
                "uncertainty of all repairs",
                quality.repairUncertaintyNs(),
                "sum of latest minus earliest possible time: at most this much time is in the wrong interval");
        row(
                table,
                "preempt bit and state agree",
                quality.preemptBitAgrees(),
                "two independent definitions of preemption gave the same class");
        row(
                table,
                "preempt bit and state disagree",
                quality.preemptBitDisagrees(),
                "here the preempt bit was believed");
        row(
                table,
                "switches outside the window",
                quality.switchesOutsideWindow(),
                "before or after the tracepoints were recorded on their CPU: not counted");
        row(
                table,
                "sleeps without a waking",
                quality.abortedSleeps(),
                "aborted, or the waking was not recorded: the wait is not split in two");
        row(
                table,
                "of these, beside a missing wake-up of an idle CPU",
                quality.missingWakingsAtIdle(),
                "the waking was lost with the idle task's events");
        row(
                table,
                "wakings held",
                quality.heldWakings(),
                "came just before the sleep that they ended: the blocked part of that wait has length 0");
        row(
                table,
                "spurious wakings",
                quality.spuriousWakings(),
                "of threads that were not asleep: ignored, no effect");
        row(
                table,
                "contradictions",
                quality.contradictions(),
                "a thread seen running on two CPUs at once: the earlier run was cut");
        row(
                table,
                "intervals of negative length",
                quality.backwardsIntervals(),
                "set to zero; clocks of two CPUs differ");
        time(
                table,
                "time inside losses",
                quality.damagedNs(),
                "added over CPUs; booked as unknown, in no other interval");
        row(
                table,
                "intervals cut by an edge",
                censored,
                "of all threads: begun before or ended after the window, or cut by a loss; only the seen part is added");
        return table;
    }

    private static void row(Table table, String what, long n, String meaning) {
        table.row(what, Quantity.count(n), meaning);
    }

    private static void time(Table table, String what, long ns, String meaning) {
        table.row(what + " (ns)", Quantity.count(ns), meaning);
    }
}
