package dev.whyswitch.sched;

import dev.whyswitch.column.LongColumn;

/** Stretches of time in which events were lost, in the order of their ends. */
final class Losses {
    private final LongColumn starts = new LongColumn(8);
    private final LongColumn ends = new LongColumn(8);
    private int size;

    void add(long fromNs, long toNs) {
        starts.set(size, fromNs);
        ends.set(size, toNs);
        size++;
    }

    /** Where, from {@code fromNs} on, the first loss begins; Long.MAX_VALUE if none was noted since. */
    long firstSince(long fromNs) {
        long first = Long.MAX_VALUE;
        for (int i = size - 1; i >= 0 && ends.get(i) > fromNs; i--) {
            first = Math.min(first, Math.max(fromNs, starts.get(i)));
        }
        return first;
    }
}
