package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.json.Json;
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
                Map.of());
        Batch shorter = new Batch(
                batch.schema(),
                batch.startedAt(),
                batch.size(),
                batch.seed(),
                batch.probe(),
                batch.machine(),
                batch.documents(),
                List.of(new Batch.ScenarioResult(
                        first.scenario(),
                        2,
                        List.of(new Batch.VariantResult(variant.variant(), variant.command(), List.of(good, failed))))),
                List.of());

        String report = BatchReport.of(shorter).markdown();

        assertThat(report).contains("1 run failed.").contains("| killed by signal 9 after its time limit |");
        assertThat(report.lines().filter(line -> line.startsWith("| prio-mutex ")))
                .singleElement()
                .satisfies(row -> assertThat(row.split("\\|", -1)[3].strip()).isEqualTo("1"));
    }
}
