package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the chain of a CPU proves is repaired within its bounds; what nobody saw stays unknown. */
final class ChainRepairTest {
    @Test
    void aMissingIdleExitIsPlacedAtTheWaking() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .waking(150, 1, 20, 10)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10))
                .isEqualTo("RUNNING 100-100<, BLOCKED 100-150, RUNNABLE_AFTER_WAKEUP 150-150~, RUNNING 150-300~,"
                        + " BLOCKED 300-300>");
        assertThat(s.evidence().chainBreaks()).isEqualTo(1);
        assertThat(s.evidence().repairedIdleExits()).isEqualTo(1);
        assertThat(s.evidence().repairUncertaintyNs()).isEqualTo(150);
        assertThat(s.evidence().inferredSwitches()).isZero();
    }

    @Test
    void theKernelsAccountOfRunTimePlacesItBetter() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .waking(150, 1, 20, 10)
                .runtime(280, 0, 10, 60)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).contains("RUNNABLE_AFTER_WAKEUP 150-220~, RUNNING 220-300~");
        assertThat(s.evidence().placedByRuntime()).isEqualTo(1);
        assertThat(s.evidence().repairUncertaintyNs()).isEqualTo(130);
    }

    @Test
    void runTimeLongerThanPossibleIsCutAtTheWaking() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .waking(150, 1, 20, 10)
                .runtime(280, 0, 10, 900)
                .end();

        assertThat(s.life(10)).contains("RUNNING 150-280");
    }

    @Test
    void theWakingIsNoEarlierBoundThanTheCpusLastRecord() {
        EventScript s = EventScript.withTracepoints()
                .sw(90, 1, 10, "S", 20)
                .waking(100, 1, 20, 10)
                .sw(150, 0, 11, "S", 0)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).contains("RUNNABLE_AFTER_WAKEUP 100-150~, RUNNING 150-300~");
        assertThat(s.evidence().repairUncertaintyNs()).isEqualTo(150);
    }

    @Test
    void withNeitherTheLatestMomentIsTaken() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 100-300~, RUNNING 300-300~");
        assertThat(s.evidence().repairUncertaintyNs()).isEqualTo(200);
        assertThat(s.log().gaps()).containsExactly(new IntervalLog.Gap(0, 100, 300, true));
    }

    @Test
    void anyRecordOfTheThreadShowsThatItRuns() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .waking(250, 0, 10, 11)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 100-250~, RUNNING 250-300~");
    }

    @Test
    void aSwitchBetweenThreadsIsInferredAndNotClassified() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 11)
                .sw(300, 0, 12, "S", 0)
                .end();

        assertThat(s.switches())
                .containsExactly(
                        "100 cpu0 10 SYNCHRONIZATION S 11",
                        "100 cpu0 11 UNCLASSIFIED - ? *",
                        "300 cpu0 12 SYNCHRONIZATION S idle");
        assertThat(s.evidence().inferredSwitches()).isEqualTo(1);
        assertThat(s.evidence().chainBreaks()).isEqualTo(1);
        assertThat(s.life(11)).isEqualTo("RUNNING 100-100>, UNKNOWN 100-300<>");
        assertThat(s.log().gaps()).containsExactly(new IntervalLog.Gap(0, 100, 300, false));
    }

    @Test
    void aSwitchInAloneEndsIdleness() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 0)
                .out(101, 0, 10, 0, false)
                .in(200, 0, 10, 0)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 100-200, RUNNING 200-300");
        assertThat(s.evidence().switchesBySwitchInOnly()).isEqualTo(1);
        assertThat(s.evidence().chainBreaks()).isZero();
        assertThat(s.log().gaps()).containsExactly(new IntervalLog.Gap(0, 100, 200, true));
    }

    @Test
    void aSwitchInAloneEndsTheRunOfTheThreadBefore() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 10, "S", 11)
                .out(101, 0, 10, 11, false)
                .in(200, 0, 12, 11)
                .sw(300, 0, 12, "S", 0)
                .end();

        assertThat(s.switches()).contains("200 cpu0 11 UNCLASSIFIED - ? *");
        assertThat(s.life(11)).startsWith("RUNNING 100-200>, UNKNOWN 200-300<>");
        assertThat(s.evidence().inferredSwitches()).isEqualTo(1);
    }

    @Test
    void nobodyKnowsWhoRanWhileEventsWereLost() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 10, "S", 11)
                .sw(100, 0, 11, "S", 12)
                .lost(200, 0, 5)
                .sw(300, 0, 13, "S", 14)
                .end();

        assertThat(s.evidence().damagedNs()).isEqualTo(100);
        assertThat(s.life(12)).isEqualTo("UNKNOWN 50-100<, RUNNING 100-100>, UNKNOWN 100-300<>");
        assertThat(s.log().timeNs(s.row(13), IntervalKind.RUNNING)).isLessThanOrEqualTo(100);
        assertThat(s.log().gaps()).anyMatch(g -> !g.known() && g.fromNs() == 100 && g.toNs() >= 200);
        assertThat(s.evidence().chainBreaks()).isZero();
        assertThat(s.evidence().inferredSwitches()).isZero();
    }

    @Test
    void nobodyKnowsWhoRanWhileEventsWereLostEvenRightBehindTheFirstRecord() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 11, "S", 12)
                .lost(200, 0, 5)
                .sw(300, 0, 13, "S", 14)
                .end();

        assertThat(s.log().timeNs(s.row(13), IntervalKind.RUNNING)).isLessThanOrEqualTo(100);
    }

    @Test
    void aCpuIsWatchedFromItsFirstSwitchWhateverElseWasSeenBefore() {
        EventScript s = EventScript.withTracepoints()
                .waking(100, 0, -1, 20)
                .sw(300, 0, 10, "S", 0)
                .end();

        assertThat(s.life(10)).isEqualTo("RUNNING 300-300<, BLOCKED 300-300>");
    }

    @Test
    void aThreadSeenOnTwoCpusIsCutWhereItsOldCpuSawItLast() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 1, 20, "S", 0)
                .sw(100, 0, 10, "S", 11)
                .waking(120, 0, 11, 12)
                .sw(200, 1, 0, "R", 11)
                .sw(300, 1, 11, "S", 0)
                .sw(300, 0, 13, "S", 0)
                .end();

        assertThat(s.evidence().contradictions()).isEqualTo(1);
        assertThat(s.life(11))
                .isEqualTo(
                        "UNKNOWN 50-100<, RUNNING 100-120>, UNKNOWN 120-200<, RUNNING 200-300," + " BLOCKED 300-300>");
    }

    @Test
    void behindTheEndOfAWindowItIsNoContradiction() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 1, 20, "S", 0)
                .windowEnd(0, 100)
                .sw(100, 0, 10, "S", 11)
                .sw(200, 1, 0, "R", 11)
                .end();

        assertThat(s.evidence().contradictions()).isZero();
        assertThat(s.life(11)).contains("RUNNING 100-100>, UNKNOWN 100-200<, RUNNING 200-200>");
    }
}
