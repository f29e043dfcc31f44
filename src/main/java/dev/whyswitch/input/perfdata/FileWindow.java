package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The piece of a file that is in memory; moves on to where it is asked for. Reading is chosen over mapping: a mapping costs a
 * page fault for every 64 KiB of a file that is in the page cache already, which in a virtual machine can be more than copying
 * them (measured: 35 µs against 5), and a file that is cut while it is read ends a mapping's program with SIGBUS.
 */
final class FileWindow {
    private final InputFile file;
    private final ByteBuffer buffer;
    /** The piece that {@link #buffer} holds. */
    private long from;

    private long to;

    /** A window of {@code capacity} bytes, or of the whole file if it is smaller. */
    FileWindow(InputFile file, int capacity) {
        this.file = file;
        this.buffer =
                ByteBuffer.allocateDirect((int) Math.min(capacity, file.size())).order(file.order());
    }

    /** Holds the bytes that {@link #index} made present, until its next call. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** How many bytes can be present at once. */
    int capacity() {
        return buffer.capacity();
    }

    /**
     * Index in {@link #buffer} of the byte at {@code offset} of the file, with {@code bytes} of them present.
     *
     * @param bytes at most {@link #capacity}
     * @param limit how far to read on, for the calls to come; at least {@code offset + bytes}
     */
    int index(long offset, int bytes, long limit) throws PerfDataException {
        if (!holds(offset, bytes)) {
            move(offset, limit);
        }
        return (int) (offset - from);
    }

    boolean holds(long offset, int bytes) {
        return offset >= from && offset + bytes <= to;
    }

    /** Offset of the first byte that is present. */
    long from() {
        return from;
    }

    /** Index of a byte that is known to be present. */
    int indexOfLoaded(long offset) {
        return (int) (offset - from);
    }

    /** Begins at {@code offset} from now on, and reaches up to {@code limit} or as far as there is room. */
    void move(long offset, long limit) throws PerfDataException {
        buffer.clear().limit((int) Math.min(buffer.capacity(), limit - offset));
        from = offset;
        to = offset;
        try {
            while (buffer.hasRemaining()) {
                if (file.channel().read(buffer, to) < 0) {
                    throw new PerfDataException(
                            file.name(), to, "the file ended while it was read; is it being written?");
                }
                to = from + buffer.position();
            }
        } catch (PerfDataException e) {
            throw e;
        } catch (IOException e) {
            throw new PerfDataException(file.name(), to, "cannot be read: " + e.getMessage());
        }
        buffer.clear();
    }
}
