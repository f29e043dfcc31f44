package dev.whyswitch.bench;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TaskState;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Events per microsecond (millions a second) of a warm JVM on one core, of a generated recording in the page cache. The JVM
 * options are the launcher's. The score counts the {@value #EVENTS} events that the generator was asked for; it writes at
 * most 5 fewer.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 3,
        jvmArgs = {"-Xmx192m", "-XX:+UseSerialGC"})
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 3)
public class AnalysisBenchmark {
    private static final int EVENTS = 2_000_000;

    /** CPUs of the recording. */
    @Param("64")
    public int cpus;

    /** Threads of the recording. */
    @Param("10000")
    public int threads;

    private Path file;
    private Totals truth;

    /** Writes the recording. */
    @Setup(Level.Trial)
    public void generate() throws IOException {
        file = Files.createTempFile("whyswitch", ".data");
        truth = TraceGenerator.write(file, EVENTS, cpus, threads, 1);
    }

    /** Removes it. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        Files.delete(file);
    }

    /** The whole analysis: reader, state machine, all consumers, result. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public Analysis analyze() throws IOException {
        PerfDataReader reader = PerfDataReader.open(file);
        Analyzer analyzer = new Analyzer(
                reader.names(), reader.hasSwitchTracepoint(), reader.recordsSingleTasks(), Analyzer.Options.ALL);
        TraceQuality quality = reader.read(analyzer.events());
        Analysis analysis = analyzer.result(1, reader.info(), quality);
        check(analysis.system().switches());
        return analysis;
    }

    /** The reader alone: finds the records, merges them in time order, decodes their fields. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long scan() throws IOException {
        Emptiness sink = new Emptiness();
        PerfDataReader.open(file).read(sink);
        check(sink.switches);
        return sink.sum;
    }

    /** A fast wrong answer is none. */
    private void check(long switches) {
        if (switches != truth.switches()) {
            throw new IllegalStateException(switches + " switches, expected " + truth.switches());
        }
    }

    /** Takes all events and does as little as possible that keeps the JIT from leaving their decoding out. */
    private static final class Emptiness implements SchedSink {
        private long sum;
        private long switches;

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
            switches += prevTid == 0 ? 0 : 1;
            sum += timeNs + prevTid + prevName + prevPrio + (prevState.isEnd() ? 1 : 0) + nextTid + nextName + nextPrio;
        }

        @Override
        public void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt) {
            sum += timeNs + tid + nextTid + (preempt ? 1 : 0);
        }

        @Override
        public void onSwitchIn(long timeNs, int cpu, int tid, int prevTid) {
            sum += timeNs + tid + prevTid;
        }

        @Override
        public void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio) {
            sum += timeNs + currentTid + contextFlags + tid + name + prio;
        }

        @Override
        public void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
            sum += timeNs + currentTid + tid + name + prio + targetCpu;
        }

        @Override
        public void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
            sum += timeNs + currentTid + tid + name + prio + targetCpu;
        }

        @Override
        public void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu) {
            sum += timeNs + currentTid + tid + fromCpu + toCpu;
        }

        @Override
        public void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs) {
            sum += timeNs + currentTid + tid + runtimeNs;
        }

        @Override
        public void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid) {
            sum += timeNs + parentTid + tid;
        }

        @Override
        public void onName(long timeNs, int tgid, int tid, int name) {
            sum += tgid + tid + name;
        }

        @Override
        public void onLost(long timeNs, int cpu, long count) {
            sum += count;
        }

        @Override
        public void onWindowEnd(int cpu, long timeNs) {
            sum += timeNs;
        }
    }
}
