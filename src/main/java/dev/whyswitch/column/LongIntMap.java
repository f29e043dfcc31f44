package dev.whyswitch.column;

/**
 * Open-addressed map from {@code long} to non-negative {@code int} with linear probing, at most half full. Made for perf
 * event ids. Every key can be stored.
 */
public final class LongIntMap {
    /** Answer for unknown keys. */
    public static final int MISSING = -1;

    private long[] keys = new long[64];
    /** Value plus one; 0 marks an empty slot. */
    private int[] values = new int[64];

    private int size;

    /** The value of {@code key}, or {@link #MISSING}. */
    public int get(long key) {
        int mask = keys.length - 1;
        int slot = hash(key) & mask;
        while (values[slot] != 0) {
            if (keys[slot] == key) {
                return values[slot] - 1;
            }
            slot = (slot + 1) & mask;
        }
        return MISSING;
    }

    /** Stores {@code value} under {@code key}, replacing what was there. */
    public void put(long key, int value) {
        int mask = keys.length - 1;
        int slot = hash(key) & mask;
        while (values[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        size += values[slot] == 0 ? 1 : 0;
        keys[slot] = key;
        values[slot] = value + 1;
        if (size * 2 > keys.length) {
            grow();
        }
    }

    /** How many keys are stored. */
    public int size() {
        return size;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[oldKeys.length * 2];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != 0) {
                put(oldKeys[i], oldValues[i] - 1);
            }
        }
    }

    private static int hash(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
    }
}
