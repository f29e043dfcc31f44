package dev.whyswitch.input.perfdata;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * The TRACING_DATA section (tools/perf/util/trace-event-info.c, trace-event-read.c): event formats of the kernel that
 * recorded, by event id.
 *
 * <pre>
 * 3 bytes 23 8 68, "tracing", version NUL, u8 big-endian?, u8 long size, u32 page size
 * "header_page" NUL u64 length bytes, "header_event" NUL u64 length bytes
 * u32 count of ftrace formats, each u64 length text
 * u32 count of systems, each: name NUL, u32 count, each u64 length text
 * u32 length of kallsyms, text
 * </pre>
 */
final class TracingData {
    private static final String MAGIC = "\027\010\104tracing";
    private static final int MAX_NAME = 256;
    private static final long MAX_KALLSYMS_BYTES = 1 << 27;

    private final InputFile file;
    private final long end;
    private long at;
    private final Map<Integer, TracepointFormat> formats = new HashMap<>();
    private String kallsyms = "";

    /**
     * What is in the section.
     *
     * @param formats by event id
     * @param kallsyms text of /proc/kallsyms; empty since perf 3.x, which keeps to the machine's own
     */
    record Contents(Map<Integer, TracepointFormat> formats, String kallsyms) {}

    private TracingData(InputFile file, long offset, long size) {
        this.file = file;
        this.at = offset;
        this.end = offset + size;
    }

    /** What is in the section at {@code offset}; the file's byte order is {@code order} again afterwards. */
    static Contents read(InputFile file, long offset, long size, ByteOrder order) throws PerfDataException {
        TracingData section = new TracingData(file, offset, size);
        try {
            section.parse();
        } finally {
            file.order(order);
        }
        return new Contents(section.formats, section.kallsyms);
    }

    private void parse() throws PerfDataException {
        String magic = file.text(at, MAGIC.length());
        if (!magic.equals(MAGIC)) {
            throw new PerfDataException(file.name(), at, "expected the tracing data with the event formats");
        }
        at += MAGIC.length();
        nulTerminated();
        file.order(file.u8(at) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        at += 1 + 1 + 4;
        for (int i = 0; i < 2; i++) {
            nulTerminated();
            skipBlock();
        }
        int ftraceFormats = count();
        for (int i = 0; i < ftraceFormats; i++) {
            skipBlock();
        }
        int systems = count();
        for (int i = 0; i < systems; i++) {
            String system = nulTerminated();
            int events = count();
            for (int k = 0; k < events; k++) {
                long start = at;
                skipBlock();
                String text = file.text(start + 8, at - start - 8);
                TracepointFormat format = TracepointFormat.parse(system, text)
                        .orElseThrow(() -> new PerfDataException(
                                file.name(), start, "expected an event format with name and ID in system " + system));
                formats.put(format.id(), format);
            }
        }
        long bytes = at + 4 <= end ? file.u32(at) : 0;
        if (bytes > 0 && bytes <= Math.min(MAX_KALLSYMS_BYTES, end - at - 4)) {
            kallsyms = file.text(at + 4, bytes);
        }
    }

    private String nulTerminated() throws PerfDataException {
        String text = file.cString(at, Math.min(MAX_NAME, end - at));
        at += text.length() + 1;
        return text;
    }

    private void skipBlock() throws PerfDataException {
        long length = file.i64(at);
        if (length < 0 || length > end - at - 8) {
            throw new PerfDataException(
                    file.name(), at, "a block of " + length + " bytes reaches beyond the tracing data");
        }
        at += 8 + length;
    }

    /** A count of things of at least 4 bytes each, so bounded by the bytes left. */
    private int count() throws PerfDataException {
        long count = file.u32(at);
        if (count > (end - at) / 4) {
            throw new PerfDataException(file.name(), at, count + " entries cannot lie in the bytes that are left");
        }
        at += 4;
        return (int) count;
    }
}
