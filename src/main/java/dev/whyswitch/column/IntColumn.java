package dev.whyswitch.column;

import java.util.Arrays;

/** A growable column of {@code int}; rows never written read as the column's missing value. */
public final class IntColumn {
    private final int missing;
    private int[] values;

    /** A column with room for {@code capacity} rows, whose unwritten rows read as {@code missing}. */
    public IntColumn(int capacity, int missing) {
        this.missing = missing;
        values = new int[Math.max(8, capacity)];
        Arrays.fill(values, missing);
    }

    /** The value of {@code row}; the missing value if it was never written. */
    public int get(int row) {
        return row < values.length ? values[row] : missing;
    }

    /** Writes {@code row}. */
    public void set(int row, int value) {
        reserve(row);
        values[row] = value;
    }

    /** Adds {@code delta} to {@code row}. */
    public void add(int row, int delta) {
        reserve(row);
        values[row] += delta;
    }

    private void reserve(int row) {
        if (row >= values.length) {
            int old = values.length;
            values = Arrays.copyOf(values, Math.max(row + 1, old + (old >> 1)));
            Arrays.fill(values, old, values.length, missing);
        }
    }
}
