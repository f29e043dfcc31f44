package dev.whyswitch.sched;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.LongColumn;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;

/** What each thread is doing and since when, one row per row of the {@link ThreadTable}; closes intervals to the sink. */
final class ThreadStates {
    /** No activity seen yet. */
    static final int UNSEEN = 0;

    static final int RUNNING = 1;
    static final int PREEMPTED = 2;
    static final int BLOCKED = 3;
    static final int RUNNABLE = 4;
    static final int STOPPED = 5;
    static final int NEW = 6;
    static final int UNKNOWN = 7;
    static final int DEAD = 8;

    /** No waking is held. */
    static final long NO_WAKING = Long.MIN_VALUE;

    private final IntervalSink sink;
    private final IntColumn states = new IntColumn(256, UNSEEN);
    private final LongColumn since = new LongColumn(256);
    private final IntColumn cpus = new IntColumn(256, SchedSink.NO_CPU);
    private final IntColumn startFlags = new IntColumn(256, 0);
    private final LongColumn heldWakings = new LongColumn(256);

    long backwards;

    /** When the latest of all states began. */
    long newestNs = Long.MIN_VALUE;

    ThreadStates(IntervalSink sink) {
        this.sink = sink;
    }

    int state(int thread) {
        return states.get(thread);
    }

    long since(int thread) {
        return since.get(thread);
    }

    /** The CPU it runs on, or left last. */
    int cpu(int thread) {
        return cpus.get(thread);
    }

    /** The state goes on as {@code state}: nothing was seen that ends it. */
    void reinterpret(int thread, int state) {
        states.set(thread, state);
    }

    /** Begins a state at {@code timeNs}; {@code flags} of {@link IntervalSink} for its start. */
    void enter(int thread, int state, long timeNs, int cpu, int flags) {
        states.set(thread, state);
        since.set(thread, timeNs);
        newestNs = Math.max(newestNs, timeNs);
        cpus.set(thread, cpu);
        startFlags.set(thread, flags);
    }

    /** Begins the state that follows a switch-out in {@code state}, of class {@code switchClass}. */
    void leave(int thread, long timeNs, int cpu, TaskState state, SwitchClass switchClass) {
        int to = switch (switchClass) {
            case PREEMPTION -> PREEMPTED;
            case SYNCHRONIZATION -> BLOCKED;
            case TERMINATION_OR_STOP -> state.isEnd() ? DEAD : STOPPED;
            case UNCLASSIFIED -> UNKNOWN;
        };
        if (to != BLOCKED || !isWakingHeld(thread, timeNs, SwitchMachine.HELD_WAKING_NS)) {
            dropWaking(thread);
        }
        enter(thread, to, timeNs, cpu, 0);
    }

    /** Ends the state of {@code thread} at {@code timeNs} as an interval of {@code kind}; returns the time used. */
    long close(int thread, IntervalKind kind, long timeNs, int flags) {
        long from = since.get(thread);
        long to = timeNs;
        if (to < from) {
            backwards++;
            to = from;
        }
        if (to > from || kind != IntervalKind.UNKNOWN) {
            sink.onInterval(thread, kind, from, to, cpus.get(thread), startFlags.get(thread) | flags);
        }
        return to;
    }

    /** The interval that a state is, when it ends as expected. */
    static IntervalKind kind(int state) {
        return switch (state) {
            case RUNNING -> IntervalKind.RUNNING;
            case PREEMPTED -> IntervalKind.PREEMPTED;
            case BLOCKED -> IntervalKind.BLOCKED;
            case RUNNABLE -> IntervalKind.RUNNABLE_AFTER_WAKEUP;
            case STOPPED -> IntervalKind.STOPPED;
            case NEW -> IntervalKind.NEW;
            default -> IntervalKind.UNKNOWN;
        };
    }

    /** A waking that came while the thread was not blocked. */
    void holdWaking(int thread, long timeNs) {
        heldWakings.set(thread, timeNs);
    }

    void dropWaking(int thread) {
        heldWakings.set(thread, NO_WAKING);
    }

    /** True if a waking is held that came at most {@code windowNs} before {@code timeNs}. */
    boolean isWakingHeld(int thread, long timeNs, long windowNs) {
        long held = heldWakings.get(thread);
        return held > 0 && timeNs - held <= windowNs;
    }
}
