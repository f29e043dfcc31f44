package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file read at any place. Offsets are {@code long} and absolute. */
final class InputFile implements AutoCloseable {
    /** Largest perf record: its size field is a u16. */
    static final int MAX_RECORD_BYTES = 1 << 16;

    private final String name;
    private final FileChannel channel;
    private final long size;
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private final FileWindow window;

    /** What {@code channel} holds now; {@code name} is for messages. */
    InputFile(String name, FileChannel channel) throws IOException {
        this.name = name;
        this.channel = channel;
        this.size = channel.size();
        this.window = new FileWindow(this, MAX_RECORD_BYTES);
    }

    static InputFile open(Path path) throws IOException {
        return new InputFile(path.toString(), FileChannel.open(path, StandardOpenOption.READ));
    }

    /** Byte order of all reads from now on; windows made before by others keep theirs. */
    void order(ByteOrder newOrder) {
        order = newOrder;
        window.buffer().order(newOrder);
    }

    ByteOrder order() {
        return order;
    }

    String name() {
        return name;
    }

    long size() {
        return size;
    }

    /** The window that all these reads use. Holds any record whole. */
    FileWindow window() {
        return window;
    }

    /** A further window. */
    FileWindow window(int capacity) {
        return new FileWindow(this, capacity);
    }

    FileChannel channel() {
        return channel;
    }

    int u8(long offset) throws PerfDataException {
        return window.buffer().get(index(offset, 1)) & 0xFF;
    }

    int u16(long offset) throws PerfDataException {
        return window.buffer().getShort(index(offset, 2)) & 0xFFFF;
    }

    int i32(long offset) throws PerfDataException {
        return window.buffer().getInt(index(offset, 4));
    }

    long u32(long offset) throws PerfDataException {
        return i32(offset) & 0xFFFF_FFFFL;
    }

    long i64(long offset) throws PerfDataException {
        return window.buffer().getLong(index(offset, 8));
    }

    /** {@code length} bytes, at most {@link #MAX_RECORD_BYTES}; valid until the next read. */
    ByteBuffer slice(long offset, long length) throws PerfDataException {
        check(offset, length);
        if (length > MAX_RECORD_BYTES) {
            throw new PerfDataException(name, offset, "a record of " + length + " bytes is larger than any");
        }
        int start = window.index(offset, (int) length, size);
        return window.buffer().slice(start, (int) length).order(order);
    }

    /** {@code length} bytes as text, one char a byte. */
    String text(long offset, long length) throws PerfDataException {
        check(offset, length);
        StringBuilder text = new StringBuilder((int) length);
        for (long at = offset; at < offset + length; at++) {
            text.append((char) u8(at));
        }
        return text.toString();
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

    private int index(long offset, int bytes) throws PerfDataException {
        check(offset, bytes);
        return window.index(offset, bytes, size);
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
