package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.TaskState;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Letters and marker of sched_switch's prev_state over the kernels, from their own print formats. */
final class StateDecoderTest {
    private static final String HEAD = "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s\","
            + " REC->prev_comm, REC->prev_pid, REC->prev_prio, ";
    private static final String OLD_LETTERS = "{ 1, \"S\"} , { 2, \"D\" }, { 4, \"T\" }, { 8, \"t\" }, { 16, \"Z\" },"
            + " { 32, \"X\" }, { 64, \"x\" }, { 128, \"W\" }";

    /** 2.6.32: no marker at all (include/trace/events/sched.h of that version). */
    private static final String PRINT_2_6_32 = HEAD + "REC->prev_state ? __print_flags(REC->prev_state, \"|\", "
            + OLD_LETTERS + ") : \"R\", REC->next_comm";

    private static String marked(int marker, String letters) {
        return HEAD + "REC->prev_state & (" + marker + "-1) ? __print_flags(REC->prev_state & (" + marker
                + "-1), \"|\", " + letters + ") : \"R\", REC->prev_state & " + marker
                + " ? \"+\" : \"\", REC->next_comm";
    }

    private static final String PRINT_3_10 = marked(1024, OLD_LETTERS + ", { 256, \"P\" }, { 512, \"K\" }");
    private static final String PRINT_4_4 =
            marked(2048, OLD_LETTERS + ", { 128, \"K\" }, { 256, \"W\" }, { 512, \"P\" }, { 1024, \"N\" }");
    private static final String PRINT_4_9 = marked(
            4096,
            "{ 0x01, \"S\" }, { 0x02, \"D\" }, { 0x04, \"T\" }, { 0x08, \"t\" }, { 0x10, \"Z\" }, { 0x20, \"X\" },"
                    + " { 0x40, \"x\" }, { 0x80, \"K\" }, { 0x100, \"W\" }, { 0x200, \"P\" }, { 0x400, \"N\" }");

    private static String print(String kernel) {
        return switch (kernel) {
            case "2.6.32" -> PRINT_2_6_32;
            case "3.10" -> PRINT_3_10;
            case "4.4" -> PRINT_4_4;
            case "4.9" -> PRINT_4_9;
            case "none" -> "";
            default -> TestFormat.PRINT_6_18;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "2.6.32, 0, R",
        "2.6.32, 1, S",
        "2.6.32, 2, D",
        "2.6.32, 16, Z",
        "2.6.32, 32, X",
        "2.6.32, 64, X",
        "2.6.32, 256, ?",
        "2.6.32, 1024, ?",
        "3.10, 0, R",
        "3.10, 1024, R+",
        "3.10, 1025, R+",
        "3.10, 16, Z",
        "3.10, 32, X",
        "3.10, 256, P",
        "3.10, 512, ?",
        "4.4, 0, R",
        "4.4, 2048, R+",
        "4.4, 1, S",
        "4.4, 64, X",
        "4.4, 512, P",
        "4.4, 1026, D",
        "4.9, 0, R",
        "4.9, 4096, R+",
        "4.9, 4098, R+",
        "4.9, 8, t",
        "4.9, 0x20, X",
        "4.9, 0x200, P",
        "6.18, 0, R",
        "6.18, 256, R+",
        "6.18, 257, R+",
        "6.18, 1, S",
        "6.18, 2, D",
        "6.18, 4, T",
        "6.18, 8, t",
        "6.18, 16, X",
        "6.18, 32, Z",
        "6.18, 64, P",
        "6.18, 128, I",
        "6.18, 130, D",
        "none, 0, R",
        "none, 256, R+",
        "none, 1, S",
        "none, 16, X",
        "none, 32, Z",
        "none, 128, I",
    })
    void statesAreThoseOfTheKernel(String kernel, String raw, String letter) {
        TaskState state = StateDecoder.of(print(kernel)).decode(Long.decode(raw));

        assertThat(state.letter()).isEqualTo(letter);
    }

    @Test
    void bitsNobodyKnowsAreASleep() {
        StateDecoder decoder = StateDecoder.of(TestFormat.PRINT_6_18);

        assertThat(decoder.decode(1L << 40)).isEqualTo(TaskState.OTHER_SLEEP);
        assertThat(decoder.decode(Long.MIN_VALUE)).isEqualTo(TaskState.OTHER_SLEEP);
        assertThat(decoder.decode(0x4000)).isEqualTo(TaskState.OTHER_SLEEP);
    }

    @ParameterizedTest
    @CsvSource({
        "256, 256",
        "0x100, 256",
        "(256), 256",
        "( 2048 - 1 ), 2047",
        "1 | 2 | 64, 67",
        "1 << 8, 256",
        "1 + 1 << 3, 16",
        "1 | 1 << 4, 17",
        "7 - 2 - 1, 4",
        "(((0x00000000 | 0x00000001 | 0x00000002 | 0x00000040) + 1) << 1), 136",
        "((((1)))), 1",
    })
    void constantExpressionsAreWorth(String text, long value) {
        assertThat(ConstantExpression.value(text)).isEqualTo(OptionalLong.of(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(",
                ")",
                "1 +",
                "1 2",
                "TASK_REPORT_MAX",
                "REC->prev_state",
                "1 / 2",
                "(1",
                "0x",
                "1UL",
                "- 1",
                "99999999999999999999"
            })
    void whatIsNoConstantExpressionHasNoValue(String text) {
        assertThat(ConstantExpression.value(text)).isEmpty();
    }

    @Test
    void nestingIsBounded() {
        assertThat(ConstantExpression.value("(".repeat(60) + "1" + ")".repeat(60)))
                .hasValue(1);
        assertThat(ConstantExpression.value("(".repeat(1_000_000) + "1")).isEmpty();
    }
}
