package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.report.MarkdownTables.Rows;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnalysisReportTest {
    static Stream<Analysis> all() {
        return Stream.of(Analyses.mix(), Analyses.lossy(), Analyses.empty());
    }

    @Test
    void programReportIsGolden() throws IOException {
        Golden.check("mix", AnalysisReport.of(Analyses.mix()));
    }

    @Test
    void lossyReportIsGolden() throws IOException {
        Golden.check("lossy", AnalysisReport.of(Analyses.lossy()));
    }

    @Test
    void emptyReportIsGolden() throws IOException {
        Golden.check("empty", AnalysisReport.of(Analyses.empty()));
    }

    @ParameterizedTest
    @MethodSource("all")
    void localeChangesNothing(Analysis analysis) {
        Report expected = AnalysisReport.of(analysis);
        Locale before = Locale.getDefault();
        try {
            for (String tag : List.of("de-DE", "ar-EG-u-nu-arab", "tr-TR", "fr-FR")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(AnalysisReport.of(analysis)).as(tag).isEqualTo(expected);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void headlineSaysHowOftenAndWhy() {
        String markdown = AnalysisReport.of(Analyses.mix()).markdown();
        assertThat(markdown.lines().toList().get(2))
                .startsWith(
                        "**Threads of `mix` (PID 18154) left their CPU 1,210 times in 1.02 s: 38.0 % preemption (460:")
                .contains("61.4 % synchronization (743:", "0.4 % end or stop (5)", "0.2 % not known (2)")
                .doesNotContain("ncomplete");
    }

    @Test
    void lossMakesTheHeadlineIncomplete() {
        String markdown = AnalysisReport.of(Analyses.lossy()).markdown();
        assertThat(markdown.lines().toList().get(2))
                .startsWith("**Incomplete (1,204 events lost")
                .contains("left their CPU at least ");
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyTableRowHasAllCells(Analysis analysis) {
        for (Rows table : MarkdownTables.of(AnalysisReport.of(analysis).markdown())) {
            assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(table.header()));
        }
    }

    @Test
    void rowsOfThreadsSumToTheTotal() {
        sumsUp(AnalysisReport.of(Analyses.mix()).markdown(), "program", 5);
        sumsUp(AnalysisReport.of(Analyses.lossy()).markdown(), "all threads", 31);
    }

    /** The first {@code rows} rows of both tables of threads add up, column by column, to the row {@code total}. */
    private static void sumsUp(String markdown, String total, int rows) {
        List<Rows> tables = MarkdownTables.of(markdown).stream()
                .filter(table ->
                        table.header().get(0).equals("thread") && table.header().contains("PID (tgid)"))
                .toList();
        assertThat(tables).hasSize(2);
        for (Rows table : tables) {
            assertThat(table.row(total)).isEqualTo(table.rows().get(rows));
            for (int column = 4; column < table.header().size(); column++) {
                String header = table.header().get(column);
                if (header.endsWith("(%)")) {
                    continue;
                }
                double sum = 0;
                for (List<String> row : table.rows().subList(0, rows)) {
                    sum += MarkdownTables.number(row.get(column));
                }
                double stated = MarkdownTables.number(table.row(total).get(column));
                boolean exact = !header.contains("(");
                assertThat(sum).as(header).isCloseTo(stated, within(exact ? 0 : 0.005 * stated + 0.5 * rows * 1e-4));
            }
        }
    }

    @Test
    void timesOfAThreadSumToItsLife() {
        Rows table = MarkdownTables.with(AnalysisReport.of(Analyses.mix()).markdown(), "observed life (ms)");
        for (List<String> row : table.rows()) {
            double sum = row.subList(4, row.size() - 1).stream()
                    .mapToDouble(MarkdownTables::number)
                    .sum();
            double life = MarkdownTables.number(row.get(row.size() - 1));
            assertThat(sum).isCloseTo(life, within(0.005 * life));
        }
    }

    @Test
    void programAndRestSumToTheSystem() {
        Rows table = MarkdownTables.with(AnalysisReport.of(Analyses.mix()).markdown(), "PID (tgid)");
        int column = table.column("synchronization");
        double rest =
                MarkdownTables.number(table.row("rest of the system, 3 threads").get(column));
        assertThat(MarkdownTables.number(table.row("program").get(column)) + rest)
                .isEqualTo(MarkdownTables.number(table.row("whole system").get(column)));
    }

    @Test
    void differenceInASumIsSaid() {
        Analysis whole = Analyses.mix();
        assertThat(AnalysisReport.of(whole).markdown()).contains("comes out the same");
        Analysis broken = new Analysis(
                whole.schema(),
                whole.trace(),
                whole.programTgid(),
                whole.windowNs(),
                whole.program(),
                whole.system(),
                whole.threads().subList(1, whole.threads().size()),
                whole.unlisted(),
                whole.processes(),
                whole.cpus(),
                whole.counters(),
                whole.traceQuality(),
                whole.evidence());
        assertThat(AnalysisReport.of(broken).markdown()).contains("do not come out the same");
    }

    @Test
    void verdictsOfTheCounters() {
        List<String> verdicts =
                Analyses.mix().counters().stream().map(CountersSection::verdict).toList();
        assertThat(verdicts.subList(0, 2)).containsOnly("exact");
        assertThat(verdicts.get(2)).startsWith("sum exact, 1 in the other class");
        assertThat(verdicts.get(3)).isEqualTo("exact");
        assertThat(verdicts.get(4)).isEqualTo("differs by 0 and -1; read outside the recording, not comparable");
    }

    @Test
    void everyFigureIsLinked() {
        Report report = AnalysisReport.of(Analyses.mix());
        assertThat(report.figures()).hasSize(1);
        report.figures().keySet().forEach(path -> assertThat(report.markdown()).contains("](" + path + ")"));
    }
}
