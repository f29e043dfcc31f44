package dev.whyswitch.trace;

/** Why a task left its CPU, as far as the switch itself tells. */
public enum SwitchClass {
    /**
     * It left while still runnable: preempt bit of PERF_RECORD_SWITCH, else state {@code R} or {@code R+}. What VTune
     * calls a Preemption Context Switch and the kernel counts in {@code ru_nivcsw} (sched_yield included).
     */
    PREEMPTION("preemption"),
    /** It left because it has to wait: any sleeping state. VTune's Synchronization; {@code ru_nvcsw}. */
    SYNCHRONIZATION("synchronization"),
    /**
     * It ended, was stopped, traced or parked: X, Z, T, t, P. The kernel counts it in {@code ru_nvcsw} and VTune with
     * synchronization; it is kept apart here because nothing was waited for.
     */
    TERMINATION_OR_STOP("termination or stop"),
    /**
     * Nothing tells the task's state: no record shows the switch, only the chain of its CPU proves it, or the kernel's
     * switch records do not tell preemption ({@link SchedSink#onPreemptionUntold}).
     */
    UNCLASSIFIED("unclassified");

    private final String label;

    SwitchClass(String label) {
        this.label = label;
    }

    /** The words for reports. */
    public String label() {
        return label;
    }
}
