package dev.whyswitch.input.perfdata;

import java.nio.ByteBuffer;

/**
 * Finds records that perf wrote to the file twice.
 *
 * <p>perf record asks the kernel twice how far a ring buffer is filled (tools/perf/util/mmap.c: perf_mmap__push reads the head,
 * then tools/lib/perf/mmap.c: __perf_mmap__read_init reads it again). It writes up to the second answer and goes on from the
 * first the next time. What came in between, because perf was preempted there or another CPU was quick, is written by both
 * calls: the next piece of that ring buffer begins with the end of its last piece, byte for byte. Seen with perf 6.1.187, whose
 * own system calls were recorded: write(2) of 0x5568 bytes of the buffer, 12 ms of other threads after the first answer, then
 * write(2) from a place only 0x1b0 bytes further.
 *
 * <p>So a repetition shows as a step back in time, and is one only if everything from an equal record to the end of the last
 * piece is there again, each byte. Two different records cannot be equal in that way: their times are in nanoseconds and would
 * have to step back by exactly the same. A single repeated record makes no step back but two equal times; it is looked for
 * where a piece begins, and only the last record counts: two equal switches in a row cannot be.
 *
 * <p>Where the file is in order this costs nothing. A piece is searched once, when the next one begins with a step back. In a
 * directory one file's pieces touch, so there any step back may begin a piece and the search has limits.
 */
final class RepeatedRecords {
    /**
     * How far back at least a piece is searched. A ring buffer holds no more than can be repeated: 512 KiB as perf makes it,
     * 8 MiB with {@code -m 2048}.
     */
    static final long LOOK_BACK_BYTES = 8 << 20;

    /** Searches within a piece that found nothing, after which its steps back are something else (clocks, interrupts). */
    private static final int MAX_VAIN_SEARCHES = 64;

    private static final int HEADER_BYTES = 8;
    private static final int WINDOW_BYTES = 1 << 16;

    private final RecordDecoder decoder;
    private final InputFile file;

    /** In memory, records of before, and the ones that may repeat them; made when they are needed first. */
    private FileWindow before;

    private FileWindow now;
    private int vainSearches;

    /** Repeated records of {@code file}. */
    RepeatedRecords(RecordDecoder decoder, InputFile file) {
        this.decoder = decoder;
        this.file = file;
    }

    /**
     * True if the record at {@code offset}, whose time is not after the last of {@code stream}, was in that stream already.
     *
     * @param limit end of the records in the file
     */
    boolean contains(CpuStream stream, long offset, int size, long timeNs, long limit) throws PerfDataException {
        if (offset < stream.repeatedUntil) {
            return true;
        }
        boolean touches = offset == stream.end();
        if (touches && (timeNs == stream.lastNs || vainSearches == MAX_VAIN_SEARCHES)) {
            return false;
        }
        long first = find(stream, offset, size, timeNs, limit);
        if (first < 0) {
            vainSearches += touches ? 1 : 0;
            return false;
        }
        stream.repeatedUntil = offset + (stream.end() - first);
        return true;
    }

    /** Offset of the record that the one at {@code offset} repeats together with all that follow it; -1 if there is none. */
    private long find(CpuStream stream, long offset, int size, long timeNs, long limit) throws PerfDataException {
        if (before == null) {
            before = file.window(WINDOW_BYTES);
            now = file.window(WINDOW_BYTES);
        }
        long end = stream.end();
        long at = stream.searchFrom();
        while (at < end) {
            int start = before.index(at, HEADER_BYTES, end);
            int candidateSize = before.buffer().getShort(start + 6) & 0xFFFF;
            boolean fits = candidateSize == size && (timeNs < stream.lastNs || at + size == end);
            if (fits) {
                start = before.index(at, size, end);
                int type = before.buffer().getInt(start);
                if (decoder.time(before.buffer(), start, size, type) == timeNs
                        && isEqual(at, offset, Math.min(end - at, limit - offset), limit)) {
                    return at;
                }
            }
            at += candidateSize;
        }
        return -1;
    }

    private boolean isEqual(long a, long b, long length, long limit) throws PerfDataException {
        int step = Math.min(before.capacity(), now.capacity());
        for (long done = 0; done < length; done += step) {
            int bytes = (int) Math.min(step, length - done);
            int startOfA = before.index(a + done, bytes, limit);
            int startOfB = now.index(b + done, bytes, limit);
            ByteBuffer old = before.buffer().slice(startOfA, bytes);
            if (old.mismatch(now.buffer().slice(startOfB, bytes)) >= 0) {
                return false;
            }
        }
        return true;
    }
}
