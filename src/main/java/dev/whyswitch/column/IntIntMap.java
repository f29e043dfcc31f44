package dev.whyswitch.column;

import java.util.Arrays;

/**
 * Open-addressed map from {@code int} to {@code int} with linear probing, at most half full. Made for thread ids:
 * small dense keys spread by one multiplication (Knuth, TAOCP 3, 6.4: multiplicative hashing by 2^32 / φ).
 *
 * <p>{@link #EMPTY_KEY} cannot be stored; no thread id has that value.
 */
public final class IntIntMap {
    /** The one key that cannot be stored. */
    public static final int EMPTY_KEY = Integer.MIN_VALUE;

    private final int missing;
    private int[] keys;
    private int[] values;
    private int size;
    private int shift;

    /** An empty map that answers {@code missing} for unknown keys. */
    public IntIntMap(int missing) {
        this.missing = missing;
        allocate(64);
    }

    /** The value of {@code key}, or the missing value. */
    public int get(int key) {
        int[] k = keys;
        int mask = k.length - 1;
        int slot = (key * 0x9E3779B9) >>> shift;
        while (true) {
            int found = k[slot];
            if (found == key) {
                return values[slot];
            }
            if (found == EMPTY_KEY) {
                return missing;
            }
            slot = (slot + 1) & mask;
        }
    }

    /** Stores {@code value} under {@code key}, replacing what was there. */
    public void put(int key, int value) {
        if (key == EMPTY_KEY) {
            throw new IllegalArgumentException("key " + key + " is reserved");
        }
        int mask = keys.length - 1;
        int slot = (key * 0x9E3779B9) >>> shift;
        while (keys[slot] != EMPTY_KEY) {
            if (keys[slot] == key) {
                values[slot] = value;
                return;
            }
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        values[slot] = value;
        if (++size * 2 > keys.length) {
            grow();
        }
    }

    /** How many keys are stored. */
    public int size() {
        return size;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldValues = values;
        allocate(oldKeys.length * 2);
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY_KEY) {
                put(oldKeys[i], oldValues[i]);
            }
        }
    }

    private void allocate(int capacity) {
        keys = new int[capacity];
        Arrays.fill(keys, EMPTY_KEY);
        values = new int[capacity];
        shift = 32 - Integer.numberOfTrailingZeros(capacity);
    }
}
