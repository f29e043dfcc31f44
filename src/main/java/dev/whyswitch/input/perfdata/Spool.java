package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes that come in order and are wanted at any place: a temporary file without a name, read when it is whole. Memory stays small, however much comes.
 */
final class Spool implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 18;

    /** Recordings shrink to a tenth or a thirtieth; what grows by more than this is meant to fill a disk. */
    private static final int MAX_RATIO = 256;

    /** Not looked at more closely. */
    private static final long SMALL_BYTES = 64 << 20;

    private final String name;
    private final Path path;
    private final FileChannel channel;
    private long writtenBytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private boolean finished;

    /** An empty spool for what messages are to call {@code name}. */
    Spool(String name) throws IOException {
        this.name = name;
        path = Files.createTempFile("whyswitch", ".spool");
        channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        // Without a name from here on, so that nothing is left behind however the program ends.
        Files.delete(path);
    }

    /** Appends what remains in {@code bytes}. */
    void write(ByteBuffer bytes) throws IOException {
        writtenBytes += bytes.remaining();
        while (bytes.hasRemaining()) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int length = Math.min(buffer.remaining(), bytes.remaining());
            buffer.put(bytes.slice(bytes.position(), length));
            bytes.position(bytes.position() + length);
        }
    }

    /** Appends the bytes {@code from}…{@code to} of {@code file}. */
    void copy(InputFile file, long from, long to) throws IOException {
        for (long at = from; at < to; at += InputFile.MAX_RECORD_BYTES) {
            write(file.slice(at, Math.min(InputFile.MAX_RECORD_BYTES, to - at)));
        }
    }

    /** Refuses to go on if {@code packedBytes} have grown to more than a recording can. */
    void checkGrowth(long packedBytes) throws PerfDataException {
        if (writtenBytes > SMALL_BYTES && writtenBytes / MAX_RATIO > packedBytes) {
            throw new PerfDataException(
                    name,
                    "unpacks to more than " + MAX_RATIO
                            + " times its size, which no recording does; is it one? unpack it yourself, then it is read");
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw new PerfDataException(
                    name,
                    "cannot unpack into " + path.getParent() + " (" + e.getMessage()
                            + "); name a larger folder with -Djava.io.tmpdir");
        }
        buffer.clear();
    }

    /** Everything written; the file is its own owner from now on. */
    InputFile finish() throws IOException {
        flush();
        finished = true;
        return new InputFile(name, channel);
    }

    @Override
    public void close() throws IOException {
        if (!finished) {
            channel.close();
        }
    }
}
