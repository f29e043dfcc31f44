package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An {@link IntervalSink} that keeps what it was told, and can check what must hold of any recording. */
public final class IntervalLog implements IntervalSink {
    /** One interval, as it came. */
    public record Interval(int thread, IntervalKind kind, long fromNs, long toNs, int cpu, int flags) {}

    /** One switch, as it came. */
    public record Switch(
            int thread,
            long timeNs,
            int cpu,
            SwitchClass switchClass,
            TaskState state,
            int nextThread,
            boolean inferred) {}

    /** One stretch without a thread on a CPU. */
    public record Gap(int cpu, long fromNs, long toNs, boolean known) {}

    private record Window(long fromNs, long toNs) {}

    private final List<Interval> intervals = new ArrayList<>();
    private final List<Switch> switches = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final Map<Integer, Window> windows = new LinkedHashMap<>();
    private long startNs;
    private long endNs;
    private boolean ended;

    /** All intervals, as they came. */
    public List<Interval> intervals() {
        return intervals;
    }

    /** All switches, as they came. */
    public List<Switch> switches() {
        return switches;
    }

    /** All stretches without a thread, as they came. */
    public List<Gap> gaps() {
        return gaps;
    }

    /** Length of the window of {@code cpu}. */
    public long windowNs(int cpu) {
        return windows.get(cpu).toNs - windows.get(cpu).fromNs;
    }

    /** How many switches of {@code thread} are of {@code switchClass}. */
    public long count(int thread, SwitchClass switchClass) {
        return switches.stream()
                .filter(s -> s.thread == thread && s.switchClass == switchClass)
                .count();
    }

    /** Time that {@code thread} spent in {@code kind}. */
    public long timeNs(int thread, IntervalKind kind) {
        return intervals.stream()
                .filter(i -> i.thread == thread && i.kind == kind)
                .mapToLong(i -> i.toNs - i.fromNs)
                .sum();
    }

    /** What must hold of any recording, however damaged: intervals partition lives, threads and gaps fill windows. */
    public void checkPartition() {
        assertThat(ended).isTrue();
        Map<Integer, Interval> last = new HashMap<>();
        Map<Integer, Long> filled = new HashMap<>();
        for (Interval interval : intervals) {
            assertThat(interval.toNs).as("%s", interval).isGreaterThanOrEqualTo(interval.fromNs);
            assertThat(interval.fromNs).as("%s", interval).isGreaterThanOrEqualTo(startNs);
            assertThat(interval.toNs).as("%s", interval).isLessThanOrEqualTo(endNs);
            Interval before = last.put(interval.thread, interval);
            if (before != null) {
                assertThat(interval.fromNs).as("%s after %s", interval, before).isEqualTo(before.toNs);
            }
            if (interval.kind == IntervalKind.RUNNING) {
                filled.merge(interval.cpu, interval.toNs - interval.fromNs, Long::sum);
            }
        }
        for (Gap gap : gaps) {
            assertThat(gap.toNs).as("%s", gap).isGreaterThan(gap.fromNs);
            filled.merge(gap.cpu, gap.toNs - gap.fromNs, Long::sum);
        }
        windows.forEach((cpu, window) -> assertThat(filled.getOrDefault(cpu, 0L))
                .as("running, idle and unknown time of CPU %d", cpu)
                .isEqualTo(window.toNs - window.fromNs));
        if (!windows.isEmpty() || !gaps.isEmpty()) {
            // A recording of single tasks knows no CPU.
            assertThat(windows.keySet()).containsAll(filled.keySet());
        }
    }

    @Override
    public void onInterval(int thread, IntervalKind kind, long fromNs, long toNs, int cpu, int flags) {
        intervals.add(new Interval(thread, kind, fromNs, toNs, cpu, flags));
    }

    @Override
    public void onSwitch(
            int thread,
            long timeNs,
            int cpu,
            SwitchClass switchClass,
            TaskState state,
            int nextThread,
            boolean inferred) {
        switches.add(new Switch(thread, timeNs, cpu, switchClass, state, nextThread, inferred));
    }

    @Override
    public void onIdle(int cpu, long fromNs, long toNs, boolean known) {
        gaps.add(new Gap(cpu, fromNs, toNs, known));
    }

    @Override
    public void onCpuWindow(int cpu, long fromNs, long toNs) {
        assertThat(windows.put(cpu, new Window(fromNs, toNs))).isNull();
    }

    @Override
    public void onEnd(long start, long end) {
        startNs = start;
        endNs = end;
        ended = true;
    }
}
