package dev.whyswitch.analyze;

import dev.whyswitch.column.IntIntMap;
import dev.whyswitch.sched.ThreadTable;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts the switches inside the spans over which the kernel's own counters were read. */
final class CounterWindows {
    private static final int NO_SPAN = -1;

    private final List<KernelCounters> spans;
    private final ThreadTable threads;
    private final IntIntMap spanOfTid = new IntIntMap(NO_SPAN);
    private final IntIntMap spanOfParent = new IntIntMap(NO_SPAN);
    /** The next span of the same thread, or of the same parent. */
    private final int[] nextSpan;

    private final Tally[] tallies;

    private static final class Tally {
        long preemptions;
        long synchronizations;
        long terminationsOrStops;
        long reapedEarly;
        long unclassified;
    }

    CounterWindows(List<KernelCounters> spans, ThreadTable threads) {
        this.spans = spans;
        this.threads = threads;
        tallies = new Tally[spans.size()];
        Arrays.setAll(tallies, i -> new Tally());
        nextSpan = new int[spans.size()];
        for (int i = 0; i < spans.size(); i++) {
            IntIntMap first = spans.get(i).children() ? spanOfParent : spanOfTid;
            nextSpan[i] = first.get(spans.get(i).tid());
            first.put(spans.get(i).tid(), i);
        }
    }

    void onSwitch(int thread, long timeNs, SwitchClass switchClass, TaskState state) {
        if (tallies.length == 0) {
            return;
        }
        count(spanOfTid.get(threads.tid(thread)), timeNs, switchClass, state);
        count(spanOfParent.get(threads.parentTgid(thread)), timeNs, switchClass, state);
    }

    private void count(int first, long timeNs, SwitchClass switchClass, TaskState state) {
        for (int span = first; span != NO_SPAN; span = nextSpan[span]) {
            KernelCounters bounds = spans.get(span);
            if (timeNs >= bounds.fromNs() && timeNs <= bounds.toNs()) {
                count(tallies[span], switchClass, state);
            }
        }
    }

    private static void count(Tally tally, SwitchClass switchClass, TaskState state) {
        switch (switchClass) {
            case PREEMPTION -> tally.preemptions++;
            case SYNCHRONIZATION -> tally.synchronizations++;
            case TERMINATION_OR_STOP -> {
                tally.terminationsOrStops++;
                tally.reapedEarly += state == TaskState.DEAD ? 1 : 0;
            }
            case UNCLASSIFIED -> tally.unclassified++;
        }
    }

    /** One check per span, for a recording that saw {@code startNs}…{@code endNs}. */
    List<CounterCheck> checks(long startNs, long endNs) {
        List<CounterCheck> checks = new ArrayList<>();
        for (int i = 0; i < tallies.length; i++) {
            KernelCounters k = spans.get(i);
            Tally t = tallies[i];
            checks.add(new CounterCheck(
                    k.name(),
                    k.tid(),
                    k.children(),
                    k.fromNs() - startNs,
                    k.toNs() - startNs,
                    k.voluntary(),
                    k.involuntary(),
                    t.preemptions,
                    t.synchronizations,
                    t.terminationsOrStops,
                    t.reapedEarly,
                    t.unclassified,
                    k.fromNs() >= startNs && k.toNs() <= endNs));
        }
        return checks;
    }
}
