package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What single tasks did, from their own records: their switches, how their waits end, and what is not known. */
final class TaskSwitchTest {
    private static final int NO_CPU = -1;

    /** Before Linux 4.17 the bit is 0, whatever the thread's state. */
    @Test
    void withoutPreemptBitASwitchRecordTellsNoClass() {
        EventScript tasks = EventScript.ofTasks(false)
                .preemptionUntold()
                .named(10, 7)
                .out(20, NO_CPU, 7, -1, false)
                .in(30, NO_CPU, 7, -1)
                .exit(70, 7)
                .end();

        assertThat(tasks.switches()).containsExactly("20 cpu-1 7 UNCLASSIFIED - ?");
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, UNKNOWN 20-30, RUNNING 30-70");
    }

    @Test
    void withoutPreemptBitTheStateOfTheTracepointDecides() {
        EventScript tasks = EventScript.ofTasks(true)
                .preemptionUntold()
                .named(10, 7)
                .sw(20, 0, 7, "R", 8)
                .out(21, 0, 7, -1, false)
                .end();

        assertThat(tasks.switches()).containsExactly("20 cpu0 7 PREEMPTION R 8");
        assertThat(tasks.evidence().preemptBitDisagrees()).isZero();
    }

    @Test
    void aThreadsOwnSwitchRecordsMakeItsLife() {
        EventScript tasks = EventScript.ofTasks(false)
                .named(10, 7)
                .out(20, NO_CPU, 7, -1, true)
                .in(30, NO_CPU, 7, -1)
                .out(40, NO_CPU, 7, -1, false)
                .in(60, NO_CPU, 7, -1)
                .exit(70, 7)
                .end();

        assertThat(tasks.switches()).containsExactly("20 cpu-1 7 PREEMPTION - ?", "40 cpu-1 7 SYNCHRONIZATION - ?");
        assertThat(tasks.life(7))
                .isEqualTo("RUNNING 10-20<, PREEMPTED 20-30, RUNNING 30-40, UNSPLIT_WAIT 40-60, RUNNING 60-70");
        assertThat(tasks.evidence().threadSwitches()).isEqualTo(2);
        assertThat(tasks.evidence().abortedSleeps()).isZero();
    }

    @Test
    void theTracepointAndTheSwitchRecordAreOneSwitchAndTheBitDecides() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .sw(20, 0, 7, "S", 99)
                .out(21, 0, 7, -1, true)
                .in(30, 1, 7, -1)
                .sw(40, 1, 7, "D", 0)
                .out(41, 1, 7, -1, false)
                .in(50, 1, 7, -1)
                .end();

        assertThat(tasks.switches()).containsExactly("20 cpu0 7 PREEMPTION S 99", "40 cpu1 7 SYNCHRONIZATION D idle");
        assertThat(tasks.life(7))
                .isEqualTo("RUNNING 10-20<, PREEMPTED 20-30, RUNNING 30-40, UNSPLIT_WAIT 40-50, RUNNING 50-50>");
        assertThat(tasks.evidence().preemptBitAgrees()).isEqualTo(1);
        assertThat(tasks.evidence().preemptBitDisagrees()).isEqualTo(1);
        assertThat(tasks.evidence().switchesByTracepoint()).isEqualTo(2);
        assertThat(tasks.evidence().switchesBySwitchOutOnly()).isZero();
    }

    @Test
    void othersHaveNoLifeHere() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .waking(12, 0, 7, 99)
                .sw(20, 0, 7, "S", 99)
                .waking(25, 1, 98, 7)
                .wakeup(26, 1, 98, 7)
                .sw(40, 1, 7, "S", 98)
                .end();

        assertThat(tasks.log().intervals()).allMatch(i -> tasks.threads().tid(i.thread()) == 7);
        // No record shows when 7 came back: after the waking nothing is known until it leaves again.
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, BLOCKED 20-25, UNKNOWN 25-40");
    }

    @Test
    void aRecordedSuccessorIsBackOnItsCpu() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .forkRecord(11, 7, 7, 7, 8)
                .sw(20, 0, 7, "R", 8)
                .sw(30, 0, 8, "S", 7)
                .sw(40, 0, 7, "S", 8)
                .sw(50, 0, 8, "S", 0)
                .end();

        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, PREEMPTED 20-30, RUNNING 30-40, UNKNOWN 40-50>");
        assertThat(tasks.life(8)).isEqualTo("UNKNOWN 11-20, RUNNING 20-30, UNSPLIT_WAIT 30-40, RUNNING 40-50");
    }

    @Test
    void itsOwnSwitchInConfirmsASuccessor() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .forkRecord(11, 7, 7, 7, 8)
                .sw(20, 0, 7, "R", 8)
                .out(21, 0, 7, -1, true)
                .in(22, 0, 8, -1)
                .sw(30, 0, 8, "S", 7)
                .out(31, 0, 8, -1, false)
                .in(32, 0, 7, -1)
                .end();

        assertThat(tasks.evidence().inferredSwitches()).isZero();
        assertThat(tasks.life(8)).isEqualTo("UNKNOWN 11-20, RUNNING 20-30, BLOCKED 30-32>");
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, PREEMPTED 20-30, RUNNING 30-32>");
    }

    @Test
    void aChildThatIsNeverRecordedHasNoLife() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .forkRecord(11, 7, 7, 8, 8)
                .sw(20, 0, 7, "S", 8)
                .end();

        assertThat(tasks.life(8)).isEmpty();
    }

    @Test
    void aWakingDeliveredTwiceIsOne() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .named(11, 8)
                .sw(20_000, 0, 7, "S", 0)
                .waking(50_000, 1, 8, 7)
                .waking(50_400, 1, 8, 7)
                .wakeup(51_000, 1, 8, 7)
                .wakeup(51_300, 1, 8, 7)
                .in(60_000, 0, 7, -1)
                .end();

        assertThat(tasks.evidence().spuriousWakings()).isZero();
        assertThat(tasks.life(7))
                .isEqualTo(
                        "RUNNING 10-20000<, BLOCKED 20000-50000, RUNNABLE_AFTER_WAKEUP 50000-60000, RUNNING 60000-60000>");
    }

    @Test
    void aSecondWakingByAnotherOrMuchLaterIsSpurious() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .sw(20_000, 0, 7, "S", 0)
                .waking(50_000, 1, 8, 7)
                .waking(50_400, 1, 9, 7)
                .waking(90_000, 1, 9, 7)
                .end();

        assertThat(tasks.evidence().spuriousWakings()).isEqualTo(2);
    }

    @Test
    void aCreationDeliveredTwiceIsOne() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .forkRecord(1_000, 7, 7, 7, 8)
                .fork(1_100, 7, 8)
                .wakeupNew(2_000, 0, 7, 8)
                .wakeupNew(2_300, 0, 7, 8)
                .in(3_000, 1, 8, -1)
                .out(4_000, 1, 8, -1, false)
                .end();

        assertThat(tasks.threads().size()).isEqualTo(2);
        assertThat(tasks.life(8)).isEqualTo("NEW 2000-3000, RUNNING 3000-4000, BLOCKED 4000-4000>");
    }

    @Test
    void aWakingJustBeforeTheSleepIsHeld() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .named(11, 8)
                .waking(95_000, 1, 8, 7)
                .sw(100_000, 0, 7, "S", 0)
                .in(120_000, 0, 7, -1)
                .end();

        assertThat(tasks.evidence().heldWakings()).isEqualTo(1);
        assertThat(tasks.evidence().spuriousWakings()).isZero();
        assertThat(tasks.life(7))
                .isEqualTo("RUNNING 10-100000<, RUNNABLE_AFTER_WAKEUP 100000-120000h, RUNNING 120000-120000>");
    }

    @Test
    void theAccountOfRunTimePlacesASwitchIn() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(1_000, 7)
                .sw(2_000, 0, 7, "R", 99)
                .runtime(9_000, 0, 7, 3_000)
                .sw(9_500, 0, 7, "R", 99)
                .end();

        assertThat(tasks.evidence().placedByRuntime()).isEqualTo(1);
        assertThat(tasks.life(7)).isEqualTo("RUNNING 1000-2000<, PREEMPTED 2000-6000~, RUNNING 6000-9500~");
    }

    @Test
    void aSwitchOutThatIsNotThereIsInferredByTheNextSwitchIn() {
        EventScript tasks = EventScript.ofTasks(false)
                .named(10, 7)
                .in(20, 0, 7, -1)
                .in(50, 1, 7, -1)
                .out(60, 1, 7, -1, false)
                .end();

        assertThat(tasks.evidence().inferredSwitches()).isEqualTo(2);
        assertThat(tasks.evidence().threadSwitches()).isEqualTo(3);
        assertThat(tasks.switches())
                .containsExactly(
                        "10 cpu-1 7 UNCLASSIFIED - ? *",
                        "20 cpu0 7 UNCLASSIFIED - ? *",
                        "60 cpu1 7 SYNCHRONIZATION - ?");
        assertThat(tasks.life(7)).contains("UNKNOWN 20-50<", "RUNNING 50-60");
    }

    @Test
    void behindALossNothingIsKnownUntilTheNextRecord() {
        EventScript tasks = EventScript.ofTasks(false)
                .named(10, 7)
                .in(11, 0, 8, -1)
                .out(20, 0, 7, -1, false)
                .out(30, 1, 8, -1, false)
                .lost(50, 0, 3)
                .in(60, 0, 7, -1)
                .in(61, 1, 8, -1)
                .out(70, 0, 7, -1, true)
                .end();

        // The loss lies between CPU 0's records of 20 and 50; who runs where is anyone's.
        assertThat(tasks.evidence().damagedNs()).isEqualTo(30);
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, UNKNOWN 20-60<, RUNNING 60-70, PREEMPTED 70-70>");
        assertThat(tasks.life(8)).endsWith("UNKNOWN 30-61<, RUNNING 61-70>");
    }

    @Test
    void aLossWithoutACpuMayBeAnywhereBefore() {
        EventScript tasks = EventScript.ofTasks(false)
                .named(10, 7)
                .out(20, NO_CPU, 7, -1, false)
                .lost(50, NO_CPU, 3)
                .in(60, NO_CPU, 7, -1)
                .end();

        assertThat(tasks.evidence().damagedNs()).isEqualTo(40);
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<, UNKNOWN 20-60<, RUNNING 60-60>");
    }

    @Test
    void aPreemptionBehindTheExitRecordIsCountedAndTheLifeIsOver() {
        EventScript tasks = EventScript.ofTasks(true)
                .named(10, 7)
                .named(11, 8)
                .exit(20, 7)
                .sw(25, 0, 7, "R", 8)
                .sw(40, 0, 8, "S", 7)
                .end();

        assertThat(tasks.switches()).contains("25 cpu0 7 PREEMPTION R 8");
        assertThat(tasks.life(7)).isEqualTo("RUNNING 10-20<");
    }

    @Test
    void aTidUsedAgainIsAnotherThread() {
        EventScript tasks = EventScript.ofTasks(false)
                .named(10, 7)
                .forkRecord(11, 7, 7, 8, 8)
                .in(12, 0, 8, -1)
                .exit(20, 8)
                .forkRecord(30, 7, 7, 8, 8)
                .in(31, 0, 8, -1)
                .out(40, 0, 8, -1, false)
                .end();

        assertThat(tasks.threads().size()).isEqualTo(3);
        assertThat(tasks.life(8)).isEqualTo("UNKNOWN 30-31, RUNNING 31-40, BLOCKED 40-40>");
        assertThat(tasks.lifeOfRow(1)).isEqualTo("UNKNOWN 11-12, RUNNING 12-20");
    }

    @Test
    void inAPidNamespaceTheTracepointsAloneCount() {
        EventScript tasks = EventScript.ofTasks(true)
                .sw(10, 0, 2, 4711, "S", 0)
                .out(11, 0, 2, -1, false)
                .in(20, 0, 2, -1)
                .sw(30, 0, 2, 4711, "R", 0)
                .out(31, 0, 2, -1, true)
                .end();

        assertThat(tasks.switches())
                .containsExactly("10 cpu0 4711 SYNCHRONIZATION S idle", "30 cpu0 4711 PREEMPTION R idle");
        assertThat(tasks.threads().size()).isEqualTo(1);
    }
}
