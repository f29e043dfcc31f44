package dev.whyswitch.analyze;

import dev.whyswitch.column.LongColumn;

/** From when to when each thread was observed. */
final class LifeColumns {
    private final LongColumn firstNs = new LongColumn(64);
    private final LongColumn lastNs = new LongColumn(64);

    /** An interval of {@code thread} has ended; they come in the order of time. */
    void extend(int thread, long fromNs, long toNs) {
        if (lastNs.get(thread) == 0) {
            firstNs.set(thread, fromNs);
        }
        lastNs.set(thread, toNs);
    }

    /** From the start of the first interval to the end of the last. */
    long observedNs(int thread) {
        return lastNs.get(thread) - firstNs.get(thread);
    }
}
