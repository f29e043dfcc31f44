package dev.whyswitch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CounterCheck;
import dev.whyswitch.json.Json;
import dev.whyswitch.record.RunFolder;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.Catalogue;
import dev.whyswitch.scenario.RunFigures;
import dev.whyswitch.scenario.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every scenario for real: the programs run under perf on this machine, and what the recording shows of each thread must
 * equal the kernel's own counters of it, which the programs read with getrusage.
 */
final class ScenarioRunIT {
    private static final Path WORKLOADS = Path.of("workloads");

    @TempDir
    private Path folder;

    @BeforeAll
    static void programsAreBuilt() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("make", "-s", "-C", WORKLOADS.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .as("make -C workloads")
                .isZero();
    }

    @BeforeEach
    void machineAllowsTracing() throws IOException, InterruptedException {
        assumeTrue(
                Files.isWritable(Path.of("/proc/sys/kernel/perf_event_paranoid")),
                "SKIPPED: recording all CPUs needs root");
        assumeTrue(
                new ProcessBuilder("perf", "record", "-q", "-a", "-e", "sched:sched_switch", "-o", "/dev/null", "true")
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0,
                "SKIPPED: perf cannot record sched:sched_switch here (perf missing, tracefs, lockdown?)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prio-mutex", "counters", "fork-serial-batch"})
    void recordingShowsExactlyWhatTheKernelCounted(String scenario) throws IOException {
        Cli cli = Cli.run(
                "scenario", "run", "--size", "quick", "--runs", "1", "--scenario", scenario, "-o", folder.toString());

        assertThat(cli.code()).as(cli.err()).isEqualTo(0);
        Batch batch = Json.read(folder.resolve("batch.json"), Batch.class);
        assertThat(batch.results()).hasSize(1);
        List<Catalogue.Variant> planned = Catalogue.read(WORKLOADS.resolve("catalogue.json"))
                .scenario(scenario)
                .variants(Size.QUICK);
        List<Batch.VariantResult> variants = batch.results().get(0).variants();
        assertThat(variants)
                .extracting(v -> v.variant().id())
                .containsExactlyElementsOf(
                        planned.stream().map(Catalogue.Variant::id).toList());
        for (Batch.VariantResult variant : variants) {
            assertThat(variant.runs()).hasSize(1);
            Path run = folder.resolve(variant.runs().get(0).folder());
            Analysis analysis = Json.read(run.resolve("analysis.json"), Analysis.class);
            assertThat(analysis.traceQuality().lostEvents()).isZero();
            assertThat(analysis.counters()).isNotEmpty().allSatisfy(ScenarioRunIT::isExact);
            assertThat(run.resolve("report.md")).isNotEmptyFile().content().contains("perf.data`, window ");
            assertThat(run.resolve("perf.data")).isNotEmptyFile();
            assertThat(run.resolve("run.json")).isNotEmptyFile();
        }
        assertThat(folder.resolve("report.md")).content().contains("## " + scenario);
    }

    @Test
    void laterRecordingsThatRaiseNoQuestionAreDeletedAndNotNamed() throws IOException {
        Cli cli = Cli.run(
                "scenario", "run", "--size", "quick", "--runs", "2", "--scenario", "counters", "-o", folder.toString());

        assertThat(cli.code()).as(cli.err()).isEqualTo(0);
        Batch batch = Json.read(folder.resolve("batch.json"), Batch.class);
        for (Batch.VariantResult variant : batch.results().get(0).variants()) {
            for (RunFigures figures : variant.runs()) {
                Path run = folder.resolve(figures.folder());
                boolean kept = figures.round() == 1 || figures.isDoubtful();
                assertThat(Files.exists(run.resolve("perf.data"))).isEqualTo(kept);
                assertThat(RunRecord.read(new RunFolder(run)).probe().recording())
                        .isEqualTo(kept ? "perf.data" : "");
                // Only the command line that wrote it may still name the file.
                assertThat(Files.readString(run.resolve("report.md")).contains("perf.data`, window "))
                        .isEqualTo(kept);
            }
        }
        assertThat(batch.results().get(0).variants().get(1).runs())
                .allSatisfy(run -> assertThat(run.threads())
                        .extracting(RunFigures.ThreadTime::name)
                        .containsExactly("spin-main", "spin-1"));
    }

    /** Equal to the switch; only ends of children whose parent was faster may be missing in the kernel's sum. */
    private static void isExact(CounterCheck check) {
        assertThat(check.insideRecording()).as(check.toString()).isTrue();
        assertThat(check.preemptionDifference()).as(check.toString()).isZero();
        assertThat(check.synchronizationDifference()).as(check.toString()).isBetween(0L, check.reapedEarly());
        assertThat(check.unclassified()).as(check.toString()).isZero();
    }
}
