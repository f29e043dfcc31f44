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
    private final LifeColumns lives = new LifeColumns();
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
            lives.extend(thread, fromNs, toNs);
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
        Family family = new Family(options.programTgid(), threads);
        ThreadRows rows = new ThreadRows(threads, ofThread, family, lives);
        return new Analysis(
                schema,
                info,
                options.programTgid(),
                endNs - startNs,
                rows.program(),
                rows.system(),
                rows.listed(),
                rows.unlisted(),
                ProcessRows.of(threads, ofThread, family),
                cpuRows(),
                counters.checks(startNs, endNs),
                quality,
                evidence);
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
