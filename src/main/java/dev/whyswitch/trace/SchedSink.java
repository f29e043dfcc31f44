package dev.whyswitch.trace;

/**
 * Receives the scheduler events of a recording, in time order over all CPUs and in file order within a CPU.
 *
 * <p>Only primitives and constants, so that nothing is allocated per event. Times are nanoseconds of the recording's clock. Thread
 * ids are kernel-wide ids of the recording's name space; {@link #NO_TID} means that the recording does not tell. Names
 * are ids of the {@link NameTable} that reader and sink share.
 *
 * <p>{@code currentTid} is the thread that the record's header names as running on {@code cpu}; the recorder writes
 * {@link #NO_TID} there for a task that is exiting.
 */
public interface SchedSink {
    /** The recording does not tell which thread. */
    int NO_TID = -1;

    /** No CPU named. */
    int NO_CPU = -1;

    /** Interrupt bits of {@code common_flags} (include/linux/trace_events.h, enum trace_flag_type). */
    int FLAG_HARDIRQ = 0x08;

    /** As {@link #FLAG_HARDIRQ}, for softirq context. */
    int FLAG_SOFTIRQ = 0x10;

    /** {@code sched:sched_switch}. */
    void onSwitch(
            long timeNs,
            int cpu,
            int currentTid,
            int prevTid,
            int prevName,
            int prevPrio,
            TaskState prevState,
            int nextTid,
            int nextName,
            int nextPrio);

    /**
     * PERF_RECORD_SWITCH or PERF_RECORD_SWITCH_CPU_WIDE with PERF_RECORD_MISC_SWITCH_OUT.
     *
     * @param tid the leaver; {@link #NO_TID} for an exiting task
     * @param nextTid the successor; {@link #NO_TID} in a recording of single tasks
     * @param preempt PERF_RECORD_MISC_SWITCH_OUT_PREEMPT: the leaver was still runnable
     */
    void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt);

    /** PERF_RECORD_SWITCH or PERF_RECORD_SWITCH_CPU_WIDE without PERF_RECORD_MISC_SWITCH_OUT. */
    void onSwitchIn(long timeNs, int cpu, int tid, int prevTid);

    /**
     * {@code sched:sched_waking}: {@code tid} is being woken, by {@code currentTid} or by an interrupt over it.
     *
     * @param contextFlags {@code common_flags} of the event, see {@link #FLAG_HARDIRQ}
     */
    void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio);

    /** {@code sched:sched_wakeup}: {@code tid} is on a run queue. */
    void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu);

    /** {@code sched:sched_wakeup_new}: the first time that {@code tid} is put on a run queue. */
    void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu);

    /** {@code sched:sched_migrate_task}. */
    void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu);

    /** {@code sched:sched_stat_runtime}: {@code tid} ran {@code runtimeNs} since the last such account. */
    void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs);

    /**
     * A thread was created: {@code sched:sched_process_fork} (tgids unknown: {@link #NO_TID}) or PERF_RECORD_FORK.
     * Both may come for one creation.
     */
    void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid);

    /** Name, and where known thread group, of a thread: PERF_RECORD_COMM. */
    void onName(long timeNs, int tgid, int tid, int name);

    /** A thread is ending (do_exit): PERF_RECORD_EXIT. It may still be preempted; its last switch-out is its end. */
    void onExit(long timeNs, int tgid, int tid);

    /**
     * Events of {@code cpu} were lost between its previous record and {@code timeNs}.
     *
     * @param count how many, as the recorder counted
     */
    void onLost(long timeNs, int cpu, long count);

    /**
     * No record of the kind that counts switches (sched_switch where it was recorded, else PERF_RECORD_SWITCH) follows on
     * {@code cpu} after {@code timeNs}. Comes for all CPUs together, before the first event later than any of them.
     */
    void onWindowEnd(int cpu, long timeNs);
}
