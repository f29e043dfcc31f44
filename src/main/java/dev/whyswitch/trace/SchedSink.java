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
 *
 * <p>Every sink hears of switches, wakings, creations, names and losses. The rest, which only some recordings have and
 * only some sinks use, has methods that do nothing by default. There, {@code event} is the event's index in {@link
 * TraceInfo#events()}.
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

    /**
     * Comes before all events if {@code preempt} of {@link #onSwitchOut} is always false because the kernel that recorded
     * does not tell it (Linux before 4.17).
     */
    default void onPreemptionUntold() {}

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

    // ---- for those who ask why ----

    /**
     * Where the thread was at the event that the next call is about, which comes at once and has the same time and CPU.
     * Only for events that were recorded with call chains.
     *
     * @param tgid the thread's group, whose {@link AddressSpaces} the addresses belong to
     */
    default void onCallChain(long timeNs, int cpu, int tgid, CallChain chain) {}

    /**
     * The thread on {@code cpu} runs another program now: {@code sched:sched_process_exec}, or PERF_RECORD_COMM with
     * PERF_RECORD_MISC_COMM_EXEC, which is earlier. Both may come for one exec.
     *
     * @param tid its tid from now on: that of its thread group
     * @param oldTid its tid until now, another one if it was not the group's first thread; {@link #NO_TID} from
     *     PERF_RECORD_COMM
     */
    default void onExec(long timeNs, int cpu, int tid, int oldTid) {}

    /**
     * A thread begins to exit; it runs on until its last switch-out: {@code sched:sched_process_exit} (tgid unknown:
     * {@link #NO_TID}) or PERF_RECORD_EXIT. Both may come for one exit.
     */
    default void onExit(long timeNs, int cpu, int tgid, int tid) {}

    /** {@code task:task_rename}: {@code tid} gets a name; PERF_RECORD_COMM of the same follows. */
    default void onRename(long timeNs, int cpu, int currentTid, int tid, int oldName, int newName) {}

    /** {@code task:task_newtask}: {@code currentTid} created {@code tid} with {@code cloneFlags}, see clone(2). */
    default void onNewTask(long timeNs, int cpu, int currentTid, int tid, int name, long cloneFlags) {}

    /**
     * {@code sched:sched_process_wait}: {@code currentTid} waits for a child.
     *
     * @param childTid the child, or the process group; 0 for any child
     */
    default void onChildWait(long timeNs, int cpu, int currentTid, int childTid) {}

    /** {@code sched:sched_stat_wait}, {@code _sleep}, {@code _iowait}, {@code _blocked}: it lasted {@code delayNs}. */
    default void onDelay(long timeNs, int cpu, int currentTid, DelayKind kind, int tid, long delayNs) {}

    /** {@code sched:sched_pi_setprio}: a mutex with priority inheritance lends {@code tid} a priority, or ends that. */
    default void onPiSetPriority(long timeNs, int cpu, int currentTid, int tid, int oldPrio, int newPrio) {}

    /**
     * {@code currentTid} enters a system call: {@code raw_syscalls:sys_enter} or {@code syscalls:sys_enter_NAME}. Both may
     * come for one call.
     *
     * @param number the call's number, on the architecture and in the mode (32 or 64 bits) of the thread
     * @param arg0 arguments; the kernel's are longer than what the call takes. 0 where the call has none
     */
    default void onSyscallEnter(
            long timeNs, int cpu, int currentTid, int event, int number, long arg0, long arg1, long arg2, long arg3) {}

    /** {@code raw_syscalls:sys_exit} or {@code syscalls:sys_exit_NAME}; negative results down to -4095 are -errno. */
    default void onSyscallExit(long timeNs, int cpu, int currentTid, int event, int number, long result) {}

    /**
     * An interrupt's work begins on {@code cpu}, above {@code currentTid}.
     *
     * @param name of the device's driver, of the softirq, or of the vector's event; cut at 16 bytes
     */
    default void onInterruptEntry(long timeNs, int cpu, int currentTid, InterruptKind kind, int number, int name) {}

    /** It ends. */
    default void onInterruptExit(long timeNs, int cpu, int currentTid, InterruptKind kind, int number) {}

    /** {@code signal:signal_deliver}: {@code currentTid} takes a signal; {@code code} is si_code of sigaction(2). */
    default void onSignalDeliver(long timeNs, int cpu, int currentTid, int signal, int code) {}

    /** A probe that the user placed, in the kernel (kprobe) or in a program (uprobe), was hit at {@code address}. */
    default void onProbe(long timeNs, int cpu, int currentTid, int event, long address) {}

    /** A sample that is no tracepoint's, such as cpu-clock: {@code tid} was at {@code address}, 0 if not recorded. */
    default void onSample(long timeNs, int cpu, int tid, int event, long address) {}
}
