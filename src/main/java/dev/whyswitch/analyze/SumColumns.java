package dev.whyswitch.analyze;

import dev.whyswitch.column.LongColumn;
import dev.whyswitch.sched.IntervalKind;
import dev.whyswitch.sched.IntervalSink;
import dev.whyswitch.trace.SwitchClass;
import java.util.EnumMap;

/** The figures of {@link Sums} for many keys, as columns: row = key. */
final class SumColumns {
    private final EnumMap<SwitchClass, LongColumn> counts = new EnumMap<>(SwitchClass.class);
    private final EnumMap<IntervalKind, LongColumn> times = new EnumMap<>(IntervalKind.class);
    private final LongColumn censored = new LongColumn(64);
    private final LongColumn inferred = new LongColumn(64);

    SumColumns() {
        for (SwitchClass switchClass : SwitchClass.values()) {
            counts.put(switchClass, new LongColumn(64));
        }
        for (IntervalKind kind : IntervalKind.values()) {
            times.put(kind, new LongColumn(64));
        }
    }

    void addSwitch(int row, SwitchClass switchClass, boolean isInferred) {
        counts.get(switchClass).add(row, 1);
        if (isInferred) {
            inferred.add(row, 1);
        }
    }

    void addInterval(int row, IntervalKind kind, long lengthNs, int flags) {
        times.get(kind).add(row, lengthNs);
        if ((flags & (IntervalSink.CENSORED_START | IntervalSink.CENSORED_END)) != 0) {
            censored.add(row, 1);
        }
    }

    /** Adds what {@code other} has in {@code from} to {@code row}. */
    void add(int row, SumColumns other, int from) {
        counts.forEach((switchClass, column) -> column.add(row, other.count(from, switchClass)));
        times.forEach((kind, column) -> column.set(row, Sums.addNs(column.get(row), other.timeNs(from, kind))));
        censored.add(row, other.censored.get(from));
        inferred.add(row, other.inferred.get(from));
    }

    /** True if the row has a switch or some time. */
    boolean isActive(int row) {
        for (LongColumn column : counts.values()) {
            if (column.get(row) != 0) {
                return true;
            }
        }
        for (LongColumn column : times.values()) {
            if (column.get(row) != 0) {
                return true;
            }
        }
        return false;
    }

    long count(int row, SwitchClass switchClass) {
        return counts.get(switchClass).get(row);
    }

    long timeNs(int row, IntervalKind kind) {
        return times.get(kind).get(row);
    }

    Sums sums(int row) {
        return new Sums(
                count(row, SwitchClass.PREEMPTION),
                count(row, SwitchClass.SYNCHRONIZATION),
                count(row, SwitchClass.TERMINATION_OR_STOP),
                count(row, SwitchClass.UNCLASSIFIED),
                timeNs(row, IntervalKind.RUNNING),
                timeNs(row, IntervalKind.PREEMPTED),
                timeNs(row, IntervalKind.BLOCKED),
                timeNs(row, IntervalKind.RUNNABLE_AFTER_WAKEUP),
                timeNs(row, IntervalKind.UNSPLIT_WAIT),
                timeNs(row, IntervalKind.STOPPED),
                timeNs(row, IntervalKind.NEW),
                timeNs(row, IntervalKind.UNKNOWN),
                censored.get(row),
                inferred.get(row));
    }
}
