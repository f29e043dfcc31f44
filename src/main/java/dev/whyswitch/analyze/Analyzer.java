package dev.whyswitch.analyze;

import dev.whyswitch.column.LongColumn;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.sched.IntervalKind;
import dev.whyswitch.sched.IntervalSink;
import dev.whyswitch.sched.IntervalSource;
import dev.whyswitch.sched.SwitchMachine;
import dev.whyswitch.sched.TaskSwitchMachine;
import dev.whyswitch.sched.ThreadTable;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All analyses of one recording: feed {@link #events} and take the {@link #result}. The interval stream is consumed once,
 * by all side by side.
 */
public final class Analyzer {
    private final IntervalSource machine;
    private final ThreadTable threads;
    private final Options options;
    private final CounterWindows counters;
    private final SumColumns ofThread = new SumColumns();
    private final SumColumns ofCpu = new SumColumns();
    private final LongColumn idleNs = new LongColumn(8);
    private final LongColumn unknownNs = new LongColumn(8);
    private final SortedMap<Integer, Long> cpuWindows = new TreeMap<>();
    private final LongColumn firstSeenNs = new LongColumn(64);
    private final LongColumn lastSeenNs = new LongColumn(64);
    private long startNs;
    private long endNs;

    /**
     * What to look at.
     *
     * @param programTgid the process that is "the program" with its descendants; {@link SchedSink#NO_TID}: everything
     * @param counters the kernel's counters to compare with
     */
    public record Options(int programTgid, List<KernelCounters> counters) {
        /** Everything, nothing to compare with. */
        public static final Options ALL = new Options(SchedSink.NO_TID, List.of());

        /** Takes a copy of the list. */
        public Options {
            counters = List.copyOf(counters);
        }
    }

    /**
     * An analyzer for one recording.
     *
     * @param names the name table that the events' reader uses
     * @param tracepoints sched_switch was recorded, see {@link SwitchMachine}
     * @param singleTasks single tasks were recorded and not whole CPUs, see {@link TaskSwitchMachine}
     */
    public Analyzer(NameTable names, boolean tracepoints, boolean singleTasks, Options options) {
        this.machine = singleTasks
                ? new TaskSwitchMachine(names, tracepoints, new Intervals())
                : new SwitchMachine(names, tracepoints, new Intervals());
        this.threads = machine.threads();
        this.options = options;
        this.counters = new CounterWindows(options.counters(), threads);
    }

    /** Where the events go. */
    public SchedSink events() {
        return machine;
    }

    private final class Intervals implements IntervalSink {
        @Override
        public void onInterval(int thread, IntervalKind kind, long fromNs, long toNs, int cpu, int flags) {
            ofThread.addInterval(thread, kind, toNs - fromNs, flags);
            if (lastSeenNs.get(thread) == 0) {
                firstSeenNs.set(thread, fromNs);
            }
            lastSeenNs.set(thread, toNs);
            if (kind == IntervalKind.RUNNING && cpu >= 0) {
                ofCpu.addInterval(cpu, kind, toNs - fromNs, flags);
            }
        }

        @Override
        public void onSwitch(
                int thread,
                long timeNs,
                int cpu,
                SwitchClass switchClass,
                TaskState state,
                int nextThread,
                boolean inferred) {
            ofThread.addSwitch(thread, switchClass, inferred);
            if (cpu >= 0) {
                ofCpu.addSwitch(cpu, switchClass, inferred);
            }
            counters.onSwitch(thread, timeNs, switchClass, state);
        }

        @Override
        public void onIdle(int cpu, long fromNs, long toNs, boolean known) {
            (known ? idleNs : unknownNs).add(cpu, toNs - fromNs);
        }

        @Override
        public void onCpuWindow(int cpu, long fromNs, long toNs) {
            cpuWindows.put(cpu, toNs - fromNs);
        }

        @Override
        public void onEnd(long start, long end) {
            startNs = start;
            endNs = end;
        }
    }

    /**
     * Ends the stream and yields what was found.
     *
     * @param schema the schema version to write into the result
     */
    public Analysis result(int schema, TraceInfo info, TraceQuality quality) {
        EvidenceQuality evidence = machine.end();
        List<ThreadRow> rows = threadRows();
        rows.sort(BY_CPU_WAIT);
        Sums program = Sums.ZERO;
        Sums system = Sums.ZERO;
        for (ThreadRow row : rows) {
            system = system.plus(row.sums());
            program = row.inProgram() ? program.plus(row.sums()) : program;
        }
        return new Analysis(
                schema,
                info,
                options.programTgid(),
                endNs - startNs,
                program,
                system,
                rows,
                processRows(rows),
                cpuRows(),
                counters.checks(startNs, endNs),
                quality,
                evidence);
    }

    /** Longest wait for a CPU first; equal ones by tid, so that the order is the same in every run. */
    private static final Comparator<ThreadRow> BY_CPU_WAIT = Comparator.comparingLong(
                    (ThreadRow row) -> -cpuWaitNs(row.sums()))
            .thenComparingLong(row -> -row.sums().switches())
            .thenComparingInt(ThreadRow::tid);

    /** How long it wanted a CPU and had none. Not how long it was off its CPU: daemons sleep all day. */
    private static long cpuWaitNs(Sums sums) {
        return sums.preemptedNs() + sums.runnableNs() + sums.newNs();
    }

    private List<ThreadRow> threadRows() {
        Map<Integer, Integer> parentOfTgid = new HashMap<>();
        for (int row = 0; row < threads.size(); row++) {
            if (threads.tgid(row) >= 0 && threads.parentTgid(row) >= 0) {
                parentOfTgid.put(threads.tgid(row), threads.parentTgid(row));
            }
        }
        List<ThreadRow> rows = new ArrayList<>();
        for (int row = 0; row < threads.size(); row++) {
            Sums sums = ofThread.sums(row);
            if (sums.switches() > 0 || sums.lifeNs() > 0) {
                rows.add(new ThreadRow(
                        threads.tid(row),
                        threads.tgid(row),
                        threads.parentTgid(row),
                        threads.name(row),
                        threads.priority(row),
                        isInProgram(threads.tgid(row), parentOfTgid),
                        lastSeenNs.get(row) - firstSeenNs.get(row),
                        sums));
            }
        }
        return rows;
    }

    private boolean isInProgram(int tgid, Map<Integer, Integer> parentOfTgid) {
        if (options.programTgid() == SchedSink.NO_TID) {
            return true;
        }
        int at = tgid;
        // A reused tgid could close a circle of parents: no family is deeper than it has members.
        for (int steps = 0; steps <= parentOfTgid.size() && at != SchedSink.NO_TID; steps++) {
            if (at == options.programTgid()) {
                return true;
            }
            at = parentOfTgid.getOrDefault(at, SchedSink.NO_TID);
        }
        return false;
    }

    /** Processes of one name and parent are one row: their number grows with the run, not what they tell. */
    private record ProcessKey(String name, int parentTgid, boolean inProgram) {}

    private static List<ProcessRow> processRows(List<ThreadRow> rows) {
        Map<Integer, ProcessRow> byTgid = new LinkedHashMap<>();
        Map<Integer, Integer> parents = new HashMap<>();
        for (ThreadRow row : rows) {
            int tgid = row.tgid() == SchedSink.NO_TID ? row.tid() : row.tgid();
            parents.merge(tgid, row.parentTgid(), (a, b) -> a == SchedSink.NO_TID ? b : a);
            boolean isMain = tgid == row.tid();
            byTgid.merge(
                    tgid,
                    new ProcessRow(tgid, row.name(), 1, 1, row.inProgram(), row.sums()),
                    (a, b) -> new ProcessRow(
                            tgid,
                            isMain ? row.name() : a.name(),
                            1,
                            a.threads() + 1,
                            a.inProgram(),
                            a.sums().plus(b.sums())));
        }
        Map<ProcessKey, ProcessRow> grouped = new LinkedHashMap<>();
        for (ProcessRow row : byTgid.values()) {
            grouped.merge(
                    new ProcessKey(row.name(), parents.get(row.tgid()), row.inProgram()),
                    row,
                    (a, b) -> new ProcessRow(
                            Math.min(a.tgid(), b.tgid()),
                            a.name(),
                            a.processes() + b.processes(),
                            a.threads() + b.threads(),
                            a.inProgram(),
                            a.sums().plus(b.sums())));
        }
        List<ProcessRow> sorted = new ArrayList<>(grouped.values());
        sorted.sort(Comparator.comparingLong((ProcessRow row) -> -cpuWaitNs(row.sums()))
                .thenComparingInt(ProcessRow::tgid));
        return sorted;
    }

    private List<CpuRow> cpuRows() {
        List<CpuRow> rows = new ArrayList<>();
        for (Map.Entry<Integer, Long> window : cpuWindows.entrySet()) {
            int cpu = window.getKey();
            rows.add(new CpuRow(
                    cpu,
                    window.getValue(),
                    ofCpu.count(cpu, SwitchClass.PREEMPTION),
                    ofCpu.count(cpu, SwitchClass.SYNCHRONIZATION),
                    ofCpu.count(cpu, SwitchClass.TERMINATION_OR_STOP),
                    ofCpu.count(cpu, SwitchClass.UNCLASSIFIED),
                    ofCpu.timeNs(cpu, IntervalKind.RUNNING),
                    idleNs.get(cpu),
                    unknownNs.get(cpu)));
        }
        return rows;
    }
}
