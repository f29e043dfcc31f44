package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file mapped read-only in windows of 1 GiB that overlap by {@link #OVERLAP} bytes, the largest perf record, so that a
 * record that begins in a window lies in it whole. Offsets are {@code long} and absolute.
 */
final class MappedFile {
    /** Largest perf record: its size field is a u16. */
    static final int OVERLAP = 1 << 16;

    private static final int WINDOW_BITS = 30;
    private static final int WINDOW_BYTES = 1 << WINDOW_BITS;

    private final String name;
    private final long size;
    private final ByteBuffer[] windows;

    private MappedFile(String name, long size, ByteBuffer[] windows) {
        this.name = name;
        this.size = size;
        this.windows = windows;
    }

    static MappedFile open(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return map(path.toString(), channel);
        }
    }

    /** Maps all that {@code channel} holds now; {@code name} is for messages. */
    static MappedFile map(String name, FileChannel channel) throws IOException {
        long size = channel.size();
        ByteBuffer[] windows = new ByteBuffer[(int) ((size + WINDOW_BYTES - 1) >>> WINDOW_BITS)];
        for (int i = 0; i < windows.length; i++) {
            long start = (long) i << WINDOW_BITS;
            long length = Math.min(size - start, (long) WINDOW_BYTES + OVERLAP);
            windows[i] =
                    channel.map(FileChannel.MapMode.READ_ONLY, start, length).order(ByteOrder.LITTLE_ENDIAN);
        }
        return new MappedFile(name, size, windows);
    }

    /** Byte order of all reads from now on. */
    void order(ByteOrder order) {
        for (ByteBuffer window : windows) {
            window.order(order);
        }
    }

    String name() {
        return name;
    }

    long size() {
        return size;
    }

    /** The window in which a record at {@code offset} lies whole. */
    ByteBuffer window(long offset) {
        return windows[(int) (offset >>> WINDOW_BITS)];
    }

    /** Index of {@code offset} in {@link #window}. */
    static int index(long offset) {
        return (int) (offset & (WINDOW_BYTES - 1));
    }

    int u8(long offset) throws PerfDataException {
        check(offset, 1);
        return window(offset).get(index(offset)) & 0xFF;
    }

    int u16(long offset) throws PerfDataException {
        check(offset, 2);
        return window(offset).getShort(index(offset)) & 0xFFFF;
    }

    int i32(long offset) throws PerfDataException {
        check(offset, 4);
        return window(offset).getInt(index(offset));
    }

    long u32(long offset) throws PerfDataException {
        return i32(offset) & 0xFFFF_FFFFL;
    }

    long i64(long offset) throws PerfDataException {
        check(offset, 8);
        return window(offset).getLong(index(offset));
    }

    /** {@code length} bytes, at most {@link #OVERLAP} of them, as a buffer of their own. */
    ByteBuffer slice(long offset, long length) throws PerfDataException {
        check(offset, length);
        ByteBuffer window = window(offset);
        if (length > window.limit() - index(offset)) {
            throw new PerfDataException(name, offset, "a record of " + length + " bytes is larger than any");
        }
        return window.slice(index(offset), (int) length);
    }

    /** {@code length} bytes as text, one char a byte. */
    String text(long offset, long length) throws PerfDataException {
        check(offset, length);
        byte[] bytes = new byte[(int) length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = window(offset + i).get(index(offset + i));
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The text from {@code offset} up to a NUL, searched within {@code limit} bytes. */
    String cString(long offset, long limit) throws PerfDataException {
        StringBuilder text = new StringBuilder();
        for (long at = offset; at < offset + limit; at++) {
            int b = u8(at);
            if (b == 0) {
                return text.toString();
            }
            text.append((char) b);
        }
        throw new PerfDataException(name, offset, "expected text that ends with a NUL within " + limit + " bytes");
    }

    private void check(long offset, long length) throws PerfDataException {
        if (offset < 0 || length < 0 || length > Integer.MAX_VALUE || offset > size - length) {
            throw new PerfDataException(
                    name,
                    offset,
                    "expected " + length + " more bytes, but the file ends at byte " + size
                            + "; was it copied completely?");
        }
    }
}
