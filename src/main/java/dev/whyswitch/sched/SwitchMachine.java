package dev.whyswitch.sched;

import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.util.Arrays;

/**
 * Scheduler events to switches and intervals: one state machine per CPU and per thread.
 *
 * <p><b>Evidence.</b> One physical switch can be shown by three records, in this order on its CPU (kernel/sched/core.c:
 * __schedule traces sched_switch; prepare_task_switch and finish_task_switch call perf_event_task_sched_out and _in): the
 * tracepoint, the leaver's PERF_RECORD_SWITCH, the successor's. They become one switch: the first record makes it, the
 * others confirm it. Its class is PREEMPTION if the preempt bit is set, else what the tracepoint's state says; the bit is
 * 0 for all on kernels before 4.17, so a 0 decides only where there is no tracepoint.
 *
 * <p><b>Window.</b> Where sched_switch was recorded, a CPU is watched from its first sched_switch to its last one: perf
 * enables and disables one event after the other, so that others are seen earlier and later. PERF_RECORD_SWITCH records
 * before it tell who runs when it opens. Without sched_switch, the window is that of the SWITCH records.
 *
 * <p><b>Chain.</b> On one CPU, the successor of a switch is the leaver of the next. Where a record names another running
 * thread, a switch is missing. From the idle task to a thread, it is repaired: placed between the last record that shows
 * the CPU idle, or the thread's waking if that is later, and the first record of the thread; at the moment that the
 * kernel's account of run time gives where it has one (sched_stat_runtime), else at the waking, else at the latest
 * moment. From a thread to another, the leaver's switch is inferred: counted, unclassified.
 *
 * <p><b>Held waking.</b> A waking of a running thread is spurious, unless its switch-out to sleep follows at once: the
 * kernel takes the task off its queue before it traces the switch, and a waker may come in between.
 *
 * <p>One class, and a long one: every event changes a CPU and one or two threads, and each rule above needs them all.
 */
public final class SwitchMachine implements IntervalSource {
    /** A waking at most this long before the switch-out to sleep that follows may be the one that ends the sleep. */
    public static final long HELD_WAKING_NS = 50_000;

    private final IntervalSink sink;
    private final boolean tracepoints;
    private final ThreadTable threads;
    private final ThreadStates states;
    private CpuState[] cpus = new CpuState[8];

    private boolean started;
    private long startNs;
    private long lastWindowEndNs = Long.MIN_VALUE;
    private boolean switchRecordsSeen;
    private boolean wakingsSeen;
    private boolean preemptionTold = true;
    /** Record headers name threads as the tracepoints do; not so when perf ran in a PID namespace. */
    private boolean headerTrusted = true;

    private long byTracepoint;
    private long idleSwitches;
    private long bySwitchOut;
    private long bySwitchIn;
    private long chainBreaks;
    private long repairedIdleExits;
    private long placedByRuntime;
    private long inferred;
    private long uncertaintyNs;
    private long bitAgrees;
    private long bitDisagrees;
    private long outsideWindow;
    private long abortedSleeps;
    private long missingWakingsAtIdle;
    private long heldWakings;
    private long spuriousWakings;
    private long contradictions;
    private long damagedNs;

    /**
     * A machine that feeds {@code sink}.
     *
     * @param names the table that the events' name ids belong to
     * @param tracepoints sched_switch was recorded; else PERF_RECORD_SWITCH records count
     */
    public SwitchMachine(NameTable names, boolean tracepoints, IntervalSink sink) {
        this.sink = sink;
        this.tracepoints = tracepoints;
        this.threads = new ThreadTable(names);
        this.states = new ThreadStates(sink);
    }

    @Override
    public ThreadTable threads() {
        return threads;
    }

    @Override
    public void onSwitch(
            long timeNs,
            int cpu,
            int currentTid,
            int prevTid,
            int prevName,
            int prevPrio,
            TaskState prevState,
            int nextTid,
            int nextName,
            int nextPrio) {
        CpuState c = cpu(cpu);
        if (headerTrusted && currentTid != prevTid && currentTid != NO_TID) {
            distrustHeaders();
        }
        open(c, timeNs);
        byTracepoint++;
        int prev = rowOn(c, prevTid);
        int next = threads.row(nextTid);
        describe(prev, prevName, prevPrio);
        describe(next, nextName, nextPrio);
        settle(c, prev, timeNs, NO_RUNTIME);
        // Nor does a thread leave where a damaged record names none and nobody is known to run.
        idleSwitches += c.current < 0 ? 1 : 0;
        change(c, timeNs, prevTid, prevState, prevState.switchClass(), nextTid, next);
        if (!switchRecordsSeen) {
            tell(c);
        }
    }

    /** Header tids, and those of PERF_RECORD_SWITCH, are another name space's: forget whom they named so far. */
    private void distrustHeaders() {
        headerTrusted = false;
        for (CpuState c : cpus) {
            if (c != null && c.open && c.current >= 0) {
                vacate(c, c.lastRecordNs);
            } else if (c != null && !c.open) {
                c.current = ThreadTable.NONE;
            }
        }
    }

    @Override
    public void onPreemptionUntold() {
        preemptionTold = false;
    }

    @Override
    public void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt) {
        switchRecordsSeen = true;
        CpuState c = cpu(cpu);
        boolean named = headerTrusted || !tracepoints;
        boolean sameLeaver = tid == NO_TID || tid == c.pendingPrevTid;
        // The kernel gives no tid for a task that its parent has reaped and that still has to leave its CPU.
        boolean sameNext = nextTid == NO_TID || nextTid == c.pendingNextTid;
        boolean sameSwitch = !named || (sameLeaver && sameNext);
        if (c.pending && !c.pendingOutSeen && sameSwitch) {
            c.pendingOutSeen = true;
            c.lastRecordNs = timeNs;
            witness(c, preempt);
            return;
        }
        if (!named) {
            return;
        }
        if (!tracepoints) {
            open(c, timeNs);
        } else if (c.isOutside(timeNs)) {
            outsideWindow += tid == 0 ? 0 : 1;
            c.current = c.open ? c.current : threads.row(nextTid);
            return;
        }
        int leaver = tid < 0 ? c.current : rowOn(c, tid);
        bySwitchOut += leaver >= 0 ? 1 : 0;
        settle(c, leaver, timeNs, NO_RUNTIME);
        SwitchClass switchClass = preemptionTold ? SwitchClass.SYNCHRONIZATION : SwitchClass.UNCLASSIFIED;
        TaskState state = TaskState.UNKNOWN;
        if (preempt) {
            switchClass = SwitchClass.PREEMPTION;
        } else if (tid == NO_TID) {
            switchClass = SwitchClass.TERMINATION_OR_STOP;
            state = TaskState.DEAD;
        } else if (leaver >= 0 && threads.hasExited(leaver)) {
            // It has a tid still, so its parent has not reaped it.
            switchClass = SwitchClass.TERMINATION_OR_STOP;
            state = TaskState.ZOMBIE;
        }
        int leaverTid = leaver >= 0 ? threads.tid(leaver) : tid;
        change(c, timeNs, leaverTid, state, switchClass, nextTid, threads.row(nextTid));
        c.pendingOutSeen = true;
        tell(c);
    }

    @Override
    public void onSwitchIn(long timeNs, int cpu, int tid, int prevTid) {
        CpuState c = cpu(cpu);
        if (tracepoints && !headerTrusted) {
            return;
        }
        boolean samePrev = prevTid == NO_TID || prevTid == c.pendingPrevTid;
        boolean sameNext = tid == NO_TID || tid == c.pendingNextTid;
        if (c.pending && !c.pendingInSeen && samePrev && sameNext) {
            c.pendingInSeen = true;
            c.lastRecordNs = timeNs;
            return;
        }
        if (!tracepoints) {
            open(c, timeNs);
        } else if (c.isOutside(timeNs)) {
            c.current = c.open ? c.current : threads.row(tid);
            return;
        }
        int thread = rowOn(c, tid);
        if (thread != ThreadTable.NONE && c.current != thread) {
            bySwitchIn++;
            arrive(c, thread, prevTid, timeNs);
        }
        c.lastRecordNs = timeNs;
    }

    /** A thread is on its CPU, and only its switch-in tells. */
    private void arrive(CpuState c, int thread, int prevTid, long timeNs) {
        tell(c);
        boolean fromThread = c.current >= 0;
        if (fromThread && prevTid != NO_TID && threads.row(prevTid) != c.current) {
            settle(c, thread, timeNs, NO_RUNTIME);
            return;
        }
        if (fromThread) {
            infer(c, timeNs);
        }
        closeGap(c, timeNs);
        c.idleExitUnrecorded = true;
        begin(c, thread, timeNs, 0);
        c.pending = false;
    }

    @Override
    public void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio) {
        int thread = wakee(timeNs, cpu, currentTid, tid, name, prio);
        if (thread >= 0 && !wake(thread, timeNs)) {
            spuriousWakings++;
            if (states.state(thread) == ThreadStates.RUNNING) {
                states.holdWaking(thread, timeNs);
            }
        }
    }

    /** Comes after the waking, and stands in for it where that was not recorded. */
    @Override
    public void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        int thread = wakee(timeNs, cpu, currentTid, tid, name, prio);
        if (thread >= 0) {
            wake(thread, timeNs);
        }
    }

    /** The thread that a waking or wakeup is about, NONE if the time is not watched. */
    private int wakee(long timeNs, int cpu, int currentTid, int tid, int name, int prio) {
        wakingsSeen = true;
        settleByHeader(cpu(cpu), currentTid, timeNs, NO_RUNTIME);
        if (isBeyondWindows(timeNs)) {
            return ThreadTable.NONE;
        }
        int thread = threads.row(tid);
        describe(thread, name, prio);
        return thread;
    }

    /** Ends the sleep of {@code thread}; false if it was not asleep. */
    private boolean wake(int thread, long timeNs) {
        see(thread);
        int state = states.state(thread);
        if (state != ThreadStates.BLOCKED && state != ThreadStates.STOPPED && state != ThreadStates.UNKNOWN) {
            return false;
        }
        long at = states.close(thread, ThreadStates.kind(state), timeNs, 0);
        states.enter(thread, ThreadStates.RUNNABLE, at, states.cpu(thread), 0);
        states.dropWaking(thread);
        return true;
    }

    @Override
    public void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        CpuState c = cpu(cpu);
        settleByHeader(c, currentTid, timeNs, NO_RUNTIME);
        int thread = newborn(tid, timeNs);
        if (thread >= 0 && !isBeyondWindows(timeNs)) {
            describe(thread, name, prio);
            states.enter(thread, ThreadStates.NEW, timeNs, targetCpu, 0);
        }
    }

    @Override
    public void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu) {
        CpuState c = cpu(cpu);
        settleByHeader(c, currentTid, timeNs, NO_RUNTIME);
    }

    @Override
    public void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs) {
        CpuState c = cpu(cpu);
        settleByHeader(c, currentTid, timeNs, tid == currentTid ? runtimeNs : NO_RUNTIME);
    }

    @Override
    public void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid) {
        int thread = newborn(tid, timeNs);
        if (thread < 0) {
            return;
        }
        threads.descend(thread, tgid, threads.row(parentTid), parentTgid);
    }

    /** The row of a thread that is being created: a new one unless another record of its creation made it. */
    private int newborn(int tid, long timeNs) {
        int thread = threads.find(tid);
        if (thread >= 0) {
            if (states.state(thread) == ThreadStates.UNSEEN && threads.isBornHere(thread)) {
                return thread;
            }
            leaveBehind(thread, timeNs);
        }
        return tid > 0 ? threads.begin(tid, timeNs) : ThreadTable.NONE;
    }

    /** The tid of {@code thread} is used again, so it ended unseen. */
    private void leaveBehind(int thread, long timeNs) {
        int state = states.state(thread);
        if (state == ThreadStates.UNSEEN || state == ThreadStates.DEAD) {
            return;
        }
        if (state == ThreadStates.RUNNING) {
            CpuState c = cpus[states.cpu(thread)];
            vacate(c, c.lastRecordNs);
        }
        states.close(thread, IntervalKind.UNKNOWN, timeNs, IntervalSink.CENSORED_END);
        states.reinterpret(thread, ThreadStates.DEAD);
    }

    @Override
    public void onName(long timeNs, int tgid, int tid, int name) {
        int thread = threads.row(tid);
        if (thread >= 0) {
            threads.setTgid(thread, tgid);
            threads.setName(thread, name);
        }
    }

    /** The name of the header's name space follows as PERF_RECORD_COMM, but not in every recording. */
    @Override
    public void onRename(long timeNs, int cpu, int currentTid, int tid, int oldName, int newName) {
        int thread = threads.row(tid);
        if (thread >= 0) {
            threads.setName(thread, newName);
        }
    }

    /** When another thread than its first one execs, the first one has to end, and it goes on under the first one's tid. */
    @Override
    public void onExec(long timeNs, int cpu, int tid, int oldTid) {
        int thread = threads.find(oldTid);
        if (oldTid == NO_TID && headerTrusted) {
            int current = cpu(cpu).current;
            boolean sameProcess = current >= 0 && threads.tgid(current) == tid;
            thread = sameProcess ? current : ThreadTable.NONE;
        }
        if (thread < 0 || threads.tid(thread) == tid || states.state(thread) == ThreadStates.DEAD) {
            return;
        }
        int first = threads.find(tid);
        if (first >= 0) {
            leaveBehind(first, timeNs);
        }
        threads.changeTid(thread, tid);
    }

    @Override
    public void onExit(long timeNs, int cpu, int tgid, int tid) {
        int thread = threads.find(tid);
        if (thread >= 0) {
            threads.setExited(thread);
        }
    }

    @Override
    public void onLost(long timeNs, int cpu, long count) {
        CpuState c = cpu(cpu);
        if (c.isOutside(timeNs)) {
            return;
        }
        tell(c);
        c.pending = false;
        long from = Math.min(c.lastRecordNs, timeNs);
        damagedNs += timeNs - from;
        if (c.current >= 0) {
            vacate(c, from);
        } else if (c.current == ThreadTable.IDLE) {
            closeGap(c, from);
        }
        c.current = ThreadTable.NONE;
        c.untouched = false;
        c.lastRecordNs = timeNs;
    }

    @Override
    public void onWindowEnd(int cpu, long timeNs) {
        cpu(cpu).windowEndNs = timeNs;
        lastWindowEndNs = Math.max(lastWindowEndNs, timeNs);
    }

    /** No CPU's window has begun, or all have ended: who runs and who waits is not known any more. */
    private boolean isBeyondWindows(long timeNs) {
        return !started || (lastWindowEndNs != Long.MIN_VALUE && timeNs > lastWindowEndNs);
    }

    @Override
    public EvidenceQuality end() {
        long endNs = Math.max(startNs, states.newestNs);
        for (CpuState c : cpus) {
            if (c != null && c.open) {
                tell(c);
                long last = c.windowEndNs == Long.MAX_VALUE ? c.lastRecordNs : c.windowEndNs;
                // Where its end was announced late, events behind it have been taken already.
                long taken = c.current >= 0 ? states.since(c.current) : c.gapSinceNs;
                c.windowEndNs = Math.max(Math.max(last, taken), c.windowStartNs);
                endNs = Math.max(endNs, c.windowEndNs);
            }
        }
        for (CpuState c : cpus) {
            if (c != null && c.open) {
                long until = c.windowEndNs;
                if (c.current >= 0) {
                    vacate(c, until);
                }
                closeGap(c, until);
                sink.onCpuWindow(c.cpu, c.windowStartNs, until);
            }
        }
        for (int thread = 0; thread < threads.size(); thread++) {
            int state = states.state(thread);
            if (state != ThreadStates.UNSEEN && state != ThreadStates.DEAD) {
                states.close(thread, ThreadStates.kind(state), endNs, IntervalSink.CENSORED_END);
            }
        }
        sink.onEnd(startNs, endNs);
        return new EvidenceQuality(
                byTracepoint,
                idleSwitches,
                bySwitchOut,
                bySwitchIn,
                chainBreaks,
                repairedIdleExits,
                placedByRuntime,
                inferred,
                uncertaintyNs,
                bitAgrees,
                bitDisagrees,
                outsideWindow,
                abortedSleeps,
                missingWakingsAtIdle,
                heldWakings,
                spuriousWakings,
                contradictions,
                states.backwards,
                damagedNs);
    }

    // ---- one switch ----

    private static final long NO_RUNTIME = -1;

    /** The thread on {@code c} leaves, as a record shows, and {@code nextTid} with row {@code next} follows. */
    private void change(
            CpuState c, long timeNs, int prevTid, TaskState state, SwitchClass switchClass, int nextTid, int next) {
        tell(c);
        int prev = c.current;
        c.leaver = prev;
        c.untold = prev >= 0;
        if (prev >= 0) {
            long at = states.close(prev, IntervalKind.RUNNING, timeNs, 0);
            sleep(prev, at, c.cpu, state, switchClass);
        } else {
            closeGap(c, timeNs);
        }
        c.switchNs = timeNs;
        c.leaverState = state;
        c.switchClass = switchClass;
        c.successor = next;
        c.pending = true;
        c.pendingPrevTid = prevTid;
        c.pendingNextTid = nextTid;
        c.pendingOutSeen = false;
        c.pendingInSeen = false;
        c.idleExitUnrecorded = false;
        begin(c, next, timeNs, 0);
        c.lastRecordNs = timeNs;
    }

    /** Where a thread goes that has left its CPU. */
    private void sleep(int thread, long timeNs, int cpu, TaskState state, SwitchClass switchClass) {
        states.leave(thread, timeNs, cpu, state, switchClass);
        if (states.state(thread) == ThreadStates.DEAD) {
            threads.retire(thread);
        }
    }

    /** The preempt bit of PERF_RECORD_SWITCH has come for the last switch. */
    private void witness(CpuState c, boolean preempt) {
        if (c.leaver < 0 || !c.untold) {
            return;
        }
        boolean saysPreemption = c.switchClass == SwitchClass.PREEMPTION;
        bitAgrees += preemptionTold && preempt == saysPreemption ? 1 : 0;
        bitDisagrees += preemptionTold && preempt != saysPreemption ? 1 : 0;
        if (preempt && !saysPreemption) {
            c.switchClass = SwitchClass.PREEMPTION;
            if (states.state(c.leaver) == ThreadStates.BLOCKED) {
                states.reinterpret(c.leaver, ThreadStates.PREEMPTED);
            }
        }
        tell(c);
    }

    /** Tells the sink of the last switch, if it does not know yet. */
    private void tell(CpuState c) {
        if (c.untold) {
            c.untold = false;
            sink.onSwitch(c.leaver, c.switchNs, c.cpu, c.switchClass, c.leaverState, c.successor, false);
        }
    }

    /** {@code thread} (or the idle task, or nobody known) is on {@code c} from {@code timeNs} on. */
    private void begin(CpuState c, int thread, long timeNs, int flags) {
        c.current = thread;
        c.gapSinceNs = timeNs;
        c.untouched = false;
        if (thread < 0) {
            return;
        }
        see(thread);
        int state = states.state(thread);
        long at = timeNs;
        switch (state) {
            case ThreadStates.RUNNING -> at = ranElsewhere(c, thread, timeNs);
            case ThreadStates.BLOCKED -> at = wokenUnseen(c, thread, timeNs, flags);
            default -> at = states.close(thread, ThreadStates.kind(state), timeNs, flags);
        }
        states.dropWaking(thread);
        states.enter(thread, ThreadStates.RUNNING, at, c.cpu, flags);
    }

    /** {@code thread} comes to {@code c} and was last seen running: its switch-out there was not recorded. */
    private long ranElsewhere(CpuState c, int thread, long timeNs) {
        CpuState other = cpus[states.cpu(thread)];
        if (other == c) {
            contradictions++;
            return states.close(thread, IntervalKind.RUNNING, timeNs, 0);
        }
        if (timeNs > other.windowEndNs) {
            vacate(other, other.windowEndNs);
        } else {
            contradictions++;
            vacate(other, Math.min(other.lastRecordNs, timeNs));
        }
        return states.close(thread, IntervalKind.UNKNOWN, timeNs, 0);
    }

    /** The sleep of {@code thread} ended without a waking since. */
    private long wokenUnseen(CpuState c, int thread, long timeNs, int flags) {
        if (states.isWakingHeld(thread, states.since(thread), HELD_WAKING_NS)) {
            heldWakings++;
            spuriousWakings--;
            return states.close(thread, IntervalKind.RUNNABLE_AFTER_WAKEUP, timeNs, flags | IntervalSink.HELD_WAKING);
        }
        if (wakingsSeen) {
            abortedSleeps++;
            missingWakingsAtIdle += c.idleExitUnrecorded ? 1 : 0;
        }
        return states.close(thread, IntervalKind.UNSPLIT_WAIT, timeNs, flags);
    }

    /** The thread on {@code c} is seen no more after {@code timeNs}; nobody knows who runs. */
    private void vacate(CpuState c, long timeNs) {
        int thread = c.current;
        long at = states.close(thread, IntervalKind.RUNNING, timeNs, IntervalSink.CENSORED_END);
        states.enter(thread, ThreadStates.UNKNOWN, at, c.cpu, IntervalSink.CENSORED_START);
        c.current = ThreadTable.NONE;
        c.gapSinceNs = at;
    }

    /** Ends what was idle or unknown on {@code c}. */
    private void closeGap(CpuState c, long timeNs) {
        if (timeNs > c.gapSinceNs) {
            sink.onIdle(c.cpu, c.gapSinceNs, timeNs, c.current == ThreadTable.IDLE);
            c.gapSinceNs = timeNs;
        }
    }

    // ---- the chain ----

    private void settleByHeader(CpuState c, int currentTid, long timeNs, long runtimeNs) {
        if (c.isOutside(timeNs)) {
            return;
        }
        if (headerTrusted && currentTid != NO_TID) {
            settle(c, rowOn(c, currentTid), timeNs, runtimeNs);
        }
        c.lastRecordNs = timeNs;
    }

    /**
     * A record shows that {@code thread} runs on {@code c} at {@code timeNs}. If the chain says otherwise, repairs it.
     *
     * @param runtimeNs how long it has been running by the kernel's account, NO_RUNTIME if not known
     */
    private void settle(CpuState c, int thread, long timeNs, long runtimeNs) {
        if (c.current == thread || thread == ThreadTable.NONE) {
            return;
        }
        if (threads.isRevived(thread) && c.current >= 0 && threads.tgid(c.current) == threads.tid(thread)) {
            // A process whose first thread has ended runs under that thread's tid where another of its threads was:
            // exec.
            threads.changeTid(c.current, threads.tid(thread));
            threads.disown(thread);
            return;
        }
        tell(c);
        c.pending = false;
        if (c.current == ThreadTable.NONE) {
            appear(c, thread, timeNs);
            return;
        }
        chainBreaks++;
        long earliest = c.lastRecordNs;
        if (c.current >= 0) {
            infer(c, earliest);
        }
        if (thread >= 0
                && states.state(thread) != ThreadStates.UNSEEN
                && states.state(thread) != ThreadStates.RUNNING) {
            earliest = Math.max(earliest, states.since(thread));
        }
        earliest = Math.min(earliest, timeNs);
        long place = timeNs;
        if (runtimeNs != NO_RUNTIME) {
            place = Math.min(timeNs, Math.max(earliest, timeNs - runtimeNs));
            placedByRuntime++;
        } else if (thread >= 0 && states.state(thread) == ThreadStates.RUNNABLE) {
            place = earliest;
        }
        repairedIdleExits += c.current == ThreadTable.IDLE ? 1 : 0;
        uncertaintyNs += timeNs - earliest;
        closeGap(c, place);
        c.idleExitUnrecorded = true;
        begin(c, thread, place, IntervalSink.REPAIRED);
    }

    /** {@code thread} runs where nobody was known to run. */
    private void appear(CpuState c, int thread, long timeNs) {
        long from = timeNs;
        if (c.untouched && (thread < 0 || states.state(thread) == ThreadStates.UNSEEN)) {
            // Nothing happened on this CPU since its window opened, so whoever runs has been running since.
            from = c.windowStartNs;
        } else if (thread >= 0 && states.state(thread) == ThreadStates.RUNNABLE) {
            from = Math.min(timeNs, Math.max(c.gapSinceNs, states.since(thread)));
        }
        closeGap(c, from);
        begin(c, thread, from, IntervalSink.CENSORED_START);
    }

    /** The thread on {@code c} left after {@code timeNs}: no record shows it, the chain proves it. */
    private void infer(CpuState c, long timeNs) {
        int thread = c.current;
        inferred++;
        vacate(c, timeNs);
        sink.onSwitch(thread, timeNs, c.cpu, SwitchClass.UNCLASSIFIED, TaskState.UNKNOWN, ThreadTable.NONE, true);
    }

    // ---- first sights ----

    /** The window of {@code c} opens with its first counting record. */
    private void open(CpuState c, long timeNs) {
        if (c.open) {
            return;
        }
        if (!started) {
            started = true;
            startNs = timeNs;
        }
        c.open = true;
        c.untouched = true;
        c.windowStartNs = timeNs;
        c.lastRecordNs = timeNs;
        c.gapSinceNs = timeNs;
        if (c.current >= 0) {
            begin(c, c.current, timeNs, IntervalSink.CENSORED_START);
        }
    }

    /** The first activity of a thread: what it did since the recording's start, or its birth, is unknown. */
    private void see(int thread) {
        if (states.state(thread) == ThreadStates.UNSEEN) {
            long from = threads.isBornHere(thread) ? Math.max(startNs, threads.birthNs(thread)) : startNs;
            int flags = threads.isBornHere(thread) ? 0 : IntervalSink.CENSORED_START;
            states.enter(thread, ThreadStates.UNKNOWN, from, NO_CPU, flags);
        }
    }

    /** The row of {@code tid}, which is likely the thread on {@code c}. */
    private int rowOn(CpuState c, int tid) {
        int current = c.current;
        return current >= 0 && threads.tid(current) == tid ? current : threads.row(tid);
    }

    private void describe(int row, int name, int prio) {
        if (row >= 0) {
            threads.setName(row, name);
            threads.setPriority(row, prio);
        }
    }

    private CpuState cpu(int cpu) {
        if (cpu >= cpus.length) {
            cpus = Arrays.copyOf(cpus, Math.max(cpu + 1, cpus.length * 2));
        }
        if (cpus[cpu] == null) {
            cpus[cpu] = new CpuState(cpu);
        }
        return cpus[cpu];
    }
}
