package dev.whyswitch.analyze;

/**
 * The kernel's own counters of a thread, or of all reaped children of a process, over a span: what a program read with
 * getrusage at its two ends.
 *
 * @param name what is counted
 * @param tid the thread; the parent for children
 * @param children RUSAGE_CHILDREN of {@code tid}, not RUSAGE_THREAD
 * @param fromNs first reading, on the recording's clock
 * @param toNs second reading, on the recording's clock
 * @param voluntary ru_nvcsw between them
 * @param involuntary ru_nivcsw between them
 */
public record KernelCounters(
        String name, int tid, boolean children, long fromNs, long toNs, long voluntary, long involuntary) {}
