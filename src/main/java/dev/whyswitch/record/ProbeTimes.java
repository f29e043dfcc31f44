package dev.whyswitch.record;

/**
 * Times of a probe, CLOCK_MONOTONIC in nanoseconds, the clock of its recording. What the recording shows outside
 * {@code enabledNs} to {@code stopNs} is not complete.
 *
 * @param startNs just before the probe's process was started
 * @param enabledNs when its acknowledgement had been read: it was recording by then
 * @param stopNs just before it was told to stop
 * @param endNs when its process had ended and its file was complete
 */
public record ProbeTimes(long startNs, long enabledNs, long stopNs, long endNs) {
    /** The times of no probe. */
    public static final ProbeTimes NONE = new ProbeTimes(0, 0, 0, 0);
}
