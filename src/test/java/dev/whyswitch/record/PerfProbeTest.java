package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfProbeTest {
    @TempDir
    Path temp;

    @Test
    void recordingHoldsTheProgramBetweenAckAndStop() throws Exception {
        Perf.assumeRecording();
        RunFolder folder = new RunFolder(temp);
        List<Path> fifosBefore = controlFolders();
        ProbeTimes times;
        ProgramResult result;
        try (RunningProbe probe = new PerfProbe(512, List.of()).start(folder)) {
            try (RunningProgram program = ProgramLauncher.start(
                    ProgramSpec.of(List.of("perl", "-e", "select undef, undef, undef, 0.002 for 1..40")))) {
                result = program.await();
            }
            times = probe.stop();
        }

        assertThat(new String(Files.readAllBytes(folder.recording()), 0, 8, StandardCharsets.US_ASCII))
                .isEqualTo("PERFILE2");
        assertThat(List.of(
                        times.startNs(),
                        times.enabledNs(),
                        result.startNs(),
                        result.endNs(),
                        times.stopNs(),
                        times.endNs()))
                .isSorted();
        // The kernel's own word: as many switch-outs in the recording as wait4(2) reported.
        String script = Perf.output(
                "perf",
                "script",
                "-f",
                "-i",
                folder.recording().toString(),
                "--ns",
                "-F",
                "time,event,trace",
                "--tid",
                String.valueOf(result.pid()));
        List<String> switches = script.lines()
                .filter(line -> line.contains("sched:sched_switch:") && line.contains("prev_pid=" + result.pid() + " "))
                .toList();
        assertThat(script).contains("prev_comm=perl");
        assertThat((long) switches.size())
                .isEqualTo(result.rusage().voluntarySwitches() + result.rusage().involuntarySwitches());
        assertThat(switches).allSatisfy(line -> assertThat(timeNs(line)).isBetween(result.startNs(), times.stopNs()));
        assertThat(controlFolders()).isEqualTo(fifosBefore);
        assertThat(Perf.processesWith(folder.recording().toString())).isEmpty();
    }

    /** {@code   12.345678901: sched:sched_switch: …}. */
    private static long timeNs(String line) {
        return new BigDecimal(line.strip().split(":", 2)[0]).movePointRight(9).longValueExact();
    }

    private static List<Path> controlFolders() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("whyswitch"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void perfChoosesTheEventsThatTheAnalysisNeeds() throws Exception {
        Perf.assumeRecording();
        RunFolder folder = new RunFolder(temp);
        try (RunningProbe probe = new PerfProbe(512, List.of("-e", "raw_syscalls:sys_enter")).start(folder)) {
            probe.stop();
        }

        assertThat(Perf.output("perf", "evlist", "-f", "-i", folder.recording().toString())
                        .lines())
                .contains(
                        "sched:sched_switch",
                        "sched:sched_waking",
                        "sched:sched_wakeup_new",
                        "sched:sched_process_fork",
                        "sched:sched_migrate_task",
                        "sched:sched_stat_runtime",
                        "raw_syscalls:sys_enter");
        String attributes = Perf.output(
                "perf", "evlist", "-v", "-f", "-i", folder.recording().toString());
        assertThat(attributes).contains("context_switch: 1").contains("use_clockid: 1, clockid: 1");
    }

    @Test
    void perfThatRefusesIsQuotedAndLeavesNothing() throws Exception {
        Perf.assumeRecording();
        List<Path> fifosBefore = controlFolders();
        Probe probe = new PerfProbe(512, List.of("-e", "no_such:event"));

        assertThatThrownBy(() -> probe.start(new RunFolder(temp)))
                .isInstanceOf(ProbeException.class)
                .hasMessageStartingWith("perf ended at once with exit code")
                .hasMessageContaining("events/no_such/event not found")
                .hasMessageContaining("see " + temp.resolve("probe.stderr.txt"));
        assertThat(controlFolders()).isEqualTo(fifosBefore);
    }

    @Test
    void perfThatDiesMeanwhileIsReportedByStop() throws Exception {
        Perf.assumeRecording();
        RunFolder folder = new RunFolder(temp);
        try (RunningProbe probe = new PerfProbe(512, List.of()).start(folder)) {
            ProcessHandle.allProcesses()
                    .filter(p -> p.info()
                            .commandLine()
                            .orElse("")
                            .contains(folder.recording().toString()))
                    .forEach(p -> {
                        p.destroyForcibly();
                        assertThat(p.onExit().join()).isEqualTo(p);
                    });

            assertThatThrownBy(probe::stop)
                    .isInstanceOf(ProbeException.class)
                    .hasMessageContaining("killed by signal 9");
        }
    }

    @Test
    void oldPerfWithoutControlIsNamed() {
        String said = " Error: unknown option `control'\n\n Usage: perf record [<options>] [<command>]";

        assertThat(PerfTrouble.remedy(said, new RunFolder(temp))).contains("perf 5.10 or newer");
    }

    @Test
    void bufferThatIsNoPowerOfTwoIsRefused() {
        assertThatThrownBy(() -> new PerfProbe(1000, List.of())).hasMessageContaining("power of two");
    }
}
