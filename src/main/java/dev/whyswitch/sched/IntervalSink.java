package dev.whyswitch.sched;

import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;

/**
 * Receives the switches and intervals that a {@link SwitchMachine} finds. Threads are rows of its {@link ThreadTable}.
 * Times are nanoseconds of the recording's clock.
 *
 * <p>Intervals of one thread come in the order of time, gapless. Those of different threads interleave: an interval comes
 * when it ends.
 */
public interface IntervalSink {
    /** The interval began before the recording saw the thread: its true start is earlier or unknown. */
    int CENSORED_START = 1;

    /** The recording, or a loss, ends the interval: its true end is later or unknown. */
    int CENSORED_END = 2;

    /** One end was not recorded but placed within its bounds. */
    int REPAIRED = 4;

    /** The waking came just before its sleep was seen (held waking, see SwitchMachine). */
    int HELD_WAKING = 8;

    /**
     * A thread spent {@code fromNs}…{@code toNs} in one state; {@code fromNs <= toNs}.
     *
     * @param thread row of the thread table
     * @param cpu the CPU it ran on (RUNNING), else the CPU it left, or SchedSink.NO_CPU
     * @param flags CENSORED_START, CENSORED_END, REPAIRED, HELD_WAKING
     */
    void onInterval(int thread, IntervalKind kind, long fromNs, long toNs, int cpu, int flags);

    /**
     * A thread left its CPU. The idle task never does.
     *
     * @param nextThread row of its successor; ThreadTable.IDLE, or ThreadTable.NONE where it is not known
     * @param inferred true when no record shows the switch, only the chain proves it
     */
    void onSwitch(
            int thread,
            long timeNs,
            int cpu,
            SwitchClass switchClass,
            TaskState state,
            int nextThread,
            boolean inferred);

    /** The idle task ran on {@code cpu}, or (if {@code known} is false) nobody knows who did. */
    void onIdle(int cpu, long fromNs, long toNs, boolean known);

    /** The window of {@code cpu}: first to last record of the kind that counts switches. Comes before {@link #onEnd}. */
    void onCpuWindow(int cpu, long fromNs, long toNs);

    /** All is said: the recording saw {@code startNs}…{@code endNs}. */
    void onEnd(long startNs, long endNs);
}
