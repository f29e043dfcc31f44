package dev.whyswitch.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.sched.IntervalKind;
import dev.whyswitch.sched.IntervalLog.Interval;
import dev.whyswitch.trace.SwitchClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real recordings of single tasks, and of PERF_RECORD_SWITCH alone, against the kernel's counters of every thread. */
final class TaskRecordingsTest {
    private static final Pattern COUNTERS =
            Pattern.compile("(\\w+) tid=(\\d+) from=(\\d+) to=(\\d+) nvcsw=(\\d+) nivcsw=(\\d+)");

    @TempDir
    private Path directory;

    private Recording read(String name) throws IOException {
        return Recording.of(RealRecordings.unpack(name + ".data", directory), UnaryOperator.identity());
    }

    private static List<Matcher> counters(String name) throws IOException {
        return Recording.text(name + ".rusage.txt")
                .lines()
                .map(COUNTERS::matcher)
                .filter(Matcher::matches)
                .toList();
    }

    private static long count(Recording recording, Matcher span, SwitchClass switchClass) {
        int tid = Integer.parseInt(span.group(2));
        return recording.log().switches().stream()
                .filter(s -> recording.threads().tid(s.thread()) == tid
                        && s.switchClass() == switchClass
                        && s.timeNs() >= Long.parseLong(span.group(3))
                        && s.timeNs() <= Long.parseLong(span.group(4)))
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks.both", "tasks.tracepoint", "tasks.user", "cpus.switch"})
    void switchesEqualTheKernelsCountersThreadByThread(String name) throws IOException {
        Recording recording = read(name);
        List<Matcher> threads = counters(name);

        assertThat(threads).hasSize(6);
        for (Matcher thread : threads) {
            assertThat(count(recording, thread, SwitchClass.PREEMPTION))
                    .as("preemptions of %s %s", thread.group(1), thread.group(2))
                    .isEqualTo(Long.parseLong(thread.group(6)));
            assertThat(count(recording, thread, SwitchClass.SYNCHRONIZATION))
                    .as("synchronizations of %s %s", thread.group(1), thread.group(2))
                    .isEqualTo(Long.parseLong(thread.group(5)));
        }
        assertThat(recording.evidence().inferredSwitches()).isZero();
    }

    @Test
    void theTracepointAndTheSwitchRecordAreOneSwitch() throws IOException {
        Recording both = read("tasks.both");

        // perf script: as many lines "sched:sched_switch:" as "PERF_RECORD_SWITCH OUT".
        assertThat(both.evidence().switchesByTracepoint())
                .isEqualTo(both.log().switches().size());
        assertThat(both.evidence().switchesBySwitchOutOnly()).isZero();
        assertThat(both.evidence().preemptBitAgrees())
                .isEqualTo(both.log().switches().size());
        assertThat(both.evidence().preemptBitDisagrees()).isZero();
    }

    /** Three children, five threads and main end; perf script shows as many EXIT records before their last switch-out. */
    @Test
    void endsAreNoSynchronizationsWhereOnlySwitchRecordsAre() throws IOException {
        Recording recording = read("cpus.switch");
        List<Integer> ended = recording.log().switches().stream()
                .filter(s -> s.switchClass() == SwitchClass.TERMINATION_OR_STOP)
                .map(s -> recording.threads().tid(s.thread()))
                .toList();

        for (Matcher thread : counters("cpus.switch")) {
            int tid = Integer.parseInt(thread.group(2));
            if (!thread.group(1).equals("main")) {
                assertThat(ended).contains(tid);
            }
        }
        assertThat(ended).doesNotHaveDuplicates();
    }

    @Test
    void withSwitchRecordsNoTimeIsUnknown() throws IOException {
        assertThat(unknownShare(read("tasks.both"))).isLessThan(0.05);
        assertThat(unknownShare(read("tasks.user"))).isLessThan(0.05);
        assertThat(unknownShare(read("tasks.tracepoint"))).isGreaterThan(0.2);
    }

    private static double unknownShare(Recording recording) {
        long all = 0;
        long unknown = 0;
        for (Interval interval : recording.log().intervals()) {
            all += interval.toNs() - interval.fromNs();
            unknown += interval.kind() == IntervalKind.UNKNOWN ? interval.toNs() - interval.fromNs() : 0;
        }
        return (double) unknown / all;
    }

    /** The kernel fills such a buffer from its end, so the file holds the newest record of each CPU first. */
    @Test
    void overwrittenBuffersAreReadAsPerfReadsThem() throws IOException {
        Path file = RealRecordings.unpack("overwrite.data", directory);
        Path text = RealRecordings.unpack("overwrite.perf-script.txt", directory);
        List<String> expected = SwitchLines.ofPerfScript(Files.readAllLines(text, StandardCharsets.ISO_8859_1));
        List<String> actual = SwitchLines.ofReader(file);

        assertThat(actual).hasSameSizeAs(expected).hasSize(507);
        for (int cpu = 0; cpu < 2; cpu++) {
            assertThat(SwitchLines.ofCpu(cpu, actual)).containsExactlyElementsOf(SwitchLines.ofCpu(cpu, expected));
        }
    }

    /** --tail-synthesize into a pipe: even the event attributes lie behind the events, and perf cannot read what it wrote. */
    @Test
    void attributesBehindTheEventsOfAPipeAreFound() throws IOException {
        Path file = RealRecordings.unpack("tail.pipe.data", directory);
        Path text = RealRecordings.unpack("tail.pipe.perf-script.txt", directory);
        List<String> expected = SwitchLines.ofPerfScript(Files.readAllLines(text, StandardCharsets.ISO_8859_1));
        List<String> actual = SwitchLines.ofReader(file);

        assertThat(actual).hasSameSizeAs(expected).hasSize(54);
        for (int cpu = 0; cpu < 2; cpu++) {
            assertThat(SwitchLines.ofCpu(cpu, actual)).containsExactlyElementsOf(SwitchLines.ofCpu(cpu, expected));
        }
    }

    /** --tail-synthesize puts the names of what was there before behind the events. */
    @Test
    void namesBehindTheEventsAreThere() throws IOException {
        Recording recording = read("overwrite");

        assertThat(recording.quality().backwardsTimes()).isZero();
        assertThat(recording.log().windowNs(0)).isNotEqualTo(recording.log().windowNs(1));
        for (int row = 0; row < recording.threads().size(); row++) {
            assertThat(recording.threads().name(row))
                    .as("tid %d", recording.threads().tid(row))
                    .isNotEmpty();
        }
    }
}
