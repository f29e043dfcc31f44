package dev.whyswitch.analyze;

/**
 * Switches by class and time by interval of one thread, process, CPU or group. Times in nanoseconds. Time in intervals
 * that the recording's edge or a loss cuts (censored) is included: the sum over all kinds is the observed life.
 *
 * @param preemptions switch-outs while runnable; ru_nivcsw
 * @param synchronizations switch-outs to wait
 * @param terminationsOrStops switch-outs in X, Z, T, t, P
 * @param unclassified switch-outs that only the chain proves
 * @param runningNs time on a CPU
 * @param preemptedNs from preemption to the next sched-in
 * @param blockedNs from synchronization to waking
 * @param runnableNs from waking to sched-in
 * @param unsplitWaitNs sync wait whose waking was not recorded
 * @param stoppedNs from a stop to waking
 * @param newNs from creation to the first sched-in
 * @param unknownNs before the first sight or inside a damaged window
 * @param censoredIntervals intervals cut by the recording's edge or a loss
 * @param inferredSwitches switches of the above counts that no record shows
 */
public record Sums(
        long preemptions,
        long synchronizations,
        long terminationsOrStops,
        long unclassified,
        long runningNs,
        long preemptedNs,
        long blockedNs,
        long runnableNs,
        long unsplitWaitNs,
        long stoppedNs,
        long newNs,
        long unknownNs,
        long censoredIntervals,
        long inferredSwitches) {

    /** No switch, no time. */
    public static final Sums ZERO = new Sums(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** All switch-outs. */
    public long switches() {
        return preemptions + synchronizations + terminationsOrStops + unclassified;
    }

    /** VTune's two-way split has no third class: its synchronization column holds ends and stops too. */
    public long vtuneSynchronizations() {
        return synchronizations + terminationsOrStops;
    }

    /** Sync wait: blocked, then runnable after wake-up. */
    public long syncWaitNs() {
        return addNs(addNs(blockedNs, runnableNs), unsplitWaitNs);
    }

    /** Observed life: the intervals partition it. */
    public long lifeNs() {
        long waitNs = addNs(addNs(preemptedNs, addNs(blockedNs, runnableNs)), addNs(unsplitWaitNs, stoppedNs));
        return addNs(addNs(runningNs, waitNs), addNs(newNs, unknownNs));
    }

    /** Both together. */
    public Sums plus(Sums other) {
        return new Sums(
                preemptions + other.preemptions,
                synchronizations + other.synchronizations,
                terminationsOrStops + other.terminationsOrStops,
                unclassified + other.unclassified,
                addNs(runningNs, other.runningNs),
                addNs(preemptedNs, other.preemptedNs),
                addNs(blockedNs, other.blockedNs),
                addNs(runnableNs, other.runnableNs),
                addNs(unsplitWaitNs, other.unsplitWaitNs),
                addNs(stoppedNs, other.stoppedNs),
                addNs(newNs, other.newNs),
                addNs(unknownNs, other.unknownNs),
                censoredIntervals + other.censoredIntervals,
                inferredSwitches + other.inferredSwitches);
    }

    /** Sum of two times; the largest there is where a damaged recording's exceed 292 years. */
    static long addNs(long a, long b) {
        long sum = a + b;
        return sum >= 0 ? sum : Long.MAX_VALUE;
    }
}
