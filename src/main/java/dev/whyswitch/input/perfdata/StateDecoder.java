package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.TaskState;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Raw {@code prev_state} of sched_switch to {@link TaskState}. Letters and the "preempted" marker are read from the
 * event's own print format, since both moved over the kernel versions (marker 1024 in 3.10, 2048 in 4.4, 4096 in 4.8, 256
 * since 4.15; backports move them too). A raw value is 0 for runnable, else a set of bits; the lowest bit names it.
 */
final class StateDecoder {
    /** include/linux/sched.h since 4.15: TASK_REPORT_MAX, the "+" of R+. */
    private static final long MARKER = 0x100;

    private static final Pattern LETTER =
            Pattern.compile("\\{\\s*(0x[0-9a-fA-F]{1,15}|[1-9]\\d{0,17})\\s*,\\s*\"([^\"]+)\"\\s*\\}");
    private static final Pattern PLUS = Pattern.compile("REC->prev_state\\s*&\\s*(?<mask>[^?\">]++)\\?\\s*\"\\+\"");

    private static final int BITS = 16;

    private final long marker;
    private final TaskState[] stateOfBit = new TaskState[BITS];

    private StateDecoder(long marker) {
        this.marker = marker;
        Arrays.fill(stateOfBit, TaskState.OTHER_SLEEP);
    }

    /** The decoder that {@code printFormat} describes; the letters of kernels since 4.15 where it names none. */
    static StateDecoder of(String printFormat) {
        Matcher plus = PLUS.matcher(printFormat);
        Matcher letters = LETTER.matcher(printFormat);
        boolean described = letters.find();
        // A format with letters and without "+" has no marker: kernels before 3.2 (TRACE_EVENT sched_switch).
        long marker = described ? 0 : MARKER;
        if (plus.find()) {
            marker = ConstantExpression.value(plus.group("mask").strip()).orElse(MARKER);
        }
        StateDecoder decoder = new StateDecoder(marker);
        if (!described) {
            letters = LETTER.matcher("{1,\"S\"}{2,\"D\"}{4,\"T\"}{8,\"t\"}{16,\"X\"}{32,\"Z\"}{64,\"P\"}{128,\"I\"}");
            letters.find();
        }
        do {
            long bit = Long.decode(letters.group(1));
            if (Long.bitCount(bit) == 1 && bit < 1L << BITS) {
                decoder.stateOfBit[Long.numberOfTrailingZeros(bit)] = TaskState.ofLetter(letters.group(2));
            }
        } while (letters.find());
        return decoder;
    }

    /** The state that {@code raw} means. */
    TaskState decode(long raw) {
        if (raw == 0) {
            return TaskState.RUNNABLE;
        }
        if ((raw & marker) != 0) {
            return TaskState.RUNNABLE_PREEMPTED;
        }
        int bit = Long.numberOfTrailingZeros(raw);
        return bit < BITS ? stateOfBit[bit] : TaskState.OTHER_SLEEP;
    }
}
