package dev.whyswitch.record;

/** Scheduling policy of a started program, sched(7). The numbers are those of include/uapi/linux/sched.h. */
public enum SchedulingPolicy {
    /** Whatever the starting thread has. */
    INHERIT(-1),
    /** SCHED_OTHER, the time-sharing policy. */
    OTHER(0),
    /** SCHED_BATCH: as OTHER, but its wake-ups do not preempt. */
    BATCH(3),
    /** SCHED_IDLE: runs when nothing else wants the CPU. */
    IDLE(5),
    /** SCHED_RR, real-time with time slices, priorities 1 to 99. */
    RR(2),
    /** SCHED_FIFO, real-time without time slices, priorities 1 to 99. */
    FIFO(1);

    private final int number;

    SchedulingPolicy(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Whether posix_spawnattr_setschedpolicy(3) of glibc takes it: all but BATCH and IDLE, which it calls invalid. */
    boolean isPosix() {
        return this == OTHER || realTime();
    }

    /** Whether this is a real-time policy, which needs a priority of 1 to 99 and the right to use it. */
    public boolean realTime() {
        return this == RR || this == FIFO;
    }
}
