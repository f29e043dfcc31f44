package dev.whyswitch.sched;

import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A small scheduler with a few CPUs and one run queue: it knows who ran when, who was blocked when and who was woken when,
 * and writes down the events that a kernel would trace. Knows nothing of {@link SwitchMachine}.
 *
 * <p>Events may have equal times on different CPUs, but only if they do not concern the same thread: else their order
 * would matter.
 */
final class SchedulerSimulation {
    /** What a recorder may miss. */
    enum Kind {
        SWITCH,
        SWITCH_OUT,
        SWITCH_IN,
        WAKING,
        OTHER,
        LAST
    }

    /** One traced event. */
    interface Feed {
        void to(SchedSink sink);
    }

    /** One traced event and its place. */
    record Event(long timeNs, int cpu, Kind kind, Feed feed) {}

    /** What really happened to a thread. */
    static final class Truth {
        final Map<SwitchClass, Long> switches = new EnumMap<>(SwitchClass.class);
        final Map<IntervalKind, Long> timesNs = new EnumMap<>(IntervalKind.class);
        private IntervalKind state;
        private long sinceNs;

        private Truth(IntervalKind state, long timeNs) {
            this.state = state;
            this.sinceNs = timeNs;
        }

        private void become(IntervalKind next, long timeNs) {
            if (state != null && timeNs > sinceNs) {
                timesNs.merge(state, timeNs - sinceNs, Long::sum);
            }
            state = next;
            sinceNs = timeNs;
        }

        long count(SwitchClass switchClass) {
            return switches.getOrDefault(switchClass, 0L);
        }

        long allSwitches() {
            return switches.values().stream().mapToLong(Long::longValue).sum();
        }

        long timeNs(IntervalKind kind) {
            return timesNs.getOrDefault(kind, 0L);
        }
    }

    private static final int IDLE = 0;
    private static final TaskState[] SLEEPS = {TaskState.SLEEPING, TaskState.DISK_SLEEP, TaskState.IDLE};

    private final SplittableRandom random;
    private final boolean switchRecords;
    private final List<Event> events = new ArrayList<>();
    private final Map<Integer, Truth> truths = new HashMap<>();
    private final int[] running;
    private final long[] idleNs;
    private final long[] idleSinceNs;
    private final List<Integer> queue = new ArrayList<>();
    private final List<Integer> asleep = new ArrayList<>();
    private final Map<Integer, Integer> touchedOnCpu = new HashMap<>();
    private long now = 1;
    private int lastTid = 100;

    SchedulerSimulation(long seed, boolean switchRecords) {
        random = new SplittableRandom(seed);
        this.switchRecords = switchRecords;
        int cpus = random.nextInt(1, 5);
        running = new int[cpus];
        idleNs = new long[cpus];
        idleSinceNs = new long[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            int tid = ++lastTid;
            truths.put(tid, new Truth(null, now));
            idleSinceNs[cpu] = now;
            change(cpu, TaskState.RUNNABLE, tid);
        }
        int steps = random.nextInt(50, 1500);
        for (int step = 0; step < steps; step++) {
            step(random.nextInt(cpus));
        }
        stop();
    }

    List<Event> events() {
        return events;
    }

    Map<Integer, Truth> truths() {
        return truths;
    }

    int cpus() {
        return running.length;
    }

    long idleNs(int cpu) {
        return idleNs[cpu];
    }

    long lengthNs() {
        return now - 1;
    }

    private void step(int cpu) {
        advance(random.nextInt(3) == 0 ? 0 : random.nextInt(1, 2000));
        if (running[cpu] == IDLE) {
            if (!queue.isEmpty()) {
                change(cpu, TaskState.RUNNABLE, take(cpu));
            } else {
                wake(cpu);
            }
            return;
        }
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> {
                if (!queue.isEmpty()) {
                    TaskState state = random.nextInt(4) == 0 ? TaskState.RUNNABLE_PREEMPTED : TaskState.RUNNABLE;
                    change(cpu, state, take(cpu));
                }
            }
            case 3, 4, 5 -> change(cpu, SLEEPS[random.nextInt(SLEEPS.length)], queue.isEmpty() ? IDLE : take(cpu));
            case 6, 7 -> wake(cpu);
            case 8 -> fork(cpu);
            case 9 -> {
                if (random.nextInt(6) == 0) {
                    TaskState state = random.nextBoolean() ? TaskState.DEAD : TaskState.ZOMBIE;
                    change(cpu, state, queue.isEmpty() ? IDLE : take(cpu));
                }
            }
            case 10 -> change(cpu, TaskState.STOPPED, queue.isEmpty() ? IDLE : take(cpu));
            default -> other(cpu);
        }
    }

    private void advance(long byNs) {
        if (byNs > 0) {
            now += byNs;
            touchedOnCpu.clear();
        }
    }

    /** Events of one thread on different CPUs have different times. */
    private void touch(int cpu, int tid) {
        if (tid != IDLE && touchedOnCpu.getOrDefault(tid, cpu) != cpu) {
            advance(1);
        }
        touchedOnCpu.put(tid, cpu);
    }

    private int take(int cpu) {
        int tid = queue.remove(random.nextInt(queue.size()));
        touch(cpu, tid);
        return tid;
    }

    private void add(int cpu, Kind kind, Feed feed) {
        events.add(new Event(now, cpu, kind, feed));
    }

    private void change(int cpu, TaskState state, int next) {
        change(cpu, Kind.SWITCH, state, next);
    }

    private void change(int cpu, Kind kind, TaskState state, int next) {
        int prev = running[cpu];
        touch(cpu, prev);
        touch(cpu, next);
        long t = now;
        SwitchClass switchClass = state.switchClass();
        if (prev == IDLE) {
            idleNs[cpu] += t - idleSinceNs[cpu];
        } else {
            Truth truth = truths.get(prev);
            truth.switches.merge(switchClass, 1L, Long::sum);
            truth.become(
                    switch (switchClass) {
                        case PREEMPTION -> IntervalKind.PREEMPTED;
                        case SYNCHRONIZATION -> IntervalKind.BLOCKED;
                        default -> state.isEnd() ? null : IntervalKind.STOPPED;
                    },
                    t);
            if (switchClass == SwitchClass.PREEMPTION) {
                queue.add(prev);
            } else if (!state.isEnd()) {
                asleep.add(prev);
            }
        }
        running[cpu] = next;
        if (next == IDLE) {
            idleSinceNs[cpu] = t;
        } else {
            truths.get(next).become(IntervalKind.RUNNING, t);
        }
        int header = state.isEnd() ? SchedSink.NO_TID : prev;
        int name = NameTable.UNKNOWN;
        add(cpu, kind, s -> s.onSwitch(t, cpu, header, prev, name, 120, state, next, name, 120));
        if (switchRecords) {
            boolean preempt = switchClass == SwitchClass.PREEMPTION;
            add(cpu, Kind.SWITCH_OUT, s -> s.onSwitchOut(t, cpu, header, next, preempt));
            add(cpu, Kind.SWITCH_IN, s -> s.onSwitchIn(t, cpu, next, header));
        }
    }

    private void wake(int cpu) {
        if (asleep.isEmpty()) {
            return;
        }
        int tid = asleep.remove(random.nextInt(asleep.size()));
        int by = running[cpu];
        touch(cpu, by);
        touch(cpu, tid);
        long t = now;
        truths.get(tid).become(IntervalKind.RUNNABLE_AFTER_WAKEUP, t);
        queue.add(tid);
        add(cpu, Kind.WAKING, s -> s.onWaking(t, cpu, by, 0, tid, NameTable.UNKNOWN, 120));
        if (random.nextBoolean()) {
            add(cpu, Kind.WAKING, s -> s.onWakeup(t, cpu, by, tid, NameTable.UNKNOWN, 120, cpu));
        }
    }

    private void fork(int cpu) {
        int by = running[cpu];
        touch(cpu, by);
        int tid = ++lastTid;
        touch(cpu, tid);
        long t = now;
        truths.put(tid, new Truth(IntervalKind.NEW, t));
        queue.add(tid);
        if (random.nextBoolean()) {
            add(cpu, Kind.OTHER, s -> s.onFork(t, cpu, by, by, tid, tid));
        }
        add(cpu, Kind.OTHER, s -> s.onFork(t, cpu, SchedSink.NO_TID, by, SchedSink.NO_TID, tid));
        add(cpu, Kind.OTHER, s -> s.onWakeupNew(t, cpu, by, tid, NameTable.UNKNOWN, 120, cpu));
    }

    private void other(int cpu) {
        int by = running[cpu];
        touch(cpu, by);
        long t = now;
        add(cpu, Kind.OTHER, s -> s.onMigrate(t, cpu, by, by, cpu, cpu));
    }

    /** A last switch on each CPU, so that all windows end at one time. */
    private void stop() {
        advance(10);
        for (int cpu = 0; cpu < running.length; cpu++) {
            if (running[cpu] == IDLE) {
                fork(cpu);
                change(cpu, Kind.LAST, TaskState.RUNNABLE, queue.remove(queue.size() - 1));
            } else {
                change(cpu, Kind.LAST, TaskState.SLEEPING, IDLE);
            }
        }
        truths.values().forEach(truth -> truth.become(null, now));
    }
}
