package dev.whyswitch.trace;

/** What a {@code sched:sched_stat_*} event says a thread was doing for some time (kernels with CONFIG_SCHEDSTATS). */
public enum DelayKind {
    /** {@code sched_stat_wait}: on a run queue, not running. */
    WAIT,
    /** {@code sched_stat_sleep}: in interruptible sleep. */
    SLEEP,
    /** {@code sched_stat_iowait}: in uninterruptible sleep for I/O; the same time is in {@link #BLOCKED} too. */
    IOWAIT,
    /** {@code sched_stat_blocked}: in uninterruptible sleep. */
    BLOCKED
}
