package dev.whyswitch.record;

import java.util.Map;

/**
 * What a thread of a workload read of its own counters, getrusage(RUSAGE_THREAD), at two times.
 *
 * @param name its name, as in the trace
 * @param tid its thread id
 * @param t0Ns CLOCK_MONOTONIC of the first reading, nanoseconds
 * @param t1Ns CLOCK_MONOTONIC of the second reading, nanoseconds
 * @param voluntarySwitches growth of {@code ru_nvcsw}
 * @param involuntarySwitches growth of {@code ru_nivcsw}
 * @param userNs growth of the user time, nanoseconds
 * @param sysNs growth of the kernel time, nanoseconds
 * @param more the other keys of the line, as they were printed
 */
public record ThreadCounters(
        String name,
        int tid,
        long t0Ns,
        long t1Ns,
        long voluntarySwitches,
        long involuntarySwitches,
        long userNs,
        long sysNs,
        Map<String, String> more) {
    /** Takes a copy that keeps the order. */
    public ThreadCounters {
        more = Ordered.copyOf(more);
    }
}
