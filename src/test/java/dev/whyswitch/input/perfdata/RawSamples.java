package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A perf.data in file form of a little-endian machine, looked at by hand: a second, plain reading for what {@code perf
 * script} does not print, or of a file that it cannot read.
 */
final class RawSamples {
    private static final int FEATURE_BITS_AT = 72;
    private static final int HEADER_TRACING_DATA = 1;
    private static final int PERF_RECORD_SAMPLE = 9;

    /**
     * One sample.
     *
     * @param config of its event, for a tracepoint the id
     * @param flags common_flags of a tracepoint's RAW, behind the u16 type (struct trace_entry); 0 for other events
     */
    record Sample(long config, long timeNs, int cpu, int flags) {}

    private record Attr(long config, long sampleType) {}

    private final ByteBuffer file;
    private final int dataAt;
    private final Map<Long, Attr> attrOfId = new HashMap<>();
    private int dataEnd;

    RawSamples(Path path) throws IOException {
        file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        dataAt = (int) file.getLong(40);
        int attrBytes = (int) file.getLong(16);
        int attrs = (int) file.getLong(24);
        for (int at = attrs; at < attrs + file.getLong(32); at += attrBytes) {
            Attr attr = new Attr(file.getLong(at + 8), file.getLong(at + 24));
            int ids = (int) file.getLong(at + attrBytes - 16);
            for (int id = ids; id < ids + file.getLong(at + attrBytes - 8); id += 8) {
                attrOfId.put(file.getLong(id), attr);
            }
        }
    }

    /** All samples, in the order of the file, up to the first record that is not whole. */
    List<Sample> read() {
        List<Sample> samples = new ArrayList<>();
        int end = file.getLong(48) == 0 ? file.limit() : (int) Math.min(file.limit(), dataAt + file.getLong(48));
        int at = dataAt;
        while (at + 8 <= end && at + (file.getShort(at + 6) & 0xFFFF) <= end) {
            if (file.getInt(at) == PERF_RECORD_SAMPLE) {
                samples.add(sample(at));
            }
            at += file.getShort(at + 6) & 0xFFFF;
        }
        dataEnd = at;
        return samples;
    }

    /** All events place the id first (PERF_SAMPLE_IDENTIFIER), or all have the same fields before it. */
    private Sample sample(int at) {
        Attr any = attrOfId.values().iterator().next();
        int idAt = has(any, 16) ? 8 : 8 + 8 * fieldsBelow(any, 6);
        Attr attr = attrOfId.get(file.getLong(at + idAt));
        int timeAt = at + 8 + 8 * fieldsBelow(attr, 2);
        // CPU (bit 7) lies behind STREAM_ID (bit 9); the dummy and clock events have no RAW (bit 10).
        int cpuAt = at + 8 + 8 * (fieldsBelow(attr, 7) + (has(attr, 9) ? 1 : 0));
        int rawAt = cpuAt + 8 + (has(attr, 8) ? 8 : 0);
        int flags = has(attr, 10) && file.getInt(rawAt) > 2 ? file.get(rawAt + 4 + 2) : 0;
        return new Sample(attr.config, file.getLong(timeAt), file.getInt(cpuAt), flags);
    }

    private static boolean has(Attr attr, int bit) {
        return (attr.sampleType >>> bit & 1) != 0;
    }

    /** How many fields of 8 bytes lie before that of {@code bit}; those of bits 0 to 7 lie in the order of the bits. */
    private static int fieldsBelow(Attr attr, int bit) {
        return Long.bitCount(attr.sampleType & ((1L << bit) - 1)) + (has(attr, 16) ? 1 : 0);
    }

    /**
     * Writes these records to {@code target} with the event formats of {@code whole}, another recording of the same kernel,
     * as perf would have done had it ended well: then {@code perf script} reads them.
     */
    void completeWith(Path whole, Path target) throws IOException {
        read();
        ByteBuffer other = ByteBuffer.wrap(Files.readAllBytes(whole)).order(ByteOrder.LITTLE_ENDIAN);
        if ((other.getLong(FEATURE_BITS_AT) & 3) != 1 << HEADER_TRACING_DATA) {
            throw new IOException("expected TRACING_DATA as the first feature of " + whole);
        }
        int table = (int) (other.getLong(40) + other.getLong(48));
        byte[] formats = Arrays.copyOfRange(
                other.array(), (int) other.getLong(table), (int) (other.getLong(table) + other.getLong(table + 8)));
        ByteBuffer all = ByteBuffer.allocate(dataEnd + 16 + formats.length).order(ByteOrder.LITTLE_ENDIAN);
        all.put(file.array(), 0, dataEnd)
                .putLong(dataEnd + 16)
                .putLong(formats.length)
                .put(formats);
        all.putLong(48, dataEnd - dataAt).putLong(FEATURE_BITS_AT, 1 << HEADER_TRACING_DATA);
        for (int word = 1; word < 4; word++) {
            all.putLong(FEATURE_BITS_AT + 8 * word, 0);
        }
        Files.write(target, all.array());
    }
}
