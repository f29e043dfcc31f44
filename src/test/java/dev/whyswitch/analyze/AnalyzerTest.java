package dev.whyswitch.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.json.Json;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TaskState;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who belongs to the program, what is summed into which row, and the kernel's counters against it. */
final class AnalyzerTest {
    private static final TraceInfo INFO = new TraceInfo(
            "perf.data",
            "perf.data",
            12,
            "vm",
            "6.18",
            "x86_64",
            "6.1",
            List.of("perf"),
            2,
            "mono",
            List.of(),
            List.of(),
            Selection.ALL);
    private static final TraceQuality QUALITY = new TraceQuality(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);

    @TempDir
    private Path directory;

    private final NameTable names = new NameTable();

    private void sw(SchedSink sink, long timeNs, int cpu, int prev, TaskState state, int next) {
        sink.onSwitch(timeNs, cpu, prev, prev, 0, 120, state, next, 0, 120);
    }

    /** init 1 starts shell 10, which starts main 20 with thread 21; 20 starts child 30 (name "kid"), that child 40. */
    private Analysis family(Analyzer.Options options) {
        Analyzer analyzer = new Analyzer(names, true, false, options);
        SchedSink sink = analyzer.events();
        sink.onFork(1, 0, 1, 1, 10, 10);
        sink.onName(1, 10, 10, names.intern("shell"));
        for (boolean tracepoint : new boolean[] {false, true}) {
            fork(sink, tracepoint, 10, 20, 20);
            fork(sink, tracepoint, 20, 20, 21);
            fork(sink, tracepoint, 20, 30, 30);
            fork(sink, tracepoint, 30, 40, 40);
            fork(sink, tracepoint, 20, 50, 50);
        }
        sink.onName(2, 20, 20, names.intern("main"));
        sink.onName(2, 20, 21, names.intern("worker"));
        sink.onName(2, 30, 30, names.intern("kid"));
        sink.onName(2, 50, 50, names.intern("kid"));
        sink.onName(2, 40, 40, names.intern("grandkid"));
        sw(sink, 100, 0, 10, TaskState.SLEEPING, 20);
        sw(sink, 200, 0, 20, TaskState.RUNNABLE, 21);
        sw(sink, 300, 0, 21, TaskState.SLEEPING, 30);
        sw(sink, 400, 0, 30, TaskState.ZOMBIE, 40);
        sw(sink, 500, 0, 40, TaskState.DEAD, 50);
        sw(sink, 600, 0, 50, TaskState.DEAD, 20);
        sw(sink, 700, 0, 20, TaskState.RUNNABLE, 0);
        return analyzer.result(Json.ANALYSIS_SCHEMA, INFO, QUALITY);
    }

    private static void fork(SchedSink sink, boolean tracepoint, int parent, int tgid, int tid) {
        sink.onFork(2, 0, tracepoint ? -1 : parent, parent, tracepoint ? -1 : tgid, tid);
    }

    @Test
    void theProgramIsItsProcessAndAllDescendants() {
        Analysis analysis = family(new Analyzer.Options(20, List.of()));

        Map<Integer, Boolean> inProgram =
                analysis.threads().stream().collect(Collectors.toMap(ThreadRow::tid, ThreadRow::inProgram));
        assertThat(inProgram).isEqualTo(Map.of(10, false, 20, true, 21, true, 30, true, 40, true, 50, true));
        assertThat(analysis.program().switches()).isEqualTo(6);
        assertThat(analysis.system().switches()).isEqualTo(7);
        assertThat(analysis.program().terminationsOrStops()).isEqualTo(3);
        assertThat(analysis.system().vtuneSynchronizations()).isEqualTo(5);
    }

    @Test
    void withoutAProgramAllBelongsToIt() {
        Analysis analysis = family(Analyzer.Options.ALL);

        assertThat(analysis.threads()).allMatch(ThreadRow::inProgram);
        assertThat(analysis.program()).isEqualTo(analysis.system());
    }

    @Test
    void processesOfOneNameAndParentAreOneRow() {
        Analysis analysis = family(new Analyzer.Options(20, List.of()));

        Map<String, ProcessRow> rows =
                analysis.processes().stream().collect(Collectors.toMap(ProcessRow::name, row -> row));
        assertThat(rows).containsOnlyKeys("shell", "main", "kid", "grandkid");
        assertThat(rows.get("kid").processes()).isEqualTo(2);
        assertThat(rows.get("kid").tgid()).isEqualTo(30);
        assertThat(rows.get("kid").sums().terminationsOrStops()).isEqualTo(2);
        assertThat(rows.get("main").threads()).isEqualTo(2);
        assertThat(rows.get("main").processes()).isEqualTo(1);
        assertThat(rows.get("main").sums().switches()).isEqualTo(3);
    }

    @Test
    void everyRowSumsToItsObservedLifeAndEveryCpuToItsWindow() {
        Analysis analysis = family(Analyzer.Options.ALL);

        assertThat(analysis.threads()).allMatch(row -> row.sums().lifeNs() == row.observedNs());
        assertThat(analysis.cpus())
                .hasSize(1)
                .allMatch(cpu -> cpu.runningNs() + cpu.idleNs() + cpu.unknownNs() == cpu.windowNs());
        assertThat(analysis.cpus().get(0).switches()).isEqualTo(7);
        assertThat(analysis.windowNs()).isEqualTo(600);
    }

    /** 10,050 processes of one thread one after the other on one CPU; number i, from 1 on, is preempted for i ns. */
    private Analysis many(Analyzer.Options options) {
        Analyzer analyzer = new Analyzer(names, true, false, options);
        SchedSink sink = analyzer.events();
        long timeNs = 1000;
        for (int i = 1; i <= 10_050; i++) {
            int tid = 100 + i;
            sink.onName(timeNs, tid, tid, names.intern("many"));
            sw(sink, timeNs, 0, 0, TaskState.RUNNABLE, tid);
            sw(sink, timeNs + 10, 0, tid, TaskState.RUNNABLE, 0);
            sw(sink, timeNs + 10 + i, 0, 0, TaskState.RUNNABLE, tid);
            sw(sink, timeNs + 20 + i, 0, tid, TaskState.DEAD, 0);
            timeNs += 30 + i;
        }
        return analyzer.result(Json.ANALYSIS_SCHEMA, INFO, QUALITY);
    }

    @Test
    void threadsBeyondTenThousandAreSummedNotListed() {
        Analysis analysis = many(Analyzer.Options.ALL);

        assertThat(analysis.threads()).hasSize(10_000);
        assertThat(analysis.threads())
                .extracting(ThreadRow::tid)
                .startsWith(10_150, 10_149)
                .endsWith(152, 151);
        assertThat(analysis.unlisted().ofProgram()).isEqualTo(50);
        assertThat(analysis.unlisted().others()).isZero();
        assertThat(analysis.unlisted().program().preemptedNs()).isEqualTo(50 * 51 / 2);
        assertThat(analysis.unlisted().program().switches()).isEqualTo(100);
        assertThat(analysis.system().preemptedNs()).isEqualTo(10_050L * 10_051 / 2);
        assertThat(analysis.unlisted().observedNs())
                .isEqualTo(analysis.unlisted().program().lifeNs());
        assertThat(analysis.processes()).hasSize(1);
        assertThat(analysis.processes().get(0).processes()).isEqualTo(10_050);
        assertThat(analysis.processes().get(0).sums()).isEqualTo(analysis.system());
    }

    @Test
    void theProgramsThreadsAreListedBeforeLongerWaits() {
        Analysis analysis = many(new Analyzer.Options(101, List.of()));

        assertThat(analysis.threads()).hasSize(10_000);
        assertThat(analysis.threads()).extracting(ThreadRow::tid).endsWith(153, 152, 101);
        assertThat(analysis.unlisted().ofProgram()).isZero();
        assertThat(analysis.unlisted().others()).isEqualTo(50);
        assertThat(analysis.unlisted().other().preemptedNs()).isEqualTo(51 * 52 / 2 - 1);
        assertThat(analysis.program().preemptedNs()).isEqualTo(1);
    }

    @Test
    void rowsAreSortedByTheirWaitForACpu() {
        List<ThreadRow> rows = family(Analyzer.Options.ALL).threads();

        assertThat(rows.stream()
                        .map(r -> r.sums().preemptedNs()
                                + r.sums().runnableNs()
                                + r.sums().newNs()))
                .isSortedAccordingTo((a, b) -> Long.compare(b, a));
        // 20 was preempted from 200 to 600; 10 slept longer, and wanted no CPU.
        assertThat(rows.get(0).tid()).isEqualTo(20);
    }

    @Test
    void countersCompareWithTheSwitchesBetweenTheirReadings() {
        Analysis analysis = family(new Analyzer.Options(
                20,
                List.of(
                        new KernelCounters("main", 20, false, 150, 700, 0, 2),
                        new KernelCounters("worker", 21, false, 150, 299, 0, 0),
                        new KernelCounters("children", 20, true, 100, 700, 1, 0),
                        new KernelCounters("late", 40, false, 100, 9_000, 0, 0))));
        Map<String, CounterCheck> checks =
                analysis.counters().stream().collect(Collectors.toMap(CounterCheck::name, c -> c));

        assertThat(checks.get("main").isExact()).isTrue();
        assertThat(checks.get("main").preemptions()).isEqualTo(2);
        assertThat(checks.get("main").fromNs()).isEqualTo(50);
        assertThat(checks.get("main").insideRecording()).isTrue();
        assertThat(checks.get("worker").isExact()).isTrue();
        // 30 ended as a zombie, so it was counted; 50 ended dead: it was reaped before or while it left.
        assertThat(checks.get("children").terminationsOrStops()).isEqualTo(2);
        assertThat(checks.get("children").reapedEarly()).isEqualTo(1);
        assertThat(checks.get("children").synchronizationDifference()).isEqualTo(1);
        assertThat(checks.get("children").isExact()).isTrue();
        assertThat(checks.get("late").insideRecording()).isFalse();
    }

    @Test
    void childrenMayMissNoMoreThanTheReapedOnes() {
        CounterCheck exact = check(5, 3, 5, 2, 2, 2, 0);
        CounterCheck tooMany = check(5, 3, 5, 4, 2, 0, 0);
        CounterCheck tooFew = check(5, 6, 5, 2, 2, 2, 0);
        CounterCheck unsure = check(5, 4, 5, 2, 2, 2, 1);

        assertThat(exact.isExact()).isTrue();
        assertThat(tooMany.isExact()).isFalse();
        assertThat(tooFew.isExact()).isFalse();
        assertThat(unsure.isExact()).isFalse();
        assertThat(check(4, 4, 5, 2, 2, 2, 0).isExact()).isFalse();
    }

    private static CounterCheck check(
            long involuntary, long voluntary, long preemptions, long sync, long ends, long reaped, long unclassified) {
        return new CounterCheck(
                "x", 1, true, 0, 1, voluntary, involuntary, preemptions, sync, ends, reaped, unclassified, true);
    }

    @Test
    void oneThreadMayBeCountedOverSeveralSpans() {
        Analysis analysis = family(new Analyzer.Options(
                20,
                List.of(
                        new KernelCounters("first", 20, false, 150, 400, 0, 1),
                        new KernelCounters("second", 20, false, 401, 700, 0, 1))));

        assertThat(analysis.counters()).allMatch(CounterCheck::isExact);
    }

    @Test
    void anAnalysisComesBackFromItsJson() throws IOException {
        Analysis analysis =
                family(new Analyzer.Options(20, List.of(new KernelCounters("main", 20, false, 150, 700, 0, 2))));
        Path file = directory.resolve("analysis.json");
        Json.write(file, analysis);

        assertThat(Json.read(file, Analysis.class)).isEqualTo(analysis);
        assertThat(Json.text(Json.read(file, Analysis.class))).isEqualTo(Json.text(analysis));
    }
}
