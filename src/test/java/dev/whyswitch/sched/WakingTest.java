package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a sleep, and what does not. */
final class WakingTest {
    private static EventScript asleepAt100() {
        return EventScript.withTracepoints().sw(50, 0, 0, "R", 10).sw(100, 0, 10, "S", 11);
    }

    @Test
    void theFirstWakingEndsTheSleepAndTheSwitchInTheWait() {
        EventScript s = asleepAt100()
                .waking(150, 0, 11, 10)
                .wakeup(160, 0, 11, 10)
                .sw(200, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10))
                .isEqualTo("RUNNING 50-100, BLOCKED 100-150, RUNNABLE_AFTER_WAKEUP 150-200, RUNNING 200-200>");
        assertThat(s.evidence().spuriousWakings()).isZero();
        assertThat(s.evidence().abortedSleeps()).isZero();
    }

    @Test
    void aWakeupWithoutWakingEndsTheSleepToo() {
        EventScript s =
                asleepAt100().wakeup(160, 0, 11, 10).sw(200, 0, 11, "R", 10).end();

        assertThat(s.life(10)).contains("BLOCKED 100-160, RUNNABLE_AFTER_WAKEUP 160-200");
    }

    @Test
    void aPreemptedThreadNeedsNoWakingAndIgnoresOne() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, "R+", 11)
                .waking(150, 0, 11, 10)
                .sw(200, 0, 11, "S", 10)
                .end();

        assertThat(s.life(10)).contains("PREEMPTED 100-200, RUNNING 200-200>");
        assertThat(s.evidence().spuriousWakings()).isEqualTo(1);
    }

    @Test
    void aWakingRightBeforeTheSleepIsHeldAndEndsIt() {
        EventScript s = EventScript.withTracepoints()
                .sw(1_000, 0, 0, "R", 10)
                .waking(99_000, 1, 20, 10)
                .sw(100_000, 0, 10, "S", 11)
                .sw(120_000, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10)).contains("RUNNABLE_AFTER_WAKEUP 100000-120000h, RUNNING 120000-120000>");
        assertThat(s.evidence().heldWakings()).isEqualTo(1);
        assertThat(s.evidence().spuriousWakings()).isZero();
        assertThat(s.evidence().abortedSleeps()).isZero();
    }

    @Test
    void aHeldWakingIsDroppedWhenAnotherOneEndsTheSleep() {
        EventScript s = EventScript.withTracepoints()
                .sw(1_000, 0, 0, "R", 10)
                .waking(99_000, 1, 20, 10)
                .sw(100_000, 0, 10, "S", 11)
                .waking(110_000, 1, 20, 10)
                .sw(120_000, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10)).contains("BLOCKED 100000-110000, RUNNABLE_AFTER_WAKEUP 110000-120000,");
        assertThat(s.evidence().heldWakings()).isZero();
        assertThat(s.evidence().spuriousWakings()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {50_001, 1_000_000})
    void aWakingLongBeforeTheSleepIsSpurious(long before) {
        EventScript s = EventScript.withTracepoints()
                .sw(1_000, 0, 0, "R", 10)
                .waking(2_000_000 - before, 1, 20, 10)
                .sw(2_000_000, 0, 10, "S", 11)
                .sw(2_100_000, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 2000000-2100000, RUNNING");
        assertThat(s.evidence().spuriousWakings()).isEqualTo(1);
        assertThat(s.evidence().abortedSleeps()).isEqualTo(1);
    }

    @Test
    void aHeldWakingDoesNotReachOverAPreemption() {
        EventScript s = EventScript.withTracepoints()
                .sw(1_000, 0, 0, "R", 10)
                .waking(99_000, 1, 20, 10)
                .sw(100_000, 0, 10, "R", 11)
                .sw(101_000, 0, 11, "R", 10)
                .sw(102_000, 0, 10, "S", 11)
                .sw(103_000, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 102000-103000");
        assertThat(s.evidence().heldWakings()).isZero();
    }

    @Test
    void aSleepWithoutWakingCannotBeSplit() {
        EventScript s =
                asleepAt100().waking(120, 0, 11, 30).sw(200, 0, 11, "R", 10).end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 100-200, RUNNING 200-200>");
        assertThat(s.evidence().abortedSleeps()).isEqualTo(1);
        assertThat(s.evidence().missingWakingsAtIdle()).isZero();
    }

    @Test
    void withoutAnyWakingsInTheRecordingNoSleepIsCalledAborted() {
        EventScript s = asleepAt100().sw(200, 0, 11, "R", 10).end();

        assertThat(s.life(10)).contains("UNSPLIT_WAIT 100-200");
        assertThat(s.evidence().abortedSleeps()).isZero();
    }

    @Test
    void aSleepThatEndsAtAnUnrecordedIdleExitMissesItsWakingThere() {
        EventScript s = EventScript.withTracepoints()
                .waking(40, 0, 10, 30)
                .sw(100, 0, 10, "S", 0)
                .sw(200, 0, 10, "S", 0)
                .end();

        assertThat(s.evidence().abortedSleeps()).isEqualTo(1);
        assertThat(s.evidence().missingWakingsAtIdle()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"T", "t", "P"})
    void aStopLastsUntilTheWaking(String state) {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, state, 11)
                .waking(150, 0, 11, 10)
                .sw(200, 0, 11, "R", 10)
                .end();

        assertThat(s.life(10)).contains("STOPPED 100-150, RUNNABLE_AFTER_WAKEUP 150-200, RUNNING 200-200>");
    }

    @Test
    void aThreadFirstSeenWhenWokenWasUnknownBefore() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .waking(100, 0, 10, 12)
                .sw(200, 0, 10, "S", 12)
                .end();

        assertThat(s.life(12)).isEqualTo("UNKNOWN 50-100<, RUNNABLE_AFTER_WAKEUP 100-200, RUNNING 200-200>");
    }

    @Test
    void openIntervalsAreCensoredAtTheEnd() {
        EventScript s =
                asleepAt100().waking(150, 0, 11, 12).sw(200, 0, 11, "R", 13).end();

        assertThat(s.life(10)).endsWith("BLOCKED 100-200>");
        assertThat(s.life(11)).endsWith("PREEMPTED 200-200>");
        assertThat(s.life(12)).endsWith("RUNNABLE_AFTER_WAKEUP 150-200>");
        assertThat(s.life(13)).endsWith("RUNNING 200-200>");
    }
}
