package dev.whyswitch.sched;

import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TaskState;
import java.util.List;
import java.util.stream.Collectors;

/** A few events fed to a machine by short names, and what came out as text that a test can compare. */
final class EventScript {
    private final NameTable names = new NameTable();
    private final IntervalLog log = new IntervalLog();
    private final IntervalSource machine;
    private EvidenceQuality evidence;

    private EventScript(boolean tracepoints, boolean singleTasks) {
        machine = singleTasks
                ? new TaskSwitchMachine(names, tracepoints, log)
                : new SwitchMachine(names, tracepoints, log);
    }

    static EventScript withTracepoints() {
        return new EventScript(true, false);
    }

    static EventScript switchRecordsOnly() {
        return new EventScript(false, false);
    }

    /** Of single tasks, with sched_switch or with PERF_RECORD_SWITCH alone. */
    static EventScript ofTasks(boolean tracepoints) {
        return new EventScript(tracepoints, true);
    }

    /** sched_switch on {@code cpu}; {@code state} is the kernel's letter. */
    EventScript sw(long timeNs, int cpu, int prev, String state, int next) {
        return sw(timeNs, cpu, prev, prev, state, next);
    }

    EventScript sw(long timeNs, int cpu, int header, int prev, String state, int next) {
        TaskState prevState = state.equals("-") ? TaskState.UNKNOWN : TaskState.ofLetter(state);
        machine.onSwitch(timeNs, cpu, header, prev, name(prev), 120, prevState, next, name(next), 120);
        return this;
    }

    EventScript out(long timeNs, int cpu, int tid, int next, boolean preempt) {
        machine.onSwitchOut(timeNs, cpu, tid, next, preempt);
        return this;
    }

    EventScript preemptionUntold() {
        machine.onPreemptionUntold();
        return this;
    }

    EventScript in(long timeNs, int cpu, int tid, int prev) {
        machine.onSwitchIn(timeNs, cpu, tid, prev);
        return this;
    }

    EventScript waking(long timeNs, int cpu, int by, int tid) {
        machine.onWaking(timeNs, cpu, by, 0, tid, name(tid), 120);
        return this;
    }

    EventScript wakeup(long timeNs, int cpu, int by, int tid) {
        machine.onWakeup(timeNs, cpu, by, tid, name(tid), 120, cpu);
        return this;
    }

    EventScript wakeupNew(long timeNs, int cpu, int by, int tid) {
        machine.onWakeupNew(timeNs, cpu, by, tid, name(tid), 120, cpu);
        return this;
    }

    EventScript runtime(long timeNs, int cpu, int tid, long runtimeNs) {
        machine.onRuntime(timeNs, cpu, tid, tid, runtimeNs);
        return this;
    }

    EventScript fork(long timeNs, int parent, int tid) {
        machine.onFork(timeNs, 0, SchedSink.NO_TID, parent, SchedSink.NO_TID, tid);
        return this;
    }

    EventScript forkRecord(long timeNs, int parentTgid, int parent, int tgid, int tid) {
        machine.onFork(timeNs, 0, parentTgid, parent, tgid, tid);
        return this;
    }

    /** sched_process_exec; of PERF_RECORD_COMM if {@code oldTid} is -1. */
    EventScript exec(long timeNs, int cpu, int tid, int oldTid) {
        machine.onExec(timeNs, cpu, tid, oldTid);
        return this;
    }

    EventScript rename(long timeNs, int tid, String name) {
        machine.onRename(timeNs, 0, tid, tid, names.intern("t" + tid), names.intern(name));
        return this;
    }

    /** The name that a thread gets at {@code timeNs}, at its exec or by itself. */
    EventScript named(long timeNs, int tid) {
        machine.onName(timeNs, tid, tid, name(tid));
        return this;
    }

    EventScript exit(long timeNs, int tid) {
        machine.onExit(timeNs, 0, tid, tid);
        return this;
    }

    EventScript lost(long timeNs, int cpu, long count) {
        machine.onLost(timeNs, cpu, count);
        return this;
    }

    EventScript windowEnd(int cpu, long timeNs) {
        machine.onWindowEnd(cpu, timeNs);
        return this;
    }

    EventScript end() {
        evidence = machine.end();
        log.checkPartition();
        return this;
    }

    private int name(int tid) {
        return names.intern("t" + tid);
    }

    EvidenceQuality evidence() {
        return evidence;
    }

    IntervalLog log() {
        return log;
    }

    ThreadTable threads() {
        return machine.threads();
    }

    /** Row of the last thread with {@code tid}. */
    int row(int tid) {
        ThreadTable threads = machine.threads();
        int row = threads.size() - 1;
        while (row >= 0 && threads.tid(row) != tid) {
            row--;
        }
        return row;
    }

    /** Time and state of all intervals of the last thread with {@code tid}. */
    String life(int tid) {
        return lifeOfRow(row(tid));
    }

    /**
     * As {@link #life}. Marks: {@code <} and {@code >} the start, the end is censored; {@code ~} repaired; {@code h} the
     * waking was held.
     */
    String lifeOfRow(int row) {
        return log.intervals().stream()
                .filter(i -> i.thread() == row)
                .map(i -> i.kind() + " " + i.fromNs() + "-" + i.toNs() + marks(i.flags()))
                .collect(Collectors.joining(", "));
    }

    private static String marks(int flags) {
        return ((flags & IntervalSink.CENSORED_START) != 0 ? "<" : "")
                + ((flags & IntervalSink.CENSORED_END) != 0 ? ">" : "")
                + ((flags & IntervalSink.REPAIRED) != 0 ? "~" : "")
                + ((flags & IntervalSink.HELD_WAKING) != 0 ? "h" : "");
    }

    /** All switches: time, CPU, leaver, class, state, successor; a star if inferred. */
    List<String> switches() {
        return log.switches().stream()
                .map(s -> s.timeNs() + " cpu" + s.cpu() + " " + tid(s.thread()) + " " + s.switchClass() + " "
                        + s.state().letter() + " " + tid(s.nextThread()) + (s.inferred() ? " *" : ""))
                .toList();
    }

    private String tid(int row) {
        return row == ThreadTable.IDLE
                ? "idle"
                : row == ThreadTable.NONE ? "?" : "" + threads().tid(row);
    }
}
