package dev.whyswitch.analyze;

/**
 * The kernel's own counters of one thread (getrusage RUSAGE_THREAD), or of all reaped children (RUSAGE_CHILDREN), read
 * at two moments, against the switches seen between these moments.
 *
 * @param name what was counted: a thread's name, or "children of …"
 * @param tid the thread; the parent's for children
 * @param children true for the children's row
 * @param fromNs moment of the first reading, relative to the recording's start
 * @param toNs moment of the second
 * @param voluntary ru_nvcsw between them
 * @param involuntary ru_nivcsw between them
 * @param preemptions switch-outs seen, class PREEMPTION
 * @param synchronizations switch-outs seen, class SYNCHRONIZATION
 * @param terminationsOrStops switch-outs seen, class TERMINATION_OR_STOP
 * @param reapedEarly of these, final switches in state X: the parent collected the counters before, or while, the child
 *     left its CPU, so the kernel's sum may miss it. An honest difference of 0 to this many.
 * @param unclassified switch-outs that only the chain proves
 * @param insideRecording both moments lie inside the recording's window
 */
public record CounterCheck(
        String name,
        int tid,
        boolean children,
        long fromNs,
        long toNs,
        long voluntary,
        long involuntary,
        long preemptions,
        long synchronizations,
        long terminationsOrStops,
        long reapedEarly,
        long unclassified,
        boolean insideRecording) {

    /** Preemptions seen minus counted. */
    public long preemptionDifference() {
        return preemptions - involuntary;
    }

    /** Synchronizations, ends and stops seen minus counted. */
    public long synchronizationDifference() {
        return synchronizations + terminationsOrStops - voluntary;
    }

    /** Read inside the recording's window and equal, but for the ends that the kernel's sum may miss. */
    public boolean isExact() {
        long rest = synchronizationDifference();
        return insideRecording && preemptionDifference() == 0 && rest >= 0 && rest <= reapedEarly && unclassified == 0;
    }
}
