package dev.whyswitch.record;

import java.util.Map;

/**
 * What a workload read of all children that it waited for, getrusage(RUSAGE_CHILDREN), at two times.
 *
 * @param count children started
 * @param failed those that could not be started or ended badly
 * @param parent thread id of the parent
 * @param t0Ns CLOCK_MONOTONIC of the first reading, nanoseconds
 * @param t1Ns CLOCK_MONOTONIC of the second reading, nanoseconds
 * @param voluntarySwitches growth of {@code ru_nvcsw}
 * @param involuntarySwitches growth of {@code ru_nivcsw}
 * @param userNs growth of the user time, nanoseconds
 * @param sysNs growth of the kernel time, nanoseconds
 * @param more the other keys of the line, as they were printed
 */
public record ChildrenCounters(
        long count,
        long failed,
        int parent,
        long t0Ns,
        long t1Ns,
        long voluntarySwitches,
        long involuntarySwitches,
        long userNs,
        long sysNs,
        Map<String, String> more) {
    /** Takes a copy that keeps the order. */
    public ChildrenCounters {
        more = Ordered.copyOf(more);
    }
}
