package dev.whyswitch.trace;

/**
 * State of a task at its switch-out, as {@code prev_state} of {@code sched:sched_switch} names it (include/trace/events/
 * sched.h, include/linux/sched.h). Letters are the kernel's; the bits behind them moved over the versions, so a reader
 * takes them from the event's own format text.
 */
public enum TaskState {
    /** Runnable, on the way back to user space, or after sched_yield. */
    RUNNABLE("R", SwitchClass.PREEMPTION),
    /** Runnable, preempted inside the kernel: the marker that old and new formats print as "+". */
    RUNNABLE_PREEMPTED("R+", SwitchClass.PREEMPTION),
    /** Interruptible sleep. */
    SLEEPING("S", SwitchClass.SYNCHRONIZATION),
    /** Uninterruptible sleep: mostly I/O, also kernel locks and vfork. */
    DISK_SLEEP("D", SwitchClass.SYNCHRONIZATION),
    /** Idle kernel thread waiting for work (TASK_IDLE); not the idle task. */
    IDLE("I", SwitchClass.SYNCHRONIZATION),
    /** Stopped by a signal. */
    STOPPED("T", SwitchClass.TERMINATION_OR_STOP),
    /** Stopped by a tracer. */
    TRACED("t", SwitchClass.TERMINATION_OR_STOP),
    /** Ended, nobody waits for it. */
    DEAD("X", SwitchClass.TERMINATION_OR_STOP),
    /** Ended, to be reaped by its parent. */
    ZOMBIE("Z", SwitchClass.TERMINATION_OR_STOP),
    /** Parked kernel thread. */
    PARKED("P", SwitchClass.TERMINATION_OR_STOP),
    /** A sleeping state whose letter is none of the above (K, W, N, …). */
    OTHER_SLEEP("?", SwitchClass.SYNCHRONIZATION),
    /** The recording does not tell. */
    UNKNOWN("-", SwitchClass.UNCLASSIFIED);

    private final String letter;
    private final SwitchClass switchClass;

    TaskState(String letter, SwitchClass switchClass) {
        this.letter = letter;
        this.switchClass = switchClass;
    }

    /** The kernel's letter. */
    public String letter() {
        return letter;
    }

    /** The class of a switch-out in this state. */
    public SwitchClass switchClass() {
        return switchClass;
    }

    /** True when the task is gone after this switch-out. */
    public boolean isEnd() {
        return this == DEAD || this == ZOMBIE;
    }

    /** The state that the kernel prints as {@code letter}; {@link #OTHER_SLEEP} for letters without a name here. */
    public static TaskState ofLetter(String letter) {
        for (TaskState state : values()) {
            if (state.letter.equals(letter)) {
                return state;
            }
        }
        // 'x' is the old letter of a dead task (TASK_DEAD, kernels before 4.14).
        return letter.equals("x") ? DEAD : OTHER_SLEEP;
    }
}
