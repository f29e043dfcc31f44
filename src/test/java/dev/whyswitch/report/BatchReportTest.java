package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Sums;
import dev.whyswitch.json.Json;
import dev.whyswitch.report.MarkdownTables.Rows;
import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.RunFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The report over all scenarios, on the batch of the committed sample. */
final class BatchReportTest {
    private static final Path SAMPLE = Path.of("analysis", "reports", "sample");

    private static Batch sample() throws IOException {
        return Json.read(SAMPLE.resolve("batch.json"), Batch.class);
    }

    @Test
    void theCommittedReportIsMadeFromTheCommittedNumbersAlone() throws IOException {
        Report report = BatchReport.of(sample());

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(SAMPLE.resolve("report.md"), report.markdown());
            for (Map.Entry<String, String> figure : report.figures().entrySet()) {
                Files.writeString(SAMPLE.resolve(figure.getKey()), figure.getValue());
            }
        }
        assertThat(report.markdown()).isEqualTo(Files.readString(SAMPLE.resolve("report.md")));
        assertThat(report.figures()).hasSize(3);
        for (Map.Entry<String, String> figure : report.figures().entrySet()) {
            assertThat(figure.getValue()).isEqualTo(Files.readString(SAMPLE.resolve(figure.getKey())));
        }
    }

    @Test
    void theOverviewShowsTheMedianOfTheRuns() throws IOException {
        Batch batch = sample();
        List<RunFigures> runs = batch.results().get(0).variants().get(0).runs();
        long[] preemptions = runs.stream()
                .mapToLong(run -> run.sums().preemptions())
                .sorted()
                .toArray();

        String row = BatchReport.of(batch)
                .markdown()
                .lines()
                .filter(line -> line.startsWith("| prio-mutex "))
                .findFirst()
                .orElseThrow();
        List<String> cells =
                Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();

        assertThat(preemptions).hasSize(3);
        assertThat(cells.get(2)).isEqualTo("rr-max");
        assertThat(cells.get(3)).isEqualTo("3");
        assertThat(cells.get(6)).isEqualTo(Long.toString(preemptions[1]));
    }

    /** The sample's first variant with other runs. */
    private static Batch oneVariant(Batch batch, List<RunFigures> runs) {
        Batch.ScenarioResult first = batch.results().get(0);
        Batch.VariantResult variant = first.variants().get(0);
        return new Batch(
                batch.schema(),
                batch.startedAt(),
                batch.size(),
                batch.seed(),
                batch.probe(),
                batch.machine(),
                batch.documents(),
                List.of(new Batch.ScenarioResult(
                        first.scenario(),
                        runs.size(),
                        List.of(new Batch.VariantResult(variant.variant(), variant.command(), runs)))),
                List.of());
    }

    private static RunFigures run(
            int round, long wallNs, long cpuNs, int exactReadings, long lostEvents, long otherCpuNs) {
        Sums sums = new Sums(10, 30, 0, 0, 5_000_000, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new RunFigures(
                round,
                "folder-" + round,
                "exit code 0",
                true,
                wallNs,
                cpuNs * 6 / 10,
                cpuNs * 4 / 10,
                sums,
                5,
                exactReadings,
                lostEvents,
                lostEvents > 0,
                otherCpuNs,
                0,
                Map.of(),
                List.of(
                        new RunFigures.ThreadTime("a", 40_000_000, 1_000_000),
                        new RunFigures.ThreadTime("b", 40_000_000L - 10_000_000L * round, 2_000_000)));
    }

    private static Batch threeRuns() throws IOException {
        return oneVariant(
                sample(),
                List.of(
                        run(1, 1_000_000_000, 1_000_000_000, 5, 0, 100_000_000),
                        run(2, 1_300_000_000, 1_000_000_000, 4, 0, 100_000_001),
                        run(3, 1_100_000_000, 1_000_000_000, 5, 7, 0)));
    }

    @Test
    void runsWhoseReadingsDisagreeOrThatLostEventsAreNamedInTheHeadline() throws IOException {
        assertThat(BatchReport.of(threeRuns()).markdown().lines().toList().get(2))
                .isEqualTo(
                        "**In 3 runs of 1 scenario the programs' threads left their CPU at least 120 times, 25.0 % of those"
                                + " seen by preemption; 14 of 15 readings of the kernel's own counters agree exactly with the"
                                + " recordings, some do not in [prio-mutex, rr-max, round 2](folder-2/report.md); 7 events lost in"
                                + " [prio-mutex, rr-max, round 3](folder-3/report.md); 1 recording incomplete in"
                                + " [prio-mutex, rr-max, round 3](folder-3/report.md).**");
    }

    /** Own CPU time is 1 s: the limit is 100 ms. With 100 ms it would be 10 ms, and 20 ms are the least. */
    @Test
    void runsWithMuchForeignTimeAreMarked() throws IOException {
        String report = BatchReport.of(threeRuns()).markdown();
        Rows runs = MarkdownTables.with(report, "events lost");
        int column = runs.column("other programs' CPU time (ms)");

        assertThat(runs.rows()).extracting(row -> row.get(column)).containsExactly("100", "100 †", "0");
        assertThat(report)
                .contains("**In 1 of 3 runs other programs used much CPU time: they are marked † in the tables");
        assertThat(report).contains("\n† other programs used more than 10 % of the CPU time");
        assertThat(BatchReport.of(oneVariant(sample(), List.of(run(1, 100_000_000, 100_000_000, 5, 0, 20_000_000))))
                        .markdown())
                .doesNotContain("†");
    }

    @Test
    void eachThreadsRunTimeStandsBesideTheLongest() throws IOException {
        Rows threads = MarkdownTables.with(BatchReport.of(threeRuns()).markdown(), "running, of the longest (%)");

        assertThat(threads.rows())
                .containsExactly(
                        List.of("rr-max", "`a`", "3", "40 [40–40]", "1 [1–1]", "100 [100–100]"),
                        List.of("rr-max", "`b`", "3", "20 [10–30]", "2 [2–2]", "50 [25–75]"));
    }

    /** Median: 1.1 s, which is round 3. */
    @Test
    void runInTheDocumentsFormIsNamed() throws IOException {
        assertThat(BatchReport.of(threeRuns()).markdown())
                .contains("the one whose wall time is nearest to the median of them: rr-max, round 3.\n")
                .contains("\n1.10sec 0.60usr 0.40sys (90.91% cpu)\n");
    }

    @Test
    void runsThatFailedAreShownAndCountedInNothing() throws IOException {
        Batch batch = sample();
        Batch.ScenarioResult first = batch.results().get(0);
        Batch.VariantResult variant = first.variants().get(0);
        RunFigures good = variant.runs().get(0);
        RunFigures failed = new RunFigures(
                2,
                "x",
                "killed by signal 9 after its time limit",
                false,
                1,
                1,
                1,
                good.sums(),
                0,
                0,
                0,
                true,
                0,
                0,
                Map.of(),
                List.of());
        Batch shorter = oneVariant(batch, List.of(good, failed));

        String report = BatchReport.of(shorter).markdown();

        assertThat(report).contains("1 run failed.").contains("| killed by signal 9 after its time limit |");
        assertThat(report.lines().filter(line -> line.startsWith("| prio-mutex ")))
                .singleElement()
                .satisfies(row -> assertThat(row.split("\\|", -1)[3].strip()).isEqualTo("1"));
    }
}
