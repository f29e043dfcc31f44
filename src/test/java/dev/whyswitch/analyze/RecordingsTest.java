package dev.whyswitch.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.sched.IntervalLog;
import dev.whyswitch.sched.IntervalLog.Switch;
import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real recordings whose truth is known from elsewhere; see src/test/resources/recordings/README.md. */
final class RecordingsTest {
    private static final Pattern RUSAGE = Pattern.compile("(\\w+) tid=(\\d+) nvcsw=(\\d+) nivcsw=(\\d+)");
    private static final int MAIN_TID = 18154;

    @TempDir
    private Path directory;

    private Recording read(String name) throws IOException {
        return Recording.of(RealRecordings.unpack(name, directory), UnaryOperator.identity());
    }

    @Test
    void switchesEqualTheKernelsCountersThreadByThread() throws IOException {
        Recording mix = read("mix.file.data");
        Map<String, Long> differences = Recording.text("mix.rusage.txt")
                .lines()
                .map(RUSAGE::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(m -> m.group(2), m -> {
                    int row = mix.row(Integer.parseInt(m.group(2)));
                    assertThat(mix.log().count(row, SwitchClass.PREEMPTION)).isEqualTo(Long.parseLong(m.group(4)));
                    return mix.log().count(row, SwitchClass.SYNCHRONIZATION) - Long.parseLong(m.group(3));
                }));

        // main's counter holds one wait that lies before the first record.
        assertThat(differences)
                .containsOnlyKeys("18154", "18156", "18157", "18158", "18159", "18160")
                .containsEntry(String.valueOf(MAIN_TID), -1L);
        assertThat(differences.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(-1);
        assertThat(differences.values()).allMatch(d -> d <= 0);
    }

    @Test
    void statesOfAllSwitchesAreThoseOfTheText() throws IOException {
        Recording mix = read("mix.file.data");
        Map<TaskState, Long> states = new EnumMap<>(TaskState.class);
        mix.log().switches().forEach(s -> states.merge(s.state(), 1L, Long::sum));

        assertThat(states)
                .isEqualTo(new EnumMap<>(Map.of(
                        TaskState.RUNNABLE, 651L,
                        TaskState.RUNNABLE_PREEMPTED, 7L,
                        TaskState.SLEEPING, 493L,
                        TaskState.DISK_SLEEP, 7L,
                        TaskState.IDLE, 33L,
                        TaskState.DEAD, 5L,
                        TaskState.ZOMBIE, 6L)));
    }

    @Test
    void missingIdleExitsAreAllRepaired() throws IOException {
        Recording mix = read("mix.file.data");

        assertThat(mix.evidence().chainBreaks()).isEqualTo(263);
        assertThat(mix.evidence().repairedIdleExits()).isEqualTo(263);
        assertThat(mix.evidence().inferredSwitches()).isZero();
        assertThat(mix.evidence().contradictions()).isZero();
        assertThat(mix.evidence().backwardsIntervals()).isZero();
        assertThat(mix.quality().lostEvents()).isZero();
        assertThat(mix.quality().backwardsTimes()).isZero();
    }

    @Test
    void switchesAreThoseOfPerfScript() throws IOException {
        Path file = RealRecordings.unpack("mix.file.data", directory);
        Path text = RealRecordings.unpack("mix.file.perf-script.txt", directory);
        List<String> expected = SwitchLines.ofPerfScript(Files.readAllLines(text, StandardCharsets.ISO_8859_1));

        compare(SwitchLines.ofReader(file), expected, 1204);
    }

    @Test
    void switchesAreThoseOfThePerfInstalledHere() throws IOException, InterruptedException {
        for (String name : List.of("mix.file.data", "mixed.data", "t1.data", "mix.mono.data")) {
            Path file = RealRecordings.unpack(name, directory);
            compare(SwitchLines.ofReader(file), SwitchLines.ofPerfScript(perfScript(file)), -1);
        }
    }

    private static void compare(List<String> actual, List<String> expected, int count) {
        assertThat(expected).hasSizeGreaterThan(1000);
        for (int cpu = 0; cpu < 2; cpu++) {
            assertThat(SwitchLines.ofCpu(cpu, actual)).containsExactlyElementsOf(SwitchLines.ofCpu(cpu, expected));
        }
        assertThat(actual).hasSameSizeAs(expected);
        if (count >= 0) {
            assertThat(actual).hasSize(count);
        }
    }

    private List<String> perfScript(Path file) throws IOException, InterruptedException {
        Path out = directory.resolve("script.txt");
        try {
            Process perf = new ProcessBuilder("perf", "script", "-f", "-i", file.toString())
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Assumptions.assumeTrue(perf.waitFor() == 0, "perf script cannot read " + file.getFileName());
        } catch (IOException e) {
            Assumptions.abort("perf is not installed: " + e.getMessage());
        }
        return Files.readAllLines(out, StandardCharsets.ISO_8859_1);
    }

    @Test
    void switchRecordsInAdditionChangeNoCount() throws IOException {
        Path file = RealRecordings.unpack("mixed.data", directory);
        Recording both = Recording.of(file, UnaryOperator.identity());
        Recording alone = Recording.of(file, Recording::withoutSwitchRecords);

        for (Recording recording : List.of(both, alone)) {
            assertThat(shown(recording, 0)).isEqualTo(898);
            assertThat(shown(recording, 1)).isEqualTo(294);
            assertThat(recording.evidence().inferredSwitches()).isEqualTo(6);
            assertThat(inferred(recording))
                    .allMatch(s -> s.cpu() == 1 && recording.threads().tid(s.thread()) == 75);
        }
        assertThat(both.evidence().switchesOutsideWindow()).isEqualTo(8);
        assertThat(both.evidence().preemptBitDisagrees()).isZero();
        assertThat(both.log().windowNs(0)).isEqualTo(alone.log().windowNs(0));
        assertThat(both.log().windowNs(1)).isEqualTo(alone.log().windowNs(1));
        for (int row = 0; row < alone.threads().size(); row++) {
            int tid = alone.threads().tid(row);
            for (SwitchClass switchClass : SwitchClass.values()) {
                assertThat(both.count(tid, switchClass))
                        .as("%s of tid %d", switchClass, tid)
                        .isEqualTo(alone.count(tid, switchClass));
            }
        }
        assertThat(both.log().switches()).hasSameSizeAs(alone.log().switches());
    }

    private static long shown(Recording recording, int cpu) {
        return recording.log().switches().stream()
                .filter(s -> s.cpu() == cpu && !s.inferred())
                .count();
    }

    private static List<Switch> inferred(Recording recording) {
        return recording.log().switches().stream().filter(Switch::inferred).toList();
    }

    @Test
    void nothingIsRecordedWhileThread75RunsSoItsSwitchesAreInferred() throws IOException {
        List<String> lines = new ArrayList<>();
        EventLog[] log = new EventLog[1];
        Recording.feed(RealRecordings.unpack("mixed.data", directory), names -> log[0] = new EventLog(names));
        lines.addAll(log[0].lines());

        assertThat(lines).noneMatch(l -> l.contains(" by 75: "));
        assertThat(lines.stream().filter(l -> l.contains("==> tokio-rt-worker:75 ")))
                .hasSize(6);
        assertThat(lines.stream().filter(l -> l.contains(": in, prev 75"))).hasSize(7);
    }

    @Test
    void forkNamesParentAndChildAsTheForkRecordDoes() throws IOException {
        EventLog[] log = new EventLog[1];
        Recording.feed(RealRecordings.unpack("t1.data", directory), names -> log[0] = new EventLog(names));
        Pattern fork = Pattern.compile("^\\d+ cpu\\d+: fork (-?\\d+)/(\\d+) to -?\\d+/(\\d+)$");
        List<String> byTracepoint = new ArrayList<>();
        List<String> byRecord = new ArrayList<>();
        for (String line : log[0].lines()) {
            Matcher m = fork.matcher(line);
            if (m.matches()) {
                (m.group(1).equals("-1") ? byTracepoint : byRecord).add(m.group(2) + " to " + m.group(3));
            }
        }

        // perf's own helper was created before the tracepoints were switched on.
        byTracepoint.add("8993 to 8995");
        assertThat(byTracepoint).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(byRecord);
    }

    /**
     * perf stops its events CPU by CPU and visits each: it runs on CPU 0 at the end of that CPU's window, then on
     * CPU 1, whose events still record. No contradiction: CPU 0 was not watched any more.
     */
    @Test
    void perfItselfAtTheEndOfARecordingIsNoContradiction() throws IOException {
        assertThat(read("t1.data").evidence().contradictions()).isZero();
    }

    @Test
    void theClockIsNamed() throws IOException {
        assertThat(PerfDataReader.open(RealRecordings.unpack("mix.mono.data", directory))
                        .info()
                        .clock())
                .isEqualTo("CLOCK_MONOTONIC");
        assertThat(PerfDataReader.open(RealRecordings.unpack("mix.file.data", directory))
                        .info()
                        .clock())
                .contains("default");
    }

    @Test
    void intervalsOfEveryRecordingArePartitions() throws IOException {
        for (String name : List.of("mix.file.data", "mixed.data", "t1.data", "mix.mono.data")) {
            IntervalLog log = read(name).log();
            assertThat(log.intervals()).isNotEmpty();
        }
    }
}
