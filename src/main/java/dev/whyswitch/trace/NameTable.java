package dev.whyswitch.trace;

import dev.whyswitch.column.LongPairInterner;
import java.nio.charset.StandardCharsets;

/**
 * Task names, interned. A kernel task name is at most 15 bytes and a NUL (TASK_COMM_LEN 16) and may hold any byte but
 * NUL: spaces, '=', newline, UTF-8 cut in the middle. The 16 bytes are the key, little-endian in two longs.
 */
public final class NameTable {
    /** Id of the empty name: unknown. */
    public static final int UNKNOWN = 0;

    private static final int RECENT_BITS = 10;
    private static final int RECENT_SHIFT = 64 - RECENT_BITS;

    private final LongPairInterner names = new LongPairInterner();
    /** Bytes as given, with what follows the NUL, and the id: an answer without a look at the bytes. */
    private final long[] recentLow = new long[1 << RECENT_BITS];

    private final long[] recentHigh = new long[1 << RECENT_BITS];
    private final int[] recentIds = new int[1 << RECENT_BITS];

    /** A table that knows the empty name only. */
    public NameTable() {
        names.intern(0, 0);
    }

    /**
     * The id of a name given as its 16 bytes; what follows the first NUL is ignored.
     *
     * @param low bytes 0–7, byte 0 in the lowest bits
     * @param high bytes 8–15
     */
    public int intern(long low, long high) {
        int slot = (int) (((low ^ (high * 31)) * 0x9E3779B97F4A7C15L) >>> RECENT_SHIFT);
        if (recentLow[slot] != low || recentHigh[slot] != high) {
            recentIds[slot] = find(low, high);
            recentLow[slot] = low;
            recentHigh[slot] = high;
        }
        return recentIds[slot];
    }

    private int find(long low, long high) {
        int end = firstNul(low);
        if (end < 8) {
            return names.intern(keep(low, end), 0);
        }
        return names.intern(low, keep(high, firstNul(high)));
    }

    /** The id of a name given as text; more than 16 bytes of UTF-8 are cut. */
    public int intern(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        long low = 0;
        long high = 0;
        for (int i = 0; i < Math.min(16, bytes.length); i++) {
            long b = bytes[i] & 0xFFL;
            if (i < 8) {
                low |= b << (8 * i);
            } else {
                high |= b << (8 * (i - 8));
            }
        }
        return intern(low, high);
    }

    /** The name as text; bytes that are not UTF-8 become U+FFFD. Empty for an unknown name. */
    public String name(int id) {
        byte[] bytes = new byte[16];
        int length = 0;
        for (int i = 0; i < 16; i++) {
            long word = i < 8 ? names.first(id) : names.second(id);
            byte b = (byte) (word >>> (8 * (i & 7)));
            if (b == 0) {
                break;
            }
            bytes[length++] = b;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Index of the lowest zero byte of {@code word}, 8 if there is none (Warren, Hacker's Delight, 6-1). */
    private static int firstNul(long word) {
        long zero = (word - 0x0101010101010101L) & ~word & 0x8080808080808080L;
        return Long.numberOfTrailingZeros(zero) >>> 3;
    }

    private static long keep(long word, int bytes) {
        return bytes == 8 ? word : word & ((1L << (8 * bytes)) - 1);
    }
}
