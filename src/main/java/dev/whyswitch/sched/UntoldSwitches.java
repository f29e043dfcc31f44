package dev.whyswitch.sched;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.LongColumn;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.util.Arrays;

/** The last switch-out of each thread, one row per row of the {@link ThreadTable}, until the sink is told of it. */
final class UntoldSwitches {
    private final IntervalSink sink;
    /** Null where there is nothing to tell. */
    private SwitchClass[] classes = new SwitchClass[64];

    private TaskState[] states = new TaskState[64];
    private final LongColumn times = new LongColumn(64);
    private final IntColumn cpus = new IntColumn(64, 0);
    private final IntColumn successors = new IntColumn(64, 0);

    UntoldSwitches(IntervalSink sink) {
        this.sink = sink;
    }

    void put(int thread, long timeNs, int cpu, SwitchClass switchClass, TaskState state, int successor) {
        if (thread >= classes.length) {
            int length = Math.max(thread + 1, classes.length * 2);
            classes = Arrays.copyOf(classes, length);
            states = Arrays.copyOf(states, length);
        }
        classes[thread] = switchClass;
        states[thread] = state;
        times.set(thread, timeNs);
        cpus.set(thread, cpu);
        successors.set(thread, successor);
    }

    boolean isUntold(int thread) {
        return thread < classes.length && classes[thread] != null;
    }

    /** Class of a switch that is untold. */
    SwitchClass switchClass(int thread) {
        return classes[thread];
    }

    void reclassify(int thread, SwitchClass switchClass) {
        classes[thread] = switchClass;
    }

    /** Tells the sink, if it does not know yet. */
    void tell(int thread) {
        if (isUntold(thread)) {
            sink.onSwitch(
                    thread,
                    times.get(thread),
                    cpus.get(thread),
                    classes[thread],
                    states[thread],
                    successors.get(thread),
                    false);
            classes[thread] = null;
        }
    }
}
