package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.report.AnalysisReport;
import dev.whyswitch.report.Completeness;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record whose time is damaged does not change what is counted, but moves the records behind it. */
final class DamagedTimesTest {
    private static final long HUGE_NS = 1L << 60;

    @TempDir
    private Path directory;

    /** Threads 10 and 11 take turns every 100 ns; the switch {@code damaged} has another time. */
    private Analysis analysis(int switches, int damaged, long damagedNs) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        for (int i = 0; i < switches; i++) {
            int leaver = 10 + i % 2;
            file.at(0, i == damaged ? damagedNs : 1000 + 100L * i, leaver).schedSwitch(leaver, 1, 21 - leaver);
        }
        return ReadingCheck.analysis(file.write(directory));
    }

    @Test
    void oneHugeTimeMakesTheTimesUncertainAndNotTheCounts() throws IOException {
        Analysis analysis = analysis(100, 39, HUGE_NS);

        assertThat(analysis.system().synchronizations()).isEqualTo(100);
        assertThat(analysis.windowNs()).isGreaterThan(HUGE_NS / 2);
        Completeness completeness = Completeness.of(analysis);
        assertThat(completeness.reasons())
                .containsExactly("times are uncertain: 60 records later in the file than in time");
        assertThat(AnalysisReport.text(analysis))
                .contains("left their CPU 100 times")
                .doesNotContain("at least");
    }

    /** 1 of 20,000 records, by 50 ns: nothing that could be seen in a sum. */
    @Test
    void aSingleStepBackAmongManyRecordsIsHarmless() throws IOException {
        Analysis analysis = analysis(20_000, 39, 1000 + 38 * 100 - 50);

        assertThat(analysis.traceQuality().backwardsTimes()).isEqualTo(1);
        assertThat(Completeness.of(analysis).isIncomplete()).isFalse();
    }
}
