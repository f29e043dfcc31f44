package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.report.MarkdownTables.Rows;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RunReportTest {
    @Test
    void scenarioRunIsGolden() throws IOException {
        Golden.check("run", RunReport.of(Runs.scenario(), Analyses.mix()));
    }

    @Test
    void runWithoutRecordingIsGolden() throws IOException {
        Golden.check("bare", RunReport.of(Runs.bare()));
    }

    @Test
    void localeChangesNothing() {
        Report expected = RunReport.of(Runs.scenario(), Analyses.mix());
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(RunReport.of(Runs.scenario(), Analyses.mix())).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void documentsFiguresAreInTheirForm() {
        assertThat(RunReport.of(Runs.scenario(), Analyses.mix()).markdown())
                .contains("`1.01sec 1.00usr 0.01sys (100.01% cpu)`")
                .contains("`1.010s`")
                .contains("\n^C\nn0 = 203792139\nn1 = 206249524\n^C\nn0 = 470482870\nn1 = 474856626\n")
                .contains("\nCpu0  : 98.0%us,  2.0%sy,  0.0%id,  0.0%wa,  0.0%hi+si,  0.0%st\n")
                .contains("\n18154 100.0   0:01.01  workloads/mix\n");
    }

    @Test
    void recordingThatIsNotKeptIsNotNamed() {
        String kept = RunReport.of(Runs.scenario(), Analyses.mix()).markdown();
        String deleted =
                RunReport.of(Runs.scenario().withoutRecording(), Analyses.mix()).markdown();

        assertThat(kept)
                .contains("Recording: `/var/tmp/run/mix.file.data`, window ")
                .contains("`perf.data`");
        assertThat(deleted)
                .contains("Recording: not kept after its analysis, window ")
                .doesNotContain("mix.file.data`")
                .doesNotContain("`perf.data` ");
    }

    @Test
    void affinityIsTheOneAtTheStart() {
        assertThat(RunReport.of(Runs.scenario(), Analyses.mix()).markdown())
                .contains("| 0 at its start (it may set its own) ");
        assertThat(RunReport.of(Runs.bare()).markdown()).contains("not bound: – (the program may set its own)");
    }

    @Test
    void failureAndLossesComeFirst() {
        assertThat(RunReport.of(Runs.bare()).markdown().lines().toList().get(2))
                .startsWith("**The program did not end well (exit code 3)");
        assertThat(RunReport.of(Runs.scenario(), Analyses.mix())
                        .markdown()
                        .lines()
                        .toList()
                        .get(2))
                .isEqualTo("- Note: attempt 1 lost 1204 events with 2048 pages per CPU; repeated with 8192.");
    }

    @Test
    void everyTableRowHasAllCells() {
        String text = RunReport.of(Runs.scenario(), Analyses.mix()).markdown()
                + RunReport.of(Runs.bare()).markdown();
        for (Rows table : MarkdownTables.of(text)) {
            assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(table.header()));
        }
    }
}
