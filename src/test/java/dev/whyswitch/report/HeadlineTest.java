package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the first sentences say where something is missing, open or not known. */
final class HeadlineTest {
    private static final TraceQuality WHOLE = new TraceQuality(1_000, 900, 50, 0, 0, 0, 0, 0, 0, 0, 0, 64_000, 0);

    private static Analysis analysis(Sums program, TraceQuality quality, EvidenceQuality evidence) {
        Analysis mix = Analyses.mix();
        return new Analysis(
                mix.schema(),
                mix.trace(),
                mix.programTgid(),
                mix.windowNs(),
                program,
                mix.system(),
                mix.threads(),
                mix.unlisted(),
                mix.processes(),
                mix.cpus(),
                mix.counters(),
                quality,
                evidence);
    }

    private static Analysis with(TraceQuality quality) {
        return analysis(Analyses.mix().program(), quality, Analyses.mix().evidence());
    }

    private static Analysis waiting(long blockedNs, long runnableNs, long unsplitNs) {
        Sums sums = new Sums(0, 1, 0, 0, 1_000, 0, blockedNs, runnableNs, unsplitNs, 0, 0, 0, 0, 0);
        return analysis(sums, WHOLE, Analyses.mix().evidence());
    }

    private static Analysis uncertain(long uncertainNs) {
        return analysis(
                Analyses.mix().program(),
                WHOLE,
                new EvidenceQuality(1, 0, 0, 0, 1, 1, 0, 0, uncertainNs, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static String standsOn(Analysis analysis) {
        return Headline.standsOn(Scope.of(analysis));
    }

    private static String sentence(Analysis analysis) {
        return Headline.sentence(Scope.of(analysis));
    }

    @Test
    void wholeRecordingIsCountedOneByOne() {
        assertThat(standsOn(with(WHOLE)))
                .contains("so there is no ±; 0 events lost.")
                .doesNotContain("at least");
    }

    /** 2,340 preemptions, 3,220 synchronizations, 20 ends, 40 unknown, and 1,204 events lost: 5,620 to 6,824 switches. */
    @Test
    void lossIsInTheBounds() {
        Analysis lossy = Analyses.lossy();

        assertThat(sentence(lossy))
                .startsWith("Incomplete (1,204 events lost, 7.8 % of all)") // 1204 / (14310 + 1204)
                .contains(" left their CPU at least 5,620 times in 1.02 s; of those seen, 41.6 % preemption");
        assertThat(standsOn(lossy))
                .contains("Up to 1,204 switches may be missing")
                .contains("at least 5,620 and at most 6,824; preemption lies between 34.3 % and 52.5 %,"
                        + " synchronization between 47.2 % and 65.4 % of all.")
                .doesNotContain("±");
        assertThat(AnalysisReport.of(lossy).markdown()).contains("The counts are what was seen, each at least that");
    }

    @Test
    void recordThatCannotBeReadMayHaveBeenASwitch() {
        assertThat(standsOn(with(new TraceQuality(1_000, 900, 50, 0, 0, 0, 0, 0, 3, 0, 0, 64_000, 0))))
                .contains("at least 1,210 and at most 1,213;")
                .doesNotContain("±");
    }

    @Test
    void lossOfUnknownSizeHasNoUpperBound() {
        TraceQuality unknownSize = new TraceQuality(1_000, 900, 50, 0, 2, 0, 0, 0, 0, 0, 0, 64_000, 0);
        TraceQuality cut = new TraceQuality(1_000, 900, 50, 7, 2, 0, 0, 0, 0, 5, 0, 64_000, 0);
        TraceQuality text = new TraceQuality(1_000, 900, 50, 0, 0, 0, 0, 0, 0, 0, 12, 64_000, 0);
        for (TraceQuality quality : new TraceQuality[] {unknownSize, cut, text}) {
            assertThat(standsOn(with(quality)))
                    .contains("how many is not known: there were at least 1,210, no upper bound can be given")
                    .contains("Preemption lies between 38.0 % and 38.2 % of those seen")
                    .doesNotContain("±")
                    .doesNotContain("at most");
        }
    }

    private static Analysis recordedAs(Selection selection, List<String> missingFiles) {
        Analysis mix = with(WHOLE);
        TraceInfo info = mix.trace();
        return new Analysis(
                mix.schema(),
                new TraceInfo(
                        info.path(),
                        info.format(),
                        info.sizeBytes(),
                        info.hostname(),
                        info.osRelease(),
                        info.arch(),
                        info.recorderVersion(),
                        info.recorderCommand(),
                        info.cpusOnline(),
                        info.clock(),
                        info.events(),
                        missingFiles,
                        selection),
                mix.programTgid(),
                mix.windowNs(),
                mix.program(),
                mix.system(),
                mix.threads(),
                mix.unlisted(),
                mix.processes(),
                mix.cpus(),
                mix.counters(),
                mix.traceQuality(),
                mix.evidence());
    }

    @Test
    void whatWasLeftOutOnPurposeHasNoUpperBound() {
        Selection filtered = new Selection(false, 1, 0, List.of("--filter prev_pid==1"));
        for (Analysis analysis :
                List.of(recordedAs(filtered, List.of()), recordedAs(Selection.ALL, List.of("data.1")))) {
            assertThat(sentence(analysis)).startsWith("Incomplete (").contains("at least 1,210 times");
            assertThat(standsOn(analysis)).contains("how many is not known").doesNotContain("±");
        }
        assertThat(standsOn(recordedAs(new Selection(false, 10, 0, List.of()), List.of())))
                .contains("Switches are sampled: 1 of 10 switches was recorded")
                .contains("of those seen")
                .doesNotContain("±");
    }

    /** Running time of all threads of the analysis: 1,107,971 µs, of which 5 % are 55,398,550 ns. */
    @ParameterizedTest
    @CsvSource({"55398550, false", "55398551, true"})
    void timesAreUncertainAboveTheLimit(long uncertainNs, boolean said) {
        Analysis analysis = uncertain(uncertainNs);

        assertThat(sentence(analysis)
                        .endsWith("; times (not counts) are uncertain by up to 55.4 ms, 5.0 % of the time that"
                                + " all threads ran."))
                .isEqualTo(said);
        assertThat(AnalysisReport.of(analysis).markdown().contains("**Times are uncertain** by up to 55.4 ms"))
                .isEqualTo(said);
        assertThat(Completeness.of(analysis).isIncomplete()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "750 | 250 | 0 | ', 25.0 % of that woken but not yet running.'",
                "1000 | 0 | 0 | ', none of that woken but not yet running.'",
                "500 | 250 | 250 | ', at least 25.0 % of that woken but not yet running.'",
                "900 | 0 | 100 | ', at most 10.0 % of that woken but not yet running.'",
                "899900 | 100 | 100000 | ', at most 10.0 % of that woken but not yet running.'",
                "999900 | 50 | 50 | ', <0.1 % of that woken but not yet running.'",
                "0 | 0 | 1000 | ', how much of that woken but not yet running is not known.'",
            })
    void partOfTheWaitsThatWasOverIsSaidAsFarAsKnown(long blocked, long runnable, long unsplit, String end) {
        assertThat(sentence(waiting(blocked, runnable, unsplit))).endsWith(end);
    }
}
