package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.SchedSink;
import org.junit.jupiter.api.Test;

/** Births, ends, and tids that are used again. */
final class ThreadLifeTest {
    @Test
    void aNewThreadIsNewUntilItsFirstSwitchIn() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .forkRecord(90, 10, 10, 10, 12)
                .fork(91, 10, 12)
                .wakeupNew(100, 0, 10, 12)
                .sw(200, 0, 10, "S", 12)
                .end();

        assertThat(s.life(12)).isEqualTo("NEW 100-200, RUNNING 200-200>");
        assertThat(s.threads().size()).isEqualTo(2);
        assertThat(s.threads().isBornHere(s.row(12))).isTrue();
        assertThat(s.threads().tgid(s.row(12))).isEqualTo(10);
    }

    @Test
    void aNewProcessKnowsItsParentEvenFromTheTracepointAlone() {
        EventScript s = EventScript.withTracepoints()
                .forkRecord(10, 1, 1, 10, 10)
                .forkRecord(20, 10, 10, 12, 12)
                .fork(21, 10, 12)
                .fork(30, 12, 13)
                .wakeupNew(100, 0, 10, 12)
                .end();

        assertThat(s.threads().parentTgid(s.row(10))).isEqualTo(1);
        assertThat(s.threads().parentTgid(s.row(12))).isEqualTo(10);
        assertThat(s.threads().parentTgid(s.row(13))).isEqualTo(12);
    }

    @Test
    void aThreadOfAProcessHasTheProcessesParent() {
        EventScript s = EventScript.withTracepoints()
                .forkRecord(20, 10, 10, 12, 12)
                .forkRecord(30, 12, 12, 12, 13)
                .wakeupNew(100, 0, 12, 13)
                .end();

        assertThat(s.threads().parentTgid(s.row(13))).isEqualTo(10);
    }

    @Test
    void nothingFollowsAnExit() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, "Z", 11)
                .sw(300, 0, 11, "S", 0)
                .end();

        assertThat(s.life(10)).isEqualTo("RUNNING 50-100");
    }

    @Test
    void aTidUsedAgainAfterAnExitIsAnotherThread() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, "X", 11)
                .forkRecord(150, 11, 11, 10, 10)
                .wakeupNew(160, 0, 11, 10)
                .sw(200, 0, 11, "S", 10)
                .sw(300, 0, 10, "X", 0)
                .end();

        assertThat(s.lifeOfRow(0)).isEqualTo("RUNNING 50-100");
        assertThat(s.row(10)).isNotZero();
        assertThat(s.life(10)).isEqualTo("NEW 160-200, RUNNING 200-300");
    }

    @Test
    void aTidUsedAgainWithoutASeenExitEndsTheOldThreadThere() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, "S", 11)
                .wakeupNew(160, 0, 11, 10)
                .sw(200, 0, 11, "S", 10)
                .end();

        assertThat(s.lifeOfRow(0)).isEqualTo("RUNNING 50-100, UNKNOWN 100-160>");
        assertThat(s.life(10)).isEqualTo("NEW 160-200, RUNNING 200-200>");
    }

    @Test
    void aTidUsedAgainWhileItRunsIsCutAtTheCpusLastRecord() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .waking(70, 0, 10, 30)
                .wakeupNew(160, 1, 20, 10)
                .sw(200, 1, 20, "S", 10)
                .end();

        assertThat(s.lifeOfRow(0)).isEqualTo("RUNNING 50-70>, UNKNOWN 70-160<>");
        assertThat(s.life(10)).isEqualTo("NEW 160-200, RUNNING 200-200>");
    }

    @Test
    void activityOfATidAfterItsExitIsAnotherThread() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 10)
                .sw(100, 0, 10, "X", 11)
                .waking(150, 0, 11, 10)
                .sw(200, 0, 11, "S", 10)
                .end();

        assertThat(s.lifeOfRow(0)).isEqualTo("RUNNING 50-100");
        assertThat(s.life(10)).isEqualTo("UNKNOWN 50-150<, RUNNABLE_AFTER_WAKEUP 150-200, RUNNING 200-200>");
    }

    @Test
    void headerTidsOfAPidNamespaceAreNotBelieved() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 5, 1005, "S", 1006)
                .waking(150, 0, 6, 1005)
                .runtime(160, 0, 6, 10)
                .sw(200, 0, 6, 1006, "R", 1005)
                .end();

        assertThat(s.evidence().chainBreaks()).isZero();
        assertThat(s.row(6)).isEqualTo(ThreadTable.NONE);
        assertThat(s.life(1006)).isEqualTo("RUNNING 100-200, PREEMPTED 200-200>");
    }

    @Test
    void nameAndPriorityAreTheLastOnesSeen() {
        EventScript s = EventScript.withTracepoints().sw(100, 0, 10, "S", 11).end();

        assertThat(s.threads().name(s.row(10))).isEqualTo("t10");
        assertThat(s.threads().priority(s.row(11))).isEqualTo(120);
        assertThat(s.threads().tid(s.row(11))).isEqualTo(11);
    }

    /** Process 20 has the threads 20 and 21; 21 is about to exec and 20 ends for it. */
    private static EventScript beforeExecOf21() {
        return EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 20)
                .forkRecord(60, 20, 20, 20, 21)
                .wakeupNew(60, 0, 20, 21)
                .sw(100, 0, 20, "Z", 21);
    }

    @Test
    void aThreadThatExecsGoesOnUnderTheTidOfItsProcess() {
        EventScript s = beforeExecOf21()
                .exec(150, 0, 20, 21)
                .sw(200, 0, 20, "S", 0)
                .waking(250, 0, 0, 20)
                .sw(300, 0, 0, "R", 20)
                .sw(400, 0, 20, "X", 0)
                .end();

        assertThat(s.life(20))
                .isEqualTo(
                        "NEW 60-100, RUNNING 100-200, BLOCKED 200-250, RUNNABLE_AFTER_WAKEUP 250-300, RUNNING 300-400");
        assertThat(s.row(21)).isEqualTo(ThreadTable.NONE);
        assertThat(s.evidence().inferredSwitches()).isZero();
        assertThat(s.threads().size()).isEqualTo(2);
    }

    @Test
    void theCommRecordOfAnExecSaysItToo() {
        EventScript s = beforeExecOf21()
                .exec(150, 0, 20, SchedSink.NO_TID)
                .exec(160, 0, 20, 21)
                .sw(200, 0, 20, "S", 0)
                .end();

        assertThat(s.life(20)).isEqualTo("NEW 60-100, RUNNING 100-200, BLOCKED 200-200>");
        assertThat(s.threads().size()).isEqualTo(2);
    }

    /** As recorded: an event with the new tid in its header comes before any record of the exec. */
    @Test
    void anExecIsSeenBeforeItIsTold() {
        EventScript s = beforeExecOf21()
                .runtime(140, 0, 20, 10)
                .exec(150, 0, 20, SchedSink.NO_TID)
                .exec(160, 0, 20, 21)
                .sw(200, 0, 20, "S", 0)
                .end();

        assertThat(s.life(20)).isEqualTo("NEW 60-100, RUNNING 100-200, BLOCKED 200-200>");
        assertThat(s.evidence().inferredSwitches()).isZero();
        assertThat(s.evidence().chainBreaks()).isZero();
    }

    @Test
    void anExecOfTheFirstThreadChangesNoTid() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 20)
                .exec(60, 0, 20, SchedSink.NO_TID)
                .exec(70, 0, 20, 20)
                .sw(100, 0, 20, "S", 0)
                .end();

        assertThat(s.life(20)).isEqualTo("RUNNING 50-100, BLOCKED 100-100>");
        assertThat(s.threads().size()).isEqualTo(1);
    }

    @Test
    void aRenameGivesTheName() {
        EventScript s = EventScript.withTracepoints()
                .sw(50, 0, 0, "R", 20)
                .rename(60, 20, "worker")
                .end();

        assertThat(s.threads().name(s.row(20))).isEqualTo("worker");
    }

    @Test
    void theLastSwitchOutBehindAnExitRecordIsTheEnd() {
        EventScript script = EventScript.switchRecordsOnly()
                .out(10, 0, 5, 7, false)
                .in(11, 0, 7, 5)
                .exit(20, 7)
                .out(21, 0, 7, 5, true)
                .in(30, 0, 7, 5)
                .out(31, 0, 7, 5, false)
                .in(32, 0, 5, 7)
                .out(40, 0, 5, 0, false)
                .end();

        assertThat(script.switches())
                .containsExactly(
                        "10 cpu0 5 SYNCHRONIZATION - 7",
                        "21 cpu0 7 PREEMPTION - 5",
                        "30 cpu0 5 UNCLASSIFIED - ? *",
                        "31 cpu0 7 TERMINATION_OR_STOP Z 5",
                        "40 cpu0 5 SYNCHRONIZATION - idle");
        assertThat(script.life(7)).endsWith("RUNNING 30-31");
    }

    @Test
    void aTidUsedAgainHasNotExited() {
        EventScript script = EventScript.switchRecordsOnly()
                .out(10, 0, 5, 7, false)
                .exit(20, 7)
                .out(21, 0, 7, 5, false)
                .forkRecord(25, 5, 5, 7, 7)
                .out(30, 0, 5, 7, false)
                .out(40, 0, 7, 5, false)
                .end();

        assertThat(script.switches()).contains("21 cpu0 7 TERMINATION_OR_STOP Z 5", "40 cpu0 7 SYNCHRONIZATION - 5");
    }
}
