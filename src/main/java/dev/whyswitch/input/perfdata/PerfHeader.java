package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Header, attributes and feature sections of a perf.data file (tools/perf/util/header.h, struct perf_file_header):
 *
 * <pre>
 *   0 magic "PERFILE2"      8 u64 size of this header (104; 16: pipe form)   16 u64 attr size + 16
 *  24 attrs {offset,size}  40 data {offset,size}  56 event types, unused     72 256 feature bits
 * </pre>
 *
 * The feature sections lie behind the data, one {offset,size} per set bit, ascending. A recording whose perf was killed has
 * a data size of 0 and no feature; of one that was cut, the features are gone. Both are read as far as they go. Old headers
 * end before the feature bits. The bits are an array of {@code unsigned long}: in a big-endian file the size of a long
 * decides where a bit lies, and the file does not tell it.
 *
 * <p>Version 1 (perf before 2.6.39) has the magic "PERFFILE" in either byte order, which is then guessed from the attr size.
 *
 * <p>In pipe form the header is magic and size alone, and attributes, features and event formats are records before the
 * first sample (ATTR: attr, u64 ids; FEATURE: u64 bit, section; TRACING_DATA: u32 size, and the section behind the record).
 * `perf record --tail-synthesize` writes them behind the last sample.
 */
final class PerfHeader {
    private static final String MAGIC_LITTLE = "PERFILE2";
    private static final String MAGIC_BIG = "2ELIFREP";
    private static final String MAGIC_VERSION_1 = "PERFFILE";
    /** Bytes at the beginning of a file that {@link #isMagic} looks at. */
    static final int MAGIC_BYTES = 8;

    private static final int PIPE_HEADER_BYTES = 16;
    private static final int FEATURE_BITS_OFFSET = 72;
    private static final int SECTION_BYTES = 16;
    private static final int FEATURE_BITS = 256;

    /** No attr is that large, and the smallest, read in the wrong byte order, is larger. */
    private static final long MAX_ATTR_BYTES = 1 << 16;

    private static final int HEADER_TRACING_DATA = 1;
    private static final int HEADER_HOSTNAME = 3;
    private static final int HEADER_OSRELEASE = 4;
    private static final int HEADER_VERSION = 5;
    private static final int HEADER_ARCH = 6;
    private static final int HEADER_NRCPUS = 7;
    private static final int HEADER_CMDLINE = 11;
    private static final int HEADER_EVENT_DESC = 12;

    private static final String[] CLOCK_NAMES = {
        "CLOCK_REALTIME",
        "CLOCK_MONOTONIC",
        "",
        "",
        "CLOCK_MONOTONIC_RAW",
        "",
        "",
        "CLOCK_BOOTTIME",
        "",
        "",
        "",
        "CLOCK_TAI"
    };

    private final InputFile file;
    private final ByteOrder order;
    private final List<EventAttr> attrs = new ArrayList<>();
    private final List<String> eventNames = new ArrayList<>();
    private final Map<Integer, TracepointFormat> formats = new HashMap<>();
    private String kallsyms = "";
    /** Of all events together: their sections do not overlap, so memory is bounded by the file's size. */
    private long idsBytes;

    private long dataOffset;
    private long dataSize;
    private boolean unfinished;
    private boolean pipe;
    private String hostname = "";
    private String osRelease = "";
    private String version = "";
    private String arch = "";
    private int cpusOnline;
    private List<String> commandLine = List.of();

    private PerfHeader(InputFile file, ByteOrder order) {
        this.file = file;
        this.order = order;
    }

    static PerfHeader read(InputFile file) throws PerfDataException {
        PerfHeader header = new PerfHeader(file, byteOrder(file));
        file.order(header.order);
        header.parse();
        return header;
    }

    /** True if the file begins as a perf.data file does. */
    static boolean isPerfData(InputFile file) throws PerfDataException {
        return isMagic(file.text(0, Math.min(MAGIC_BYTES, file.size())));
    }

    /** True if a file that begins with {@code magic}, one char a byte, is a perf.data file. */
    static boolean isMagic(String magic) {
        return magic.equals(MAGIC_LITTLE) || magic.equals(MAGIC_BIG) || magic.equals(MAGIC_VERSION_1);
    }

    private static ByteOrder byteOrder(InputFile file) throws PerfDataException {
        if (file.size() == 0) {
            throw new PerfDataException(
                    file.name(), "the file is empty; expected a recording made by `perf sched record`");
        }
        String magic = file.text(0, Math.min(MAGIC_BYTES, file.size()));
        if (magic.equals(MAGIC_LITTLE)) {
            return ByteOrder.LITTLE_ENDIAN;
        }
        if (magic.equals(MAGIC_BIG)) {
            return ByteOrder.BIG_ENDIAN;
        }
        if (magic.equals(MAGIC_VERSION_1)) {
            return byteOrderOfVersion1(file);
        }
        throw new PerfDataException(
                file.name(),
                0,
                "not a perf.data file: expected \"PERFILE2\", found \"" + printable(magic)
                        + "\"; make one with `perf sched record`");
    }

    /** By the attr size, as perf does (tools/perf/util/header.c try_all_file_abis); in pipe form by the header's. */
    private static ByteOrder byteOrderOfVersion1(InputFile file) throws PerfDataException {
        file.order(ByteOrder.LITTLE_ENDIAN);
        long headerSize = file.i64(8);
        boolean pipe = headerSize == PIPE_HEADER_BYTES || Long.reverseBytes(headerSize) == PIPE_HEADER_BYTES;
        long size = pipe ? headerSize : file.i64(16);
        return size >= 0 && size < MAX_ATTR_BYTES ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", ".");
    }

    private void parse() throws PerfDataException {
        long headerSize = file.i64(8);
        if (headerSize == PIPE_HEADER_BYTES) {
            parsePipe();
            return;
        }
        if (headerSize < FEATURE_BITS_OFFSET) {
            throw new PerfDataException(
                    file.name(), 8, "header of " + headerSize + " bytes, expected " + FEATURE_BITS_OFFSET + " or more");
        }
        long attrSize = file.i64(16);
        long attrsOffset = file.i64(24);
        long attrsSize = file.i64(32);
        dataOffset = file.i64(40);
        dataSize = file.i64(48);
        if (attrSize < 64 + SECTION_BYTES || attrsSize < attrSize) {
            throw new PerfDataException(
                    file.name(), 16, "no event attributes (size " + attrSize + ", all " + attrsSize + " bytes)");
        }
        checkSection(24, attrsOffset, attrsSize, "event attributes");
        if (dataOffset < 0 || dataOffset > file.size() || dataSize < 0) {
            throw new PerfDataException(
                    file.name(), 40, "data of " + dataSize + " bytes at " + dataOffset + " lies outside the file");
        }
        for (long at = attrsOffset; at + attrSize <= attrsOffset + attrsSize; at += attrSize) {
            attrs.add(readAttr(at, attrSize));
        }
        unfinished = dataSize == 0 || dataSize > file.size() - dataOffset;
        if (unfinished) {
            dataSize = file.size() - dataOffset;
        } else {
            readFeatures(Math.min(FEATURE_BITS, 8 * (headerSize - FEATURE_BITS_OFFSET)));
        }
        if (lacksFormats()) {
            readFormatsOfRecord();
        }
    }

    /** simpleperf writes the formats as a record before the first sample, not as a feature. */
    private void readFormatsOfRecord() throws PerfDataException {
        long at = dataOffset;
        while (at + RecordType.TRACING_DATA_OFFSET <= dataEnd()) {
            int type = file.i32(at);
            int size = file.u16(at + 6);
            long next = RecordType.next(file, at, dataEnd());
            if (next < 0 || type == RecordType.PERF_RECORD_SAMPLE || RecordType.isCompressed(type)) {
                return;
            }
            if (type == RecordType.PERF_RECORD_HEADER_TRACING_DATA && RecordType.holdsTracingData(file, at, size)) {
                long from = at + RecordType.TRACING_DATA_OFFSET;
                takeTracingData(TracingData.read(file, from, next - from, order));
                return;
            }
            at = next;
        }
    }

    private void parsePipe() throws PerfDataException {
        dataOffset = PIPE_HEADER_BYTES;
        dataSize = file.size() - dataOffset;
        pipe = true;
        long at = dataOffset;
        while (at + 8 <= file.size()) {
            int type = file.i32(at);
            if (StrayText.isText(type)) {
                at = StrayText.resume(file, at, file.size());
                continue;
            }
            long next = RecordType.next(file, at, file.size());
            boolean sample = type == RecordType.PERF_RECORD_SAMPLE || RecordType.isCompressed(type);
            if (next < 0 || (sample && !attrs.isEmpty())) {
                break;
            }
            long size = file.u16(at + 6);
            switch (type) {
                case RecordType.PERF_RECORD_HEADER_ATTR -> attrs.add(readPipeAttr(at + 8, at + size));
                case RecordType.PERF_RECORD_HEADER_FEATURE -> {
                    if (size > 16) {
                        readFeature((int) Math.min(FEATURE_BITS, file.u32(at + 8)), at + 16, size - 16);
                    }
                }
                case RecordType.PERF_RECORD_HEADER_TRACING_DATA -> {
                    long from = next > at + size ? at + size : at + RecordType.TRACING_DATA_OFFSET;
                    takeTracingData(TracingData.read(file, from, next - from, order));
                }
                default -> {
                    // Names and maps of what was there before; the reader comes by here again.
                }
            }
            at = next;
        }
        if (attrs.isEmpty()) {
            throw new PerfDataException(
                    file.name(), dataOffset, "no event attributes; the stream ended before them, record again");
        }
    }

    private EventAttr readPipeAttr(long at, long end) throws PerfDataException {
        long attrSize = file.u32(at + 4);
        attrSize = attrSize == 0 ? 64 : attrSize;
        List<Long> ids = new ArrayList<>();
        for (long id = at + attrSize; id + 8 <= end; id += 8) {
            ids.add(file.i64(id));
        }
        return EventAttr.read(file, at, Math.min(attrSize, end - at), order == ByteOrder.BIG_ENDIAN, List.copyOf(ids));
    }

    private EventAttr readAttr(long at, long attrSize) throws PerfDataException {
        long room = attrSize - SECTION_BYTES;
        long idsOffset = file.i64(at + room);
        long idsSize = file.i64(at + room + 8);
        checkSection(at + room, idsOffset, idsSize, "event ids");
        idsBytes += idsSize;
        if (idsBytes > file.size()) {
            throw new PerfDataException(file.name(), at + room, "the events' ids are more than the file can hold");
        }
        List<Long> ids = new ArrayList<>();
        for (long id = idsOffset; id + 8 <= idsOffset + idsSize; id += 8) {
            ids.add(file.i64(id));
        }
        return EventAttr.read(file, at, room, order == ByteOrder.BIG_ENDIAN, List.copyOf(ids));
    }

    private void checkSection(long where, long offset, long size, String what) throws PerfDataException {
        if (offset < 0 || size < 0 || offset > file.size() - size) {
            throw new PerfDataException(
                    file.name(),
                    where,
                    what + " of " + size + " bytes at " + offset + " lie outside the file of " + file.size()
                            + " bytes");
        }
    }

    /** @param bits how many feature bits the header has */
    private void readFeatures(long bits) throws PerfDataException {
        int longBits = longBits(bits);
        long table = dataOffset + dataSize;
        for (int bit = 0; bit < bits; bit++) {
            if (!hasFeature(bit, longBits)) {
                continue;
            }
            if (table > file.size() - SECTION_BYTES) {
                unfinished = true;
                return;
            }
            long offset = file.i64(table);
            long size = file.i64(table + 8);
            table += SECTION_BYTES;
            if (size > 0 && offset >= 0 && offset <= file.size() - size) {
                readFeature(bit, offset, size);
            } else if (size > 0 && offset > 0 && offset <= file.size()) {
                unfinished = true;
            }
        }
    }

    /**
     * Bits in an {@code unsigned long} of the machine that recorded: 64 if that shows a hostname, which every perf since
     * 3.2 writes, else 32 if that shows one, else what gives the lower features.
     */
    private int longBits(long bits) throws PerfDataException {
        if (order == ByteOrder.LITTLE_ENDIAN || bits < 64 || hasFeature(HEADER_HOSTNAME, 64)) {
            return 64;
        }
        boolean lowerBy32 = file.i32(FEATURE_BITS_OFFSET) != 0 && file.i32(FEATURE_BITS_OFFSET + 4) == 0;
        return hasFeature(HEADER_HOSTNAME, 32) || lowerBy32 ? 32 : 64;
    }

    private boolean hasFeature(int bit, int longBits) throws PerfDataException {
        long at = FEATURE_BITS_OFFSET + bit / longBits * (longBits / 8L);
        long word = longBits == 32 ? file.i32(at) : file.i64(at);
        return (word >>> (bit % longBits) & 1) != 0;
    }

    private void readFeature(int bit, long offset, long size) throws PerfDataException {
        switch (bit) {
            case HEADER_TRACING_DATA -> takeTracingData(TracingData.read(file, offset, size, order));
            case HEADER_HOSTNAME -> hostname = string(offset, offset + size);
            case HEADER_OSRELEASE -> osRelease = string(offset, offset + size);
            case HEADER_VERSION -> version = string(offset, offset + size);
            case HEADER_ARCH -> arch = string(offset, offset + size);
            case HEADER_NRCPUS -> cpusOnline = file.i32(offset);
            case HEADER_CMDLINE -> commandLine = strings(offset, size);
            case HEADER_EVENT_DESC -> readEventNames(offset, size);
            default -> {
                // The other features say nothing about scheduling.
            }
        }
    }

    /** A string of a feature: u32 padded length, bytes, NUL inside. */
    private String string(long offset, long end) throws PerfDataException {
        long length = Math.min(file.u32(offset), end - offset - 4);
        String text = file.text(offset + 4, Math.max(0, length));
        int nul = text.indexOf('\0');
        return nul < 0 ? text : text.substring(0, nul);
    }

    private List<String> strings(long offset, long size) throws PerfDataException {
        List<String> all = new ArrayList<>();
        long count = file.u32(offset);
        long at = offset + 4;
        for (long i = 0; i < count && at + 4 <= offset + size; i++) {
            all.add(string(at, offset + size));
            at += 4 + file.u32(at);
        }
        return all;
    }

    /** EVENT_DESC: u32 count, u32 attr size, then per event: attr, u32 count of ids, string, u64 ids. */
    private void readEventNames(long offset, long size) throws PerfDataException {
        long count = file.u32(offset);
        long attrSize = file.u32(offset + 4);
        long at = offset + 8;
        for (long i = 0; i < count && at + attrSize + 8 <= offset + size; i++) {
            long ids = file.u32(at + attrSize);
            long nameAt = at + attrSize + 4;
            eventNames.add(string(nameAt, offset + size));
            at = nameAt + 4 + file.u32(nameAt) + 8 * ids;
        }
    }

    ByteOrder order() {
        return order;
    }

    List<EventAttr> attrs() {
        return attrs;
    }

    private void takeTracingData(TracingData.Contents contents) {
        formats.putAll(contents.formats());
        kallsyms = contents.kallsyms();
    }

    /** Text of /proc/kallsyms of the machine that recorded, empty if it is not in the file. */
    String kallsyms() {
        return kallsyms;
    }

    /** Event formats by the kernel's event id. */
    Map<Integer, TracepointFormat> formats() {
        return formats;
    }

    /** perf was killed, or the file was cut: what lies behind the data, the event formats among it, is missing. */
    boolean unfinished() {
        return unfinished;
    }

    /** Takes the formats of the events that have none of their own. */
    void addFormats(Map<Integer, TracepointFormat> others) {
        others.forEach(formats::putIfAbsent);
    }

    /** True if one of the tracepoints has no format. */
    boolean lacksFormats() {
        return attrs.stream().anyMatch(attr -> attr.isTracepoint() && !hasFormat(attr));
    }

    boolean hasFormat(EventAttr attr) {
        return formats.containsKey((int) attr.config());
    }

    long dataOffset() {
        return dataOffset;
    }

    long dataEnd() {
        return dataOffset + dataSize;
    }

    /** Name of event {@code index}: from its format, from EVENT_DESC, else type and config. */
    String eventName(int index) {
        EventAttr attr = attrs.get(index);
        TracepointFormat format = attr.isTracepoint() ? formats.get((int) attr.config()) : null;
        if (format != null) {
            return format.fullName();
        }
        return index < eventNames.size() ? eventNames.get(index) : "type " + attr.type() + " config " + attr.config();
    }

    TraceInfo info() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < attrs.size(); i++) {
            names.add(eventName(i));
        }
        return new TraceInfo(
                file.name(),
                "perf.data" + (pipe ? ", pipe form" : "") + (unfinished ? ", " + TraceInfo.UNFINISHED : ""),
                file.size(),
                hostname,
                osRelease,
                arch,
                version,
                commandLine,
                cpusOnline,
                clock(),
                names,
                List.of(),
                Selection.ALL);
    }

    private String clock() {
        EventAttr first = attrs.get(0);
        if (!first.useClockId()) {
            return "perf default (sched_clock)";
        }
        int id = first.clockId();
        return id >= 0 && id < CLOCK_NAMES.length && !CLOCK_NAMES[id].isEmpty() ? CLOCK_NAMES[id] : "clock " + id;
    }
}
