package dev.whyswitch.column;

import java.util.Arrays;

/**
 * Gives each distinct pair of {@code long} a small id, 0, 1, 2 … in order of first sight. The 16 bytes of a kernel
 * task name are such a pair, so a name costs one probe and no object.
 */
public final class LongPairInterner {
    private long[] first = new long[64];
    private long[] second = new long[64];
    private int[] slots = new int[128];
    private int size;

    /** An empty interner. */
    public LongPairInterner() {
        Arrays.fill(slots, -1);
    }

    /** The id of the pair, new if it was never seen. */
    public int intern(long a, long b) {
        int mask = slots.length - 1;
        int slot = hash(a, b) & mask;
        while (slots[slot] >= 0) {
            int id = slots[slot];
            if (first[id] == a && second[id] == b) {
                return id;
            }
            slot = (slot + 1) & mask;
        }
        int id = size++;
        if (id == first.length) {
            first = Arrays.copyOf(first, id * 2);
            second = Arrays.copyOf(second, id * 2);
        }
        first[id] = a;
        second[id] = b;
        slots[slot] = id;
        if (size * 2 > slots.length) {
            rehash();
        }
        return id;
    }

    /** First half of pair {@code id}. */
    public long first(int id) {
        return first[id];
    }

    /** Second half of pair {@code id}. */
    public long second(int id) {
        return second[id];
    }

    /** How many pairs are known. */
    public int size() {
        return size;
    }

    private void rehash() {
        int[] wider = new int[slots.length * 2];
        Arrays.fill(wider, -1);
        int mask = wider.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = hash(first[id], second[id]) & mask;
            while (wider[slot] >= 0) {
                slot = (slot + 1) & mask;
            }
            wider[slot] = id;
        }
        slots = wider;
    }

    private static int hash(long a, long b) {
        long h = (a ^ Long.rotateLeft(b, 29)) * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32);
    }
}
