package dev.whyswitch.input.perfdata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damage to a recording, the same for the same seed: to bits and words, to whole records, by slices of other files. */
final class Mutation {
    /** What breaks sizes, counts and offsets. */
    private static final long[] EXTREMES = {
        0,
        1,
        7,
        8,
        0x7fff,
        0xffff,
        0x10000,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        -1,
        -8,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final int MAX_STEPS = 4;

    private final SplittableRandom random;
    private final List<byte[]> others;

    /** @param others files to take slices from */
    Mutation(long seed, List<byte[]> others) {
        random = new SplittableRandom(seed);
        this.others = others;
    }

    /** A damaged copy of {@code recording}. */
    byte[] of(byte[] recording) {
        byte[] damaged = recording.clone();
        for (int steps = 1 + random.nextInt(MAX_STEPS); steps > 0 && damaged.length >= 16; steps--) {
            damaged = step(damaged);
        }
        return damaged;
    }

    private byte[] step(byte[] bytes) {
        return switch (random.nextInt(8)) {
            case 0 -> flip(bytes);
            case 1, 2, 3 -> word(bytes);
            case 4, 5 -> records(bytes);
            case 6 -> splice(bytes);
            default -> Arrays.copyOf(bytes, place(bytes));
        };
    }

    /** Anywhere, or half the time where headers and attributes lie. */
    private int place(byte[] bytes) {
        return random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 1024));
    }

    private byte[] flip(byte[] bytes) {
        bytes[place(bytes)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    private byte[] word(byte[] bytes) {
        int width = 1 << random.nextInt(4);
        int at = Math.min(place(bytes) / width * width, bytes.length - width);
        long value = EXTREMES[random.nextInt(EXTREMES.length)];
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
        return bytes;
    }

    /** Swaps, doubles or removes whole records, as far as there are records. */
    private byte[] records(byte[] bytes) {
        List<Integer> starts = recordStarts(bytes);
        if (starts.size() < 4) {
            return flip(bytes);
        }
        int first = random.nextInt(starts.size() - 2);
        int second = Math.min(first + 1 + random.nextInt(3), starts.size() - 2);
        byte[] before = Arrays.copyOf(bytes, starts.get(first));
        byte[] one = Arrays.copyOfRange(bytes, starts.get(first), starts.get(second));
        byte[] two = Arrays.copyOfRange(bytes, starts.get(second), starts.get(second + 1));
        byte[] behind = Arrays.copyOfRange(bytes, starts.get(second + 1), bytes.length);
        return switch (random.nextInt(3)) {
            case 0 -> join(before, two, one, behind);
            case 1 -> join(before, one, one, two, behind);
            default -> join(before, two, behind);
        };
    }

    /** Where records begin, by the header's offset of the data and the records' sizes; the last is the end. */
    private static List<Integer> recordStarts(byte[] bytes) {
        ByteBuffer file =
                ByteBuffer.wrap(bytes).order(bytes[0] == 'P' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long data = file.getLong(8) == 16 || bytes.length < 104 ? 16 : file.getLong(40);
        List<Integer> starts = new ArrayList<>();
        for (long at = data; at >= 0 && at + 8 <= bytes.length; ) {
            starts.add((int) at);
            int size = file.getShort((int) at + 6) & 0xFFFF;
            if (size < 8) {
                break;
            }
            at += size;
        }
        return starts;
    }

    /** A slice of another file over, or between, these bytes. */
    private byte[] splice(byte[] bytes) {
        byte[] other = others.get(random.nextInt(others.size()));
        int from = random.nextInt(other.length);
        byte[] slice = Arrays.copyOfRange(other, from, Math.min(other.length, from + 1 + random.nextInt(4096)));
        int at = place(bytes);
        int behind = random.nextBoolean() ? at : Math.min(bytes.length, at + slice.length);
        return join(Arrays.copyOf(bytes, at), slice, Arrays.copyOfRange(bytes, behind, bytes.length));
    }

    private static byte[] join(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }
}
