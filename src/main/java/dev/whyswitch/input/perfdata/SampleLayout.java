package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.SchedSink;
import java.nio.ByteBuffer;

/**
 * Where the fields of a PERF_RECORD_SAMPLE, and of the sample_id trailer of other records, lie for one
 * {@code sample_type}. Offsets count from the record's start, those of the trailer from its end; -1: not there.
 *
 * <p>Order in a sample (perf_event.h): IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD, READ, CALLCHAIN, RAW.
 * Order in the trailer: TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER.
 */
final class SampleLayout {
    static final long PERF_SAMPLE_IP = 1L;
    static final long PERF_SAMPLE_TID = 1L << 1;
    static final long PERF_SAMPLE_TIME = 1L << 2;
    static final long PERF_SAMPLE_ADDR = 1L << 3;
    static final long PERF_SAMPLE_READ = 1L << 4;
    static final long PERF_SAMPLE_CALLCHAIN = 1L << 5;
    static final long PERF_SAMPLE_ID = 1L << 6;
    static final long PERF_SAMPLE_CPU = 1L << 7;
    static final long PERF_SAMPLE_PERIOD = 1L << 8;
    static final long PERF_SAMPLE_STREAM_ID = 1L << 9;
    static final long PERF_SAMPLE_RAW = 1L << 10;
    static final long PERF_SAMPLE_IDENTIFIER = 1L << 16;

    private static final long PERF_FORMAT_TOTAL_TIME_ENABLED = 1L;
    private static final long PERF_FORMAT_TOTAL_TIME_RUNNING = 1L << 1;
    private static final long PERF_FORMAT_ID = 1L << 2;
    private static final long PERF_FORMAT_GROUP = 1L << 3;
    private static final long PERF_FORMAT_LOST = 1L << 4;

    private static final int HEADER_BYTES = 8;

    final int id;
    final int ip;
    final int tid;
    final int time;
    final int cpu;
    /** First byte behind the fields of fixed size. */
    final int fixedEnd;

    final int trailerTid;
    final int trailerTime;
    final int trailerId;
    final int trailerCpu;
    final int trailerBytes;

    private final boolean hasRead;
    private final boolean hasCallchain;
    private final boolean hasRaw;
    private final long readFormat;

    SampleLayout(EventAttr attr) {
        long type = attr.sampleType();
        int at = HEADER_BYTES;
        int idAt = -1;
        if ((type & PERF_SAMPLE_IDENTIFIER) != 0) {
            idAt = at;
            at += 8;
        }
        ip = (type & PERF_SAMPLE_IP) != 0 ? at : -1;
        at += ip >= 0 ? 8 : 0;
        tid = (type & PERF_SAMPLE_TID) != 0 ? at : -1;
        at += tid >= 0 ? 8 : 0;
        time = (type & PERF_SAMPLE_TIME) != 0 ? at : -1;
        at += time >= 0 ? 8 : 0;
        at += (type & PERF_SAMPLE_ADDR) != 0 ? 8 : 0;
        if ((type & PERF_SAMPLE_ID) != 0) {
            idAt = idAt >= 0 ? idAt : at;
            at += 8;
        }
        at += (type & PERF_SAMPLE_STREAM_ID) != 0 ? 8 : 0;
        cpu = (type & PERF_SAMPLE_CPU) != 0 ? at : -1;
        at += cpu >= 0 ? 8 : 0;
        at += (type & PERF_SAMPLE_PERIOD) != 0 ? 8 : 0;
        id = idAt;
        fixedEnd = at;
        hasRead = (type & PERF_SAMPLE_READ) != 0;
        hasCallchain = (type & PERF_SAMPLE_CALLCHAIN) != 0;
        hasRaw = (type & PERF_SAMPLE_RAW) != 0;
        readFormat = attr.readFormat();

        int back = 0;
        int trailerIdAt = -1;
        if (!attr.sampleIdAll()) {
            type = 0;
        }
        if ((type & PERF_SAMPLE_IDENTIFIER) != 0) {
            back += 8;
            trailerIdAt = back;
        }
        back += (type & PERF_SAMPLE_CPU) != 0 ? 8 : 0;
        trailerCpu = (type & PERF_SAMPLE_CPU) != 0 ? back : -1;
        back += (type & PERF_SAMPLE_STREAM_ID) != 0 ? 8 : 0;
        if ((type & PERF_SAMPLE_ID) != 0) {
            back += 8;
            trailerIdAt = trailerIdAt >= 0 ? trailerIdAt : back;
        }
        back += (type & PERF_SAMPLE_TIME) != 0 ? 8 : 0;
        trailerTime = (type & PERF_SAMPLE_TIME) != 0 ? back : -1;
        back += (type & PERF_SAMPLE_TID) != 0 ? 8 : 0;
        trailerTid = (type & PERF_SAMPLE_TID) != 0 ? back : -1;
        trailerId = trailerIdAt;
        trailerBytes = back;
    }

    /** True when time and CPU lie at the same places as in {@code other}, in samples and in the trailer. */
    boolean placesTimeLike(SampleLayout other) {
        return time == other.time
                && cpu == other.cpu
                && trailerTime == other.trailerTime
                && trailerCpu == other.trailerCpu
                && trailerTid == other.trailerTid
                && trailerBytes == other.trailerBytes;
    }

    /** True when the place of RAW is the same in every sample. */
    boolean hasFixedRaw() {
        return hasRaw && !hasRead && !hasCallchain;
    }

    boolean hasRaw() {
        return hasRaw;
    }

    /** The thread group that the sample at {@code start} names. */
    int tgid(ByteBuffer buffer, int start) {
        return tid >= 0 ? buffer.getInt(start + tid) : SchedSink.NO_TID;
    }

    boolean hasCallchain() {
        return hasCallchain;
    }

    /** Index in {@code buffer} of the u64 count of the call chain of the sample at {@code start}, -1 if it ends before. */
    int callchainIndex(ByteBuffer buffer, int start, int end) {
        long at = start + (long) fixedEnd;
        if (hasRead) {
            at += readBytes(buffer, at, end);
        }
        return at + 8 <= end ? (int) at : -1;
    }

    /**
     * Index in {@code buffer} of the u32 size of RAW of the sample at {@code start}, or -1 if the sample ends before it.
     *
     * @param end index behind the sample
     */
    int rawIndex(ByteBuffer buffer, int start, int end) {
        long at = start + (long) fixedEnd;
        if (hasRead) {
            at += readBytes(buffer, at, end);
        }
        if (hasCallchain) {
            if (at + 8 > end) {
                return -1;
            }
            long entries = buffer.getLong((int) at);
            if (entries < 0 || entries > (end - at) / 8) {
                return -1;
            }
            at += 8 + 8 * entries;
        }
        return at + 4 <= end ? (int) at : -1;
    }

    private long readBytes(ByteBuffer buffer, long at, int end) {
        int perValue =
                8 + ((readFormat & PERF_FORMAT_ID) != 0 ? 8 : 0) + ((readFormat & PERF_FORMAT_LOST) != 0 ? 8 : 0);
        int times = ((readFormat & PERF_FORMAT_TOTAL_TIME_ENABLED) != 0 ? 8 : 0)
                + ((readFormat & PERF_FORMAT_TOTAL_TIME_RUNNING) != 0 ? 8 : 0);
        if ((readFormat & PERF_FORMAT_GROUP) == 0) {
            return (long) perValue + times;
        }
        if (at + 8 > end) {
            return end;
        }
        long values = buffer.getLong((int) at);
        return values < 0 || values > (end - at) / perValue ? end : 8L + times + values * perValue;
    }
}
