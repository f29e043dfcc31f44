package dev.whyswitch.analyze;

/**
 * One CPU. {@code runningNs + idleNs + unknownNs} is its window.
 *
 * @param cpu number
 * @param windowNs first to last record of the kind that counts switches
 * @param preemptions switch-outs on it while runnable
 * @param synchronizations switch-outs on it to wait
 * @param terminationsOrStops switch-outs on it in X, Z, T, t, P
 * @param unclassified switch-outs on it that only the chain proves
 * @param runningNs threads ran
 * @param idleNs the idle task ran
 * @param unknownNs nobody knows: before the first switch, or inside a loss
 */
public record CpuRow(
        int cpu,
        long windowNs,
        long preemptions,
        long synchronizations,
        long terminationsOrStops,
        long unclassified,
        long runningNs,
        long idleNs,
        long unknownNs) {

    /** All switch-outs of threads on it. */
    public long switches() {
        return preemptions + synchronizations + terminationsOrStops + unclassified;
    }
}
