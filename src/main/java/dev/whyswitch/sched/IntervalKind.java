package dev.whyswitch.sched;

/** What a thread's life is cut into. The intervals of one thread follow each other without gap or overlap. */
public enum IntervalKind {
    /** sched-in to sched-out. */
    RUNNING("running"),
    /** PREEMPTION sched-out to sched-in. VTune: Preemption Wait, Inactive Time. */
    PREEMPTED("preempted"),
    /** SYNCHRONIZATION sched-out to waking. */
    BLOCKED("blocked"),
    /** Waking to sched-in. perf timehist: sch delay; bcc: runqlat. */
    RUNNABLE_AFTER_WAKEUP("runnable after wake-up"),
    /** SYNCHRONIZATION sched-out to sched-in when no waking was recorded: blocked and runnable cannot be told apart. */
    UNSPLIT_WAIT("wait, waking not recorded"),
    /** Stop (T, t, P) sched-out to waking. */
    STOPPED("stopped"),
    /** wakeup_new to the first sched-in. */
    NEW("new"),
    /** Before the first sight, or inside a damaged window. */
    UNKNOWN("unknown");

    private final String label;

    IntervalKind(String label) {
        this.label = label;
    }

    /** The words for reports. */
    public String label() {
        return label;
    }
}
