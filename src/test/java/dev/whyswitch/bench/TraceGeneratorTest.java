package dev.whyswitch.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.trace.TraceQuality;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the generator says of its file is what the file holds. */
final class TraceGeneratorTest {
    private static final int EVENTS = 60_000;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} CPUs, {1} threads, seed {2}")
    @CsvSource({"1, 3, 1", "2, 10, 2", "2, 2000, 3", "64, 10, 4", "64, 5000, 5", "512, 2000, 6"})
    void analysisGivesTheTotals(int cpus, int threads, long seed) throws IOException {
        Path file = folder.resolve("perf.data");
        Totals truth = TraceGenerator.write(file, EVENTS, cpus, threads, seed);

        Analysis analysis = analyze(file);

        Sums sums = analysis.system();
        assertThat(sums.preemptions()).isEqualTo(truth.preemptions).isPositive();
        assertThat(sums.synchronizations()).isEqualTo(truth.synchronizations).isPositive();
        assertThat(sums.terminationsOrStops()).isEqualTo(truth.terminations);
        assertThat(sums.unclassified()).isZero();
        assertThat(sums.runningNs()).isEqualTo(truth.runningNs).isPositive();
        assertThat(analysis.evidence().idleSwitches()).isEqualTo(truth.idleSwitches);
        TraceQuality quality = analysis.traceQuality();
        // The others are FORK and EXIT records.
        assertThat(quality.schedEvents() + quality.switchRecords() + truth.forks + truth.terminations)
                .isEqualTo(truth.events);
        assertThat(quality.backwardsTimes()).isZero();
        assertThat(analysis.evidence().chainBreaks()).isZero();
        assertThat(Files.size(file)).isEqualTo(truth.fileBytes);
    }

    @Test
    void aQuarterIsPreemption() throws IOException {
        Totals truth = TraceGenerator.write(folder.resolve("perf.data"), 200_000, 8, 500, 7);

        assertThat((double) truth.preemptions / truth.switches()).isBetween(0.2, 0.3);
        assertThat(truth.migrations).isPositive();
        assertThat(truth.forks).isPositive();
        assertThat(truth.idleSwitches).isPositive();
        assertThat(truth.events).isBetween(200_000L - 5, 200_000L);
    }

    @Test
    void sameSeedSameFile() throws IOException {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Path other = folder.resolve("other");
        TraceGenerator.write(first, EVENTS, 4, 100, 1);
        TraceGenerator.write(second, EVENTS, 4, 100, 1);
        TraceGenerator.write(other, EVENTS, 4, 100, 2);

        assertThat(Files.mismatch(first, second)).isEqualTo(-1);
        assertThat(Files.mismatch(first, other)).isNotNegative();
    }

    @Test
    void perfScriptShowsTheSameSwitches() throws IOException, InterruptedException {
        assumeTrue(isPerfInstalled(), "perf is not installed");
        Path file = folder.resolve("perf.data");
        Totals truth = TraceGenerator.write(file, EVENTS, 4, 100, 1);

        long switches = 0;
        long preemptions = 0;
        Process perf = new ProcessBuilder("perf", "script", "-f", "-i", file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = perf.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("sched:sched_switch:") && !line.contains(" prev_pid=0 ")) {
                    switches++;
                    preemptions += line.contains(" prev_state=R") ? 1 : 0;
                }
            }
        }

        assertThat(perf.waitFor()).isZero();
        assertThat(switches).isEqualTo(truth.switches());
        assertThat(preemptions).isEqualTo(truth.preemptions);
    }

    private static boolean isPerfInstalled() throws InterruptedException {
        try {
            return new ProcessBuilder("perf", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Analysis analyze(Path file) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file);
        Analyzer analyzer = new Analyzer(
                reader.names(), reader.hasSwitchTracepoint(), reader.recordsSingleTasks(), Analyzer.Options.ALL);
        TraceQuality quality = reader.read(analyzer.events());
        return analyzer.result(1, reader.info(), quality);
    }
}
