package dev.whyswitch.analyze;

import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.util.List;

/**
 * What was found in one recording: the program's API, written as analysis.json; every report is made from it alone.
 *
 * @param schema version of this shape, Json.ANALYSIS_SCHEMA
 * @param trace what the recording says about itself
 * @param programTgid the process whose threads and descendants are the program; -1 if none was named: all are
 * @param windowNs length of the recording's window
 * @param program sums over the program's threads
 * @param system sums over all threads
 * @param threads threads with a switch or an interval, at most 10,000, by how long each wanted a CPU and had none
 *     (preempted, runnable after wake-up, new), descending; the program's before others where not all are listed
 * @param unlisted sums over the threads that are not listed
 * @param processes the same by process
 * @param cpus by number
 * @param counters the kernel's counters against the switches; empty if none were handed in
 * @param traceQuality what the reader counted
 * @param evidence how well the switches are proven
 */
public record Analysis(
        int schema,
        TraceInfo trace,
        int programTgid,
        long windowNs,
        Sums program,
        Sums system,
        List<ThreadRow> threads,
        UnlistedThreads unlisted,
        List<ProcessRow> processes,
        List<CpuRow> cpus,
        List<CounterCheck> counters,
        TraceQuality traceQuality,
        EvidenceQuality evidence) {

    /** Takes copies of the lists. */
    public Analysis {
        threads = List.copyOf(threads);
        processes = List.copyOf(processes);
        cpus = List.copyOf(cpus);
        counters = List.copyOf(counters);
    }
}
