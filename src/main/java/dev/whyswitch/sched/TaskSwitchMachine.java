package dev.whyswitch.sched;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.LongColumn;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;

/**
 * Scheduler events of single tasks to switches and intervals: what {@link SwitchMachine} is for whole CPUs. Only what the
 * recorded threads did themselves is there, so nothing is known of a CPU, and a CPU may not even be named.
 *
 * <p><b>Own threads.</b> A thread is a recorded one from its first own record on: a switch, its first name, its end. Others
 * are only named, as successors and wakers, and have no life here.
 *
 * <p><b>Evidence.</b> A switch-out is shown by sched_switch, then by PERF_RECORD_SWITCH; the second confirms the first, as
 * in {@link SwitchMachine}. A switch-in is shown by PERF_RECORD_SWITCH, or by the sched_switch of another recorded thread
 * that names it as successor. Where neither is, a thread is back at its next own record at the latest: the time in between is
 * unknown, unless the kernel's account of run time (sched_stat_runtime) places the switch-in.
 *
 * <p><b>Twice.</b> The kernel may deliver sched_wakeup and its kin to the waker's context and to the wakee's
 * (TP_ARGS(__perf_task(p)) in include/trace/events/sched.h): what comes again at once is the same event.
 *
 * <p><b>Edges.</b> The kernel switches a thread's events off in do_exit (perf_event_exit_task), before its last switch-out,
 * and notes PERF_RECORD_EXIT: there the thread's life ends here, without a switch.
 */
public final class TaskSwitchMachine implements IntervalSource {
    /** Two deliveries of one event lie no further apart: perf reads its clock for each of them. */
    static final long TWICE_NS = 10_000;

    private static final int OWN = 1;
    /** It runs because another thread's sched_switch named it; its own switch-in record may still come. */
    private static final int NAMED_NEXT = 2;

    private static final long NO_RUNTIME = -1;

    private final IntervalSink sink;
    private final boolean tracepoints;
    private final ThreadTable threads;
    private final ThreadStates states;
    private final UntoldSwitches untold;
    private final Losses losses = new Losses();
    private final IntColumn marks = new IntColumn(256, 0);
    private final LongColumn lastSeenNs = new LongColumn(256);
    /** When a thread without own records was last named as successor; 0: never. */
    private final LongColumn namedNextNs = new LongColumn(256);

    private final LongColumn lastWakingNs = new LongColumn(256);
    private final IntColumn lastWakers = new IntColumn(256, NO_TID);
    private final LongColumn lastRecordOfCpuNs = new LongColumn(8);

    private boolean started;
    private long startNs;
    private long endNs;
    private boolean arrivalsSeen;
    private boolean wakingsSeen;
    private boolean preemptionTold = true;
    private boolean headerTrusted = true;

    private long byTracepoint;
    private long bySwitchOut;
    private long chainBreaks;
    private long placedByRuntime;
    private long inferred;
    private long bitAgrees;
    private long bitDisagrees;
    private long abortedSleeps;
    private long heldWakings;
    private long spuriousWakings;
    private long damagedNs;

    /**
     * A machine that feeds {@code sink}.
     *
     * @param names the table that the events' name ids belong to
     * @param tracepoints sched_switch was recorded
     */
    public TaskSwitchMachine(NameTable names, boolean tracepoints, IntervalSink sink) {
        this.sink = sink;
        this.tracepoints = tracepoints;
        this.threads = new ThreadTable(names);
        this.states = new ThreadStates(sink);
        this.untold = new UntoldSwitches(sink);
    }

    @Override
    public ThreadTable threads() {
        return threads;
    }

    // ---- switches ----

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
        touch(timeNs, cpu);
        headerTrusted &= currentTid == prevTid || currentTid == NO_TID;
        int thread = threads.row(prevTid);
        if (thread < 0) {
            return;
        }
        byTracepoint++;
        threads.setName(thread, prevName);
        threads.setPriority(thread, prevPrio);
        int next = threads.row(nextTid);
        if (next >= 0) {
            threads.setName(next, nextName);
            threads.setPriority(next, nextPrio);
        }
        leave(thread, timeNs, cpu, prevState, prevState.switchClass(), next);
        succeed(next, timeNs, cpu);
    }

    @Override
    public void onPreemptionUntold() {
        preemptionTold = false;
    }

    @Override
    public void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt) {
        touch(timeNs, cpu);
        int thread = isNamedByHeader() ? threads.row(tid) : ThreadTable.NONE;
        if (thread < 0) {
            return;
        }
        lastSeenNs.set(thread, timeNs);
        if (untold.isUntold(thread)) {
            witness(thread, preempt);
            return;
        }
        bySwitchOut++;
        boolean ended = !preempt && threads.hasExited(thread);
        SwitchClass unlessPreempted = preemptionTold ? SwitchClass.SYNCHRONIZATION : SwitchClass.UNCLASSIFIED;
        SwitchClass switchClass =
                preempt ? SwitchClass.PREEMPTION : ended ? SwitchClass.TERMINATION_OR_STOP : unlessPreempted;
        leave(thread, timeNs, cpu, ended ? TaskState.ZOMBIE : TaskState.UNKNOWN, switchClass, ThreadTable.NONE);
        untold.tell(thread);
    }

    /** The preempt bit has come for the last switch-out of {@code thread}. */
    private void witness(int thread, boolean preempt) {
        boolean saysPreemption = untold.switchClass(thread) == SwitchClass.PREEMPTION;
        bitAgrees += preemptionTold && preempt == saysPreemption ? 1 : 0;
        bitDisagrees += preemptionTold && preempt != saysPreemption ? 1 : 0;
        if (preempt && !saysPreemption) {
            untold.reclassify(thread, SwitchClass.PREEMPTION);
            if (states.state(thread) == ThreadStates.BLOCKED) {
                states.reinterpret(thread, ThreadStates.PREEMPTED);
            }
        }
        untold.tell(thread);
    }

    @Override
    public void onSwitchIn(long timeNs, int cpu, int tid, int prevTid) {
        touch(timeNs, cpu);
        int thread = isNamedByHeader() ? threads.row(tid) : ThreadTable.NONE;
        if (thread < 0) {
            return;
        }
        arrivalsSeen = true;
        own(thread);
        boolean confirms = states.state(thread) == ThreadStates.RUNNING && hasMark(thread, NAMED_NEXT);
        if (confirms) {
            unmark(thread, NAMED_NEXT);
        } else {
            arrive(thread, timeNs, cpu, 0);
        }
        lastSeenNs.set(thread, timeNs);
    }

    /** SWITCH records and record headers name threads as the tracepoints do; not so when perf ran in a PID namespace. */
    private boolean isNamedByHeader() {
        return headerTrusted || !tracepoints;
    }

    /** {@code thread} leaves its CPU. */
    private void leave(int thread, long timeNs, int cpu, TaskState state, SwitchClass switchClass, int next) {
        untold.tell(thread);
        own(thread);
        if (states.state(thread) != ThreadStates.DEAD) {
            see(thread);
            boolean ran = states.state(thread) == ThreadStates.RUNNING;
            long at = close(thread, ran ? IntervalKind.RUNNING : IntervalKind.UNKNOWN, timeNs, 0);
            states.leave(thread, at, cpu, state, switchClass);
        }
        untold.put(thread, timeNs, cpu, switchClass, state, next);
        unmark(thread, NAMED_NEXT);
        lastSeenNs.set(thread, timeNs);
    }

    /** {@code next} follows on the CPU that a recorded thread left. */
    private void succeed(int next, long timeNs, int cpu) {
        if (next < 0) {
            return;
        }
        if (hasMark(next, OWN)) {
            arrive(next, timeNs, cpu, 0);
            mark(next, NAMED_NEXT);
            lastSeenNs.set(next, timeNs);
        } else if (threads.isBornHere(next)) {
            namedNextNs.set(next, timeNs);
        }
    }

    /** {@code thread} comes to a CPU. */
    private void arrive(int thread, long timeNs, int cpu, int flags) {
        untold.tell(thread);
        if (states.state(thread) == ThreadStates.DEAD) {
            // Preempted behind its PERF_RECORD_EXIT, where its recorded life ended.
            return;
        }
        see(thread);
        int state = states.state(thread);
        if (state == ThreadStates.RUNNING) {
            infer(thread);
            state = ThreadStates.UNKNOWN;
        }
        long at;
        if (state == ThreadStates.BLOCKED) {
            at = wokenUnseen(thread, timeNs, flags);
        } else {
            at = close(thread, ThreadStates.kind(state), timeNs, flags);
        }
        states.dropWaking(thread);
        states.enter(thread, ThreadStates.RUNNING, at, cpu, flags);
    }

    /** The sleep of {@code thread} ended without a waking since. */
    private long wokenUnseen(int thread, long timeNs, int flags) {
        if (states.isWakingHeld(thread, states.since(thread), SwitchMachine.HELD_WAKING_NS)) {
            heldWakings++;
            spuriousWakings--;
            return close(thread, IntervalKind.RUNNABLE_AFTER_WAKEUP, timeNs, flags | IntervalSink.HELD_WAKING);
        }
        abortedSleeps += wakingsSeen ? 1 : 0;
        return close(thread, IntervalKind.UNSPLIT_WAIT, timeNs, flags);
    }

    /** {@code thread} comes to a CPU and was last seen on one: its switch-out was not recorded. */
    private void infer(int thread) {
        chainBreaks++;
        inferred++;
        int cpu = states.cpu(thread);
        long at = Math.max(states.since(thread), lastSeenNs.get(thread));
        at = close(thread, IntervalKind.RUNNING, at, IntervalSink.CENSORED_END);
        states.enter(thread, ThreadStates.UNKNOWN, at, cpu, IntervalSink.CENSORED_START);
        sink.onSwitch(thread, at, cpu, SwitchClass.UNCLASSIFIED, TaskState.UNKNOWN, ThreadTable.NONE, true);
    }

    /** A record shows that {@code tid} runs; {@code runtimeNs} is since when by the kernel's account, or NO_RUNTIME. */
    private void runs(int tid, long timeNs, int cpu, long runtimeNs) {
        int thread = headerTrusted ? threads.find(tid) : ThreadTable.NONE;
        if (thread < 0 || !hasMark(thread, OWN) || states.state(thread) == ThreadStates.DEAD) {
            return;
        }
        untold.tell(thread);
        lastSeenNs.set(thread, timeNs);
        if (states.state(thread) == ThreadStates.RUNNING) {
            return;
        }
        see(thread);
        if (runtimeNs != NO_RUNTIME) {
            placedByRuntime++;
            long place = Math.max(states.since(thread), timeNs - runtimeNs);
            arrive(thread, Math.min(place, timeNs), cpu, IntervalSink.REPAIRED);
        } else {
            long at = close(thread, IntervalKind.UNKNOWN, timeNs, 0);
            states.enter(thread, ThreadStates.RUNNING, at, cpu, IntervalSink.CENSORED_START);
        }
    }

    // ---- wakings ----

    @Override
    public void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio) {
        int thread = wakee(timeNs, cpu, currentTid, tid, name, prio);
        if (thread < 0 || comesTwice(thread, timeNs, currentTid) || wake(thread, timeNs)) {
            return;
        }
        spuriousWakings++;
        if (states.state(thread) == ThreadStates.RUNNING) {
            states.holdWaking(thread, timeNs);
        }
    }

    @Override
    public void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        int thread = wakee(timeNs, cpu, currentTid, tid, name, prio);
        if (thread >= 0) {
            wake(thread, timeNs);
        }
    }

    /** The recorded thread that a waking or wakeup is about, NONE if it is another's. */
    private int wakee(long timeNs, int cpu, int currentTid, int tid, int name, int prio) {
        wakingsSeen = true;
        touch(timeNs, cpu);
        runs(currentTid, timeNs, cpu, NO_RUNTIME);
        int thread = threads.find(tid);
        if (thread < 0 || !hasMark(thread, OWN) || states.state(thread) == ThreadStates.DEAD) {
            return ThreadTable.NONE;
        }
        threads.setName(thread, name);
        threads.setPriority(thread, prio);
        return thread;
    }

    private boolean comesTwice(int thread, long timeNs, int waker) {
        long before = lastWakingNs.get(thread);
        boolean again = lastWakers.get(thread) == waker && timeNs - before <= TWICE_NS;
        lastWakers.set(thread, waker);
        lastWakingNs.set(thread, timeNs);
        return again && states.since(thread) <= before;
    }

    /** Ends the sleep of {@code thread}; false if it was not asleep. */
    private boolean wake(int thread, long timeNs) {
        untold.tell(thread);
        int state = states.state(thread);
        if (state != ThreadStates.BLOCKED && state != ThreadStates.STOPPED && state != ThreadStates.UNKNOWN) {
            return false;
        }
        int cpu = states.cpu(thread);
        long at = close(thread, ThreadStates.kind(state), timeNs, 0);
        states.enter(thread, ThreadStates.RUNNABLE, at, cpu, 0);
        states.dropWaking(thread);
        return true;
    }

    // ---- lives ----

    @Override
    public void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        touch(timeNs, cpu);
        runs(currentTid, timeNs, cpu, NO_RUNTIME);
        int known = threads.find(tid);
        if (known >= 0 && states.state(known) == ThreadStates.NEW && timeNs - states.since(known) <= TWICE_NS) {
            return;
        }
        int thread = newborn(tid, timeNs);
        if (thread >= 0) {
            threads.setName(thread, name);
            threads.setPriority(thread, prio);
            states.enter(thread, ThreadStates.NEW, timeNs, targetCpu, 0);
        }
    }

    @Override
    public void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid) {
        touch(timeNs, cpu);
        runs(parentTid, timeNs, cpu, NO_RUNTIME);
        int thread = newborn(tid, timeNs);
        if (thread >= 0) {
            threads.descend(thread, tgid, threads.row(parentTid), parentTgid);
        }
    }

    /** The row of a thread that is being created: a new one unless another record of its creation made it. */
    private int newborn(int tid, long timeNs) {
        int thread = threads.find(tid);
        if (thread >= 0) {
            int state = states.state(thread);
            if (threads.isBornHere(thread) && (state == ThreadStates.UNSEEN || state == ThreadStates.NEW)) {
                return thread;
            }
            untold.tell(thread);
            if (state != ThreadStates.UNSEEN && state != ThreadStates.DEAD) {
                // The tid is used again, so its thread ended unseen.
                close(thread, IntervalKind.UNKNOWN, timeNs, IntervalSink.CENSORED_END);
                states.reinterpret(thread, ThreadStates.DEAD);
            }
        }
        return tid > 0 ? threads.begin(tid, timeNs) : ThreadTable.NONE;
    }

    @Override
    public void onName(long timeNs, int tgid, int tid, int name) {
        int thread = threads.row(tid);
        if (thread < 0) {
            return;
        }
        threads.setTgid(thread, tgid);
        threads.setName(thread, name);
        if (timeNs > 0) {
            touch(timeNs, NO_CPU);
            if (states.state(thread) == ThreadStates.UNSEEN && !threads.isBornHere(thread)) {
                // The program's first record: perf switches its events on in execve, which names it.
                own(thread);
                runs(tid, timeNs, NO_CPU, NO_RUNTIME);
            }
        }
    }

    @Override
    public void onExit(long timeNs, int cpu, int tgid, int tid) {
        touch(timeNs, NO_CPU);
        int thread = threads.find(tid);
        if (thread < 0 || states.state(thread) == ThreadStates.DEAD) {
            return;
        }
        untold.tell(thread);
        own(thread);
        see(thread);
        threads.setExited(thread);
        if (tgid == NO_TID) {
            // sched_process_exit comes earlier in do_exit, and records of the thread follow.
            return;
        }
        boolean ran = states.state(thread) == ThreadStates.RUNNING;
        close(thread, ran ? IntervalKind.RUNNING : IntervalKind.UNKNOWN, timeNs, 0);
        states.reinterpret(thread, ThreadStates.DEAD);
    }

    @Override
    public void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu) {
        touch(timeNs, cpu);
        runs(currentTid, timeNs, cpu, NO_RUNTIME);
    }

    @Override
    public void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs) {
        touch(timeNs, cpu);
        runs(currentTid, timeNs, cpu, tid == currentTid ? runtimeNs : NO_RUNTIME);
    }

    /** What happened between the record before on that CPU and this one is not known; without a CPU, since the start. */
    @Override
    public void onLost(long timeNs, int cpu, long count) {
        long from = cpu >= 0 && lastRecordOfCpuNs.get(cpu) > 0 ? lastRecordOfCpuNs.get(cpu) : startNs;
        touch(timeNs, cpu);
        from = Math.min(Math.max(from, startNs), timeNs);
        losses.add(from, timeNs);
        damagedNs += timeNs - from;
    }

    /** A CPU's window says nothing here. */
    @Override
    public void onWindowEnd(int cpu, long timeNs) {}

    @Override
    public EvidenceQuality end() {
        for (int thread = 0; thread < threads.size(); thread++) {
            int state = states.state(thread);
            untold.tell(thread);
            if (hasMark(thread, OWN) && state != ThreadStates.UNSEEN && state != ThreadStates.DEAD) {
                boolean known = state == ThreadStates.RUNNING || arrivalsSeen;
                close(
                        thread,
                        known ? ThreadStates.kind(state) : IntervalKind.UNKNOWN,
                        endNs,
                        IntervalSink.CENSORED_END);
            }
        }
        sink.onEnd(startNs, endNs);
        return new EvidenceQuality(
                byTracepoint,
                0,
                bySwitchOut,
                0,
                chainBreaks,
                0,
                placedByRuntime,
                inferred,
                0,
                bitAgrees,
                bitDisagrees,
                0,
                abortedSleeps,
                0,
                heldWakings,
                spuriousWakings,
                0,
                states.backwards,
                damagedNs);
    }

    // ---- rows ----

    private void touch(long timeNs, int cpu) {
        if (!started) {
            started = true;
            startNs = timeNs;
        }
        endNs = Math.max(endNs, timeNs);
        if (cpu >= 0) {
            lastRecordOfCpuNs.set(cpu, timeNs);
        }
    }

    /** Ends the state of {@code thread}; behind the first loss in it, nothing is known. */
    private long close(int thread, IntervalKind kind, long timeNs, int flags) {
        long since = states.since(thread);
        long lossNs = losses.firstSince(since);
        IntervalKind rest = kind;
        if (lossNs < timeNs && kind != IntervalKind.UNKNOWN) {
            int cpu = states.cpu(thread);
            if (lossNs > since) {
                states.close(thread, kind, lossNs, IntervalSink.CENSORED_END);
            }
            states.enter(thread, states.state(thread), lossNs, cpu, IntervalSink.CENSORED_START);
            rest = IntervalKind.UNKNOWN;
        }
        return states.close(thread, rest, timeNs, flags);
    }

    /** The first activity of a thread: what it did since the recording's start, or its birth, is unknown. */
    private void see(int thread) {
        if (states.state(thread) == ThreadStates.UNSEEN) {
            boolean born = threads.isBornHere(thread);
            long from = born ? Math.max(startNs, threads.birthNs(thread)) : startNs;
            states.enter(thread, ThreadStates.UNKNOWN, from, NO_CPU, born ? 0 : IntervalSink.CENSORED_START);
        }
    }

    /** {@code thread} has a record of its own, so it is one of the recorded. */
    private void own(int thread) {
        if (hasMark(thread, OWN)) {
            return;
        }
        mark(thread, OWN);
        if (namedNextNs.get(thread) > 0) {
            arrive(thread, namedNextNs.get(thread), NO_CPU, 0);
            mark(thread, NAMED_NEXT);
        }
    }

    private boolean hasMark(int thread, int bit) {
        return (marks.get(thread) & bit) != 0;
    }

    private void mark(int thread, int bit) {
        marks.set(thread, marks.get(thread) | bit);
    }

    private void unmark(int thread, int bit) {
        marks.set(thread, marks.get(thread) & ~bit);
    }
}
