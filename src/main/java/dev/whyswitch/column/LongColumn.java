package dev.whyswitch.column;

import java.util.Arrays;

/** A growable column of {@code long}; rows never written read as zero. */
public final class LongColumn {
    private long[] values;

    /** A column with room for {@code capacity} rows before it grows. */
    public LongColumn(int capacity) {
        values = new long[Math.max(8, capacity)];
    }

    /** The value of {@code row}; 0 if it was never written. */
    public long get(int row) {
        return row < values.length ? values[row] : 0;
    }

    /** Writes {@code row}. */
    public void set(int row, long value) {
        reserve(row);
        values[row] = value;
    }

    /** Adds {@code delta} to {@code row}. */
    public void add(int row, long delta) {
        reserve(row);
        values[row] += delta;
    }

    private void reserve(int row) {
        if (row >= values.length) {
            values = Arrays.copyOf(values, Math.max(row + 1, values.length + (values.length >> 1)));
        }
    }
}
