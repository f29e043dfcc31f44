package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.SchedSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One physical switch is one switch of the right class, whichever records show it. */
final class SwitchWitnessTest {
    @ParameterizedTest
    @CsvSource({
        "R, PREEMPTION",
        "R+, PREEMPTION",
        "S, SYNCHRONIZATION",
        "D, SYNCHRONIZATION",
        "I, SYNCHRONIZATION",
        "K, SYNCHRONIZATION",
        "X, TERMINATION_OR_STOP",
        "Z, TERMINATION_OR_STOP",
        "T, TERMINATION_OR_STOP",
        "t, TERMINATION_OR_STOP",
        "P, TERMINATION_OR_STOP",
        "-, UNCLASSIFIED",
    })
    void eachStateHasItsClass(String state, String expected) {
        EventScript s = EventScript.withTracepoints().sw(100, 0, 10, state, 11).end();

        assertThat(s.switches()).hasSize(1).allMatch(line -> line.startsWith("100 cpu0 10 " + expected + " "));
    }

    @Test
    void theIdleTaskNeverSwitches() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 0, "R", 10)
                .sw(110, 0, 10, "S", 0)
                .sw(120, 0, 0, "R", 10)
                .end();

        assertThat(s.switches()).containsExactly("110 cpu0 10 SYNCHRONIZATION S idle");
        assertThat(s.log().gaps()).containsExactly(new IntervalLog.Gap(0, 110, 120, true));
    }

    @Test
    void threeWitnessesAreOneSwitch() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 0, "R", 10)
                .out(101, 0, 0, 10, true)
                .in(102, 0, 10, 0)
                .sw(200, 0, 10, "S", 11)
                .out(201, 0, 10, 11, false)
                .in(202, 0, 11, 10)
                .sw(300, 0, 11, "R", 10)
                .out(301, 0, 11, 10, true)
                .in(302, 0, 10, 11)
                .end();

        assertThat(s.switches()).containsExactly("200 cpu0 10 SYNCHRONIZATION S 11", "300 cpu0 11 PREEMPTION R 10");
        assertThat(s.evidence().switchesByTracepoint()).isEqualTo(3);
        assertThat(s.evidence().switchesBySwitchOutOnly()).isZero();
        assertThat(s.evidence().switchesBySwitchInOnly()).isZero();
        assertThat(s.evidence().preemptBitAgrees()).isEqualTo(2);
        assertThat(s.evidence().preemptBitDisagrees()).isZero();
    }

    @Test
    void thePreemptBitOverrulesASleepingState() {
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 0, "R", 10)
                .in(102, 0, 10, 0)
                .out(90, 1, 7, 8, false)
                .sw(200, 0, 10, "S", 11)
                .out(201, 0, 10, 11, true)
                .sw(300, 0, 11, "S", 10)
                .out(301, 0, 11, 10, false)
                .sw(400, 0, 10, "S", 0)
                .end();

        assertThat(s.switches()).startsWith("200 cpu0 10 PREEMPTION S 11");
        assertThat(s.life(10)).isEqualTo("RUNNING 100-200, PREEMPTED 200-300, RUNNING 300-400, BLOCKED 400-400>");
        assertThat(s.evidence().preemptBitDisagrees()).isEqualTo(1);
    }

    @Test
    void noPreemptBitDoesNotOverruleARunnableState() {
        EventScript s = EventScript.withTracepoints()
                .out(90, 0, 9, 10, false)
                .sw(200, 0, 10, "R", 11)
                .out(201, 0, 10, 11, false)
                .end();

        assertThat(s.switches()).containsExactly("200 cpu0 10 PREEMPTION R 11");
        assertThat(s.evidence().preemptBitDisagrees()).isEqualTo(1);
    }

    @Test
    void aMissingSwitchOutRecordLosesNoSwitch() {
        EventScript s = EventScript.withTracepoints()
                .out(90, 0, 9, 10, false)
                .sw(200, 0, 10, "S", 11)
                .sw(300, 0, 11, "S", 12)
                .out(301, 0, 11, 12, false)
                .in(302, 0, 12, 11)
                .end();

        assertThat(s.switches())
                .containsExactly("200 cpu0 10 SYNCHRONIZATION S 11", "300 cpu0 11 SYNCHRONIZATION S 12");
    }

    @Test
    void theIdleTasksPreemptBitIsNotThatOfTheLeaverBefore() {
        EventScript s = EventScript.withTracepoints()
                .out(90, 0, 9, 10, false)
                .sw(200, 0, 10, "S", 0)
                .sw(300, 0, 0, "R", 11)
                .out(301, 0, 0, 11, true)
                .end();

        assertThat(s.switches()).containsExactly("200 cpu0 10 SYNCHRONIZATION S idle");
        assertThat(s.evidence().preemptBitDisagrees()).isZero();
    }

    @Test
    void withoutTracepointsSwitchRecordsCount() {
        EventScript s = EventScript.switchRecordsOnly()
                .out(100, 0, 0, 10, true)
                .in(101, 0, 10, 0)
                .out(200, 0, 10, 11, true)
                .in(201, 0, 11, 10)
                .out(300, 0, 11, 10, false)
                .in(301, 0, 10, 11)
                .end();

        assertThat(s.switches()).containsExactly("200 cpu0 10 PREEMPTION - 11", "300 cpu0 11 SYNCHRONIZATION - 10");
        assertThat(s.life(10)).isEqualTo("RUNNING 100-200, PREEMPTED 200-300, RUNNING 300-301>");
        assertThat(s.life(11)).isEqualTo("UNKNOWN 100-200<, RUNNING 200-300, BLOCKED 300-301>");
        assertThat(s.evidence().switchesBySwitchOutOnly()).isEqualTo(2);
    }

    @Test
    void theLeaverOfAnExitIsWhoCameInLast() {
        EventScript s = EventScript.switchRecordsOnly()
                .in(100, 0, 10, 9)
                .out(200, 0, SchedSink.NO_TID, 11, false)
                .in(201, 0, 11, SchedSink.NO_TID)
                .out(300, 0, 11, 0, false)
                .end();

        assertThat(s.switches())
                .containsExactly("200 cpu0 10 TERMINATION_OR_STOP X 11", "300 cpu0 11 SYNCHRONIZATION - idle");
        assertThat(s.life(10)).isEqualTo("RUNNING 100-200");
    }

    /** Before Linux 4.17 the bit is 0, whatever the thread's state. */
    @Test
    void withoutPreemptBitASwitchRecordTellsNoClass() {
        EventScript s = EventScript.switchRecordsOnly()
                .preemptionUntold()
                .in(100, 0, 10, 9)
                .out(200, 0, 10, 11, false)
                .in(201, 0, 11, 10)
                .out(300, 0, SchedSink.NO_TID, 10, false)
                .in(301, 0, 10, SchedSink.NO_TID)
                .end();

        assertThat(s.switches())
                .containsExactly("200 cpu0 10 UNCLASSIFIED - 11", "300 cpu0 11 TERMINATION_OR_STOP X 10");
        assertThat(s.life(10)).isEqualTo("RUNNING 100-200, UNKNOWN 200-300, RUNNING 300-301>");
    }

    @Test
    void withoutPreemptBitTheStateOfTheTracepointDecides() {
        EventScript s = EventScript.withTracepoints()
                .preemptionUntold()
                .sw(100, 0, 9, "S", 10)
                .out(101, 0, 9, 10, false)
                .sw(200, 0, 10, "R", 11)
                .out(201, 0, 10, 11, false)
                .end();

        assertThat(s.switches()).containsExactly("100 cpu0 9 SYNCHRONIZATION S 10", "200 cpu0 10 PREEMPTION R 11");
        assertThat(s.evidence().preemptBitAgrees()).isZero();
        assertThat(s.evidence().preemptBitDisagrees()).isZero();
    }

    @Test
    void anExitShownByTracepointAndSwitchRecordIsOneSwitch() {
        EventScript s = EventScript.withTracepoints()
                .out(90, 0, 9, 10, false)
                .sw(200, 0, SchedSink.NO_TID, 10, "Z", 11)
                .out(201, 0, SchedSink.NO_TID, 11, false)
                .in(202, 0, 11, SchedSink.NO_TID)
                .sw(300, 0, 11, "S", 0)
                .end();

        assertThat(s.switches())
                .containsExactly("200 cpu0 10 TERMINATION_OR_STOP Z 11", "300 cpu0 11 SYNCHRONIZATION S idle");
        assertThat(s.evidence().chainBreaks()).isZero();
    }

    @Test
    void switchRecordsOutsideTheTracepointsWindowTellWhoRunsAndCountNothing() {
        EventScript s = EventScript.withTracepoints()
                .out(50, 0, 8, 9, false)
                .in(51, 0, 9, 8)
                .out(60, 0, 9, 10, false)
                .in(61, 0, 10, 9)
                .waking(100, 0, 10, 12)
                .sw(200, 0, 10, "S", 11)
                .windowEnd(0, 200)
                .out(300, 0, 11, 12, false)
                .in(301, 0, 12, 11)
                .end();

        assertThat(s.switches()).containsExactly("200 cpu0 10 SYNCHRONIZATION S 11");
        assertThat(s.life(10)).isEqualTo("RUNNING 200-200<, BLOCKED 200-200>");
        assertThat(s.evidence().switchesOutsideWindow()).isEqualTo(3);
        assertThat(s.log().windowNs(0)).isZero();
    }

    @Test
    void aSuccessorThatItsParentHasReapedHasNoTidAndIsTheSameSwitch() {
        // Child 11 was preempted inside its exit, 10 reaped it and sleeps; 11 comes back for its last switch.
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 11, "R", 10)
                .out(101, 0, 11, 10, true)
                .in(102, 0, 10, 11)
                .sw(200, 0, 10, "S", 11)
                .out(201, 0, 10, -1, false)
                .in(202, 0, -1, 10)
                .sw(300, 0, -1, 11, "X", 12)
                .out(301, 0, -1, 12, false)
                .in(302, 0, 12, -1)
                .end();

        assertThat(s.switches())
                .containsExactly(
                        "100 cpu0 11 PREEMPTION R 10",
                        "200 cpu0 10 SYNCHRONIZATION S 11",
                        "300 cpu0 11 TERMINATION_OR_STOP X 12");
        assertThat(s.evidence().switchesBySwitchOutOnly()).isZero();
        assertThat(s.evidence().switchesBySwitchInOnly()).isZero();
        assertThat(s.evidence().chainBreaks()).isZero();
    }

    @Test
    void inAPidNamespaceOnlyTheFieldsOfTheTracepointName() {
        // perf in a container: header tids are the container's, 0 for tasks outside; RAW has the machine's.
        EventScript s = EventScript.withTracepoints()
                .sw(100, 0, 5, 1005, "S", 1006)
                .out(101, 0, 5, 6, false)
                .in(102, 0, 6, 5)
                .waking(150, 0, 6, 1005)
                .sw(200, 0, 6, 1006, "R", 1005)
                .out(201, 0, 6, 5, true)
                .in(202, 0, 5, 6)
                .sw(300, 0, 5, 1005, "S", 2000)
                .out(301, 0, 5, 0, false)
                .in(302, 0, 0, 5)
                .end();

        assertThat(s.switches())
                .containsExactly(
                        "100 cpu0 1005 SYNCHRONIZATION S 1006",
                        "200 cpu0 1006 PREEMPTION R 1005",
                        "300 cpu0 1005 SYNCHRONIZATION S 2000");
        assertThat(s.evidence().chainBreaks()).isZero();
        assertThat(s.evidence().switchesBySwitchInOnly()).isZero();
        assertThat(s.evidence().preemptBitDisagrees()).isZero();
    }
}
