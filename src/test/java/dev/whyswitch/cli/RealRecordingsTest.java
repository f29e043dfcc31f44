package dev.whyswitch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TaskState;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of real recordings by other means: the kernel's counters, perf's own text of the same file. */
final class RealRecordingsTest {
    @TempDir
    private Path folder;

    private Analysis analysis(String name) throws IOException {
        return Recordings.analyze(RealRecordings.unpack(name, folder), Analyzer.Options.ALL);
    }

    private static Sums sums(Analysis analysis, int tid) {
        return analysis.threads().stream()
                .filter(row -> row.tid() == tid)
                .map(ThreadRow::sums)
                .reduce(Sums.ZERO, Sums::plus);
    }

    /** mix.rusage.txt: what the threads of the same run read with getrusage(RUSAGE_THREAD) just before their end. */
    @Test
    void preemptionsOfEveryThreadEqualRuNivcsw() throws IOException {
        Analysis mix = analysis("mix.file.data");

        assertThat(sums(mix, 18157).preemptions()).isEqualTo(237);
        assertThat(sums(mix, 18156).preemptions()).isEqualTo(215);
        assertThat(sums(mix, 18158).preemptions()).isEqualTo(192);
        assertThat(sums(mix, 18159).preemptions()).isEqualTo(0);
        assertThat(sums(mix, 18160).preemptions()).isEqualTo(0);
        assertThat(sums(mix, 18154).preemptions()).isEqualTo(3);
    }

    /** As above; main's first wait, for its exec, lies before the first record. */
    @Test
    void synchronizationsOfEveryThreadEqualRuNvcsw() throws IOException {
        Analysis mix = analysis("mix.file.data");

        assertThat(sums(mix, 18159).synchronizations()).isEqualTo(206);
        assertThat(sums(mix, 18160).synchronizations()).isEqualTo(224);
        assertThat(sums(mix, 18158).synchronizations()).isEqualTo(1);
        assertThat(sums(mix, 18157).synchronizations()).isEqualTo(1);
        assertThat(sums(mix, 18156).synchronizations()).isEqualTo(0);
        assertThat(sums(mix, 18154).synchronizations()).isEqualTo(8 - 1);
    }

    /** Counted in perf script's text with grep: R 651 and R+ 7 without swapper, S 493, D 7, I 33, X 5, Z 6. */
    @Test
    void classesAddUpToTheStatesThatPerfPrints() throws IOException {
        Sums all = analysis("mix.file.data").system();

        assertThat(all.preemptions()).isEqualTo(651 + 7);
        assertThat(all.synchronizations()).isEqualTo(493 + 7 + 33);
        assertThat(all.terminationsOrStops()).isEqualTo(5 + 6);
        assertThat(all.unclassified()).isZero();
    }

    /** Next pid of a line against prev pid of the CPU's next line, counted in perf script's text with awk: 263 differ. */
    @Test
    void everyChainBreakIsAnIdleExitAndRepaired() throws IOException {
        Analysis mix = analysis("mix.file.data");

        assertThat(mix.traceQuality().lostEvents()).isZero();
        assertThat(mix.evidence().chainBreaks()).isEqualTo(263);
        assertThat(mix.evidence().repairedIdleExits()).isEqualTo(263);
        assertThat(mix.evidence().inferredSwitches()).isZero();
    }

    @Test
    void intervalsPartitionEveryLifeAndEveryWindow() throws IOException {
        for (String name : List.of("mix.file.data", "mixed.data")) {
            Analysis analysis = analysis(name);
            assertThat(analysis.threads())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.sums().lifeNs()).isEqualTo(row.observedNs()));
            assertThat(analysis.cpus())
                    .hasSize(2)
                    .allSatisfy(cpu -> assertThat(cpu.runningNs() + cpu.idleNs() + cpu.unknownNs())
                            .isEqualTo(cpu.windowNs()));
            assertThat(analysis.evidence().threadSwitches())
                    .isEqualTo(analysis.system().switches());
            assertThat(analysis.evidence().contradictions()).isZero();
        }
    }

    /** One line of perf script's text, and one call of ours in the same words. Times in microseconds, as perf prints. */
    private record SwitchLine(
            int cpu,
            String time,
            String prev,
            int prevTid,
            int prevPrio,
            String state,
            String next,
            int nextTid,
            int nextPrio) {
        private static final Pattern TEXT =
                Pattern.compile("\\[(\\d+)\\] +(\\d+\\.\\d{6}): +sched:sched_switch: prev_comm=(.*)"
                        + " prev_pid=(-?\\d+) prev_prio=(-?\\d+) prev_state=(\\S+) ==> next_comm=(.*) next_pid=(-?\\d+)"
                        + " next_prio=(-?\\d+)$");

        static List<SwitchLine> parse(List<String> lines) {
            List<SwitchLine> all = new ArrayList<>();
            for (String line : lines) {
                Matcher m = TEXT.matcher(line);
                if (m.find()) {
                    all.add(new SwitchLine(
                            Integer.parseInt(m.group(1)),
                            m.group(2),
                            m.group(3),
                            Integer.parseInt(m.group(4)),
                            Integer.parseInt(m.group(5)),
                            m.group(6),
                            m.group(7),
                            Integer.parseInt(m.group(8)),
                            Integer.parseInt(m.group(9))));
                }
            }
            return all;
        }
    }

    /** perf script prints per CPU and time; both sides are compared CPU by CPU, each in its own order. */
    @Test
    void readerAgreesWithPerfScriptSwitchBySwitch() throws IOException {
        PerfDataReader reader = PerfDataReader.open(RealRecordings.unpack("mix.file.data", folder));
        Map<Integer, List<SwitchLine>> ours = new TreeMap<>();
        reader.read(sink((method, a) -> {
            if (method.equals("onSwitch")) {
                long timeNs = (Long) a[0];
                String time = String.format(Locale.ROOT, "%d.%06d", timeNs / 1_000_000_000, timeNs / 1000 % 1_000_000);
                ours.computeIfAbsent((Integer) a[1], cpu -> new ArrayList<>())
                        .add(new SwitchLine(
                                (Integer) a[1],
                                time,
                                reader.names().name((Integer) a[4]),
                                (Integer) a[3],
                                (Integer) a[5],
                                ((TaskState) a[6]).letter(),
                                reader.names().name((Integer) a[8]),
                                (Integer) a[7],
                                (Integer) a[9]));
            }
        }));

        Map<Integer, List<SwitchLine>> perfs = new TreeMap<>();
        for (SwitchLine line : SwitchLine.parse(text("perf-script.default.txt"))) {
            perfs.computeIfAbsent(line.cpu(), cpu -> new ArrayList<>()).add(line);
        }
        assertThat(perfs.keySet()).containsExactly(0, 1);
        assertThat(ours).isEqualTo(perfs);
    }

    /** recordings/README.md: 898 and 294 switches of threads by the tracepoint, 8 switch-outs outside its window. */
    @Test
    void switchRecordsChangeNoCount() throws IOException {
        Path file = RealRecordings.unpack("mixed.data", folder);

        Analysis with = mixed(file, Set.of());
        Analysis without = mixed(file, Set.of("onSwitchOut", "onSwitchIn"));

        for (Analysis analysis : List.of(with, without)) {
            assertThat(analysis.cpus().stream().map(RealRecordingsTest::byTracepoint))
                    .containsExactly(898L, 294L);
            // Six switches away from a thread that no record shows, not even its own: only its successor's side is
            // there.
            assertThat(analysis.cpus().stream().map(CpuRow::unclassified)).containsExactly(0L, 6L);
        }
        assertThat(with.evidence().switchesOutsideWindow()).isEqualTo(8);
        assertThat(with.evidence().preemptBitDisagrees()).isZero();
        assertThat(with.evidence().preemptBitAgrees()).isEqualTo(898 + 294);
        assertThat(byThread(without)).isEqualTo(byThread(with));
    }

    private static long byTracepoint(CpuRow cpu) {
        return cpu.preemptions() + cpu.synchronizations() + cpu.terminationsOrStops();
    }

    private static Map<Integer, List<Long>> byThread(Analysis analysis) {
        Map<Integer, List<Long>> counts = new HashMap<>();
        for (ThreadRow row : analysis.threads()) {
            Sums sums = row.sums();
            if (sums.switches() > 0) {
                counts.put(
                        row.tid(),
                        List.of(
                                sums.preemptions(),
                                sums.synchronizations(),
                                sums.terminationsOrStops(),
                                sums.unclassified()));
            }
        }
        return counts;
    }

    private static Analysis mixed(Path file, Set<String> dropped) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file);
        Analyzer analyzer = new Analyzer(reader.names(), reader.hasSwitchTracepoint(), Analyzer.Options.ALL);
        SchedSink filtered = (SchedSink) Proxy.newProxyInstance(
                SchedSink.class.getClassLoader(),
                new Class<?>[] {SchedSink.class},
                (proxy, method, arguments) ->
                        dropped.contains(method.getName()) ? null : method.invoke(analyzer.events(), arguments));
        return analyzer.result(1, reader.info(), reader.read(filtered));
    }

    private interface Call {
        void of(String method, Object[] arguments);
    }

    private static SchedSink sink(Call call) {
        return (SchedSink) Proxy.newProxyInstance(
                SchedSink.class.getClassLoader(), new Class<?>[] {SchedSink.class}, (proxy, method, arguments) -> {
                    call.of(method.getName(), arguments);
                    return null;
                });
    }

    private static List<String> text(String name) throws IOException {
        try (InputStream packed = RealRecordingsTest.class.getResourceAsStream("/recordings/" + name + ".gz");
                InputStream plain = new GZIPInputStream(packed)) {
            return new String(plain.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @Test
    void recordingWithoutSwitchesIsToldInOneLine() throws IOException {
        Path file = RealRecordings.unpack("cpu-clock.data", folder);

        Cli cli = Cli.run("analyze", file.toString());

        assertThat(cli.code()).isEqualTo(3);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).contains("holds no context switches", "cpu-clock", "perf sched record");
        assertThat(Files.size(file)).isPositive();
    }
}
