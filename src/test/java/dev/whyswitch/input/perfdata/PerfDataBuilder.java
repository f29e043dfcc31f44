package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Writes perf.data files piece by piece, so that a test reads like the file it talks about. The layouts are written down
 * here a second time, from include/uapi/linux/perf_event.h and tools/perf/util/header.c, not shared with the reader.
 *
 * <p>First the options, then {@link #events}, then records: {@link #at} says where and when, the record's name what.
 */
final class PerfDataBuilder {
    static final long IP = 1;
    static final long TID = 1 << 1;
    static final long TIME = 1 << 2;
    static final long ADDR = 1 << 3;
    static final long READ = 1 << 4;
    static final long CALLCHAIN = 1 << 5;
    static final long ID = 1 << 6;
    static final long CPU = 1 << 7;
    static final long PERIOD = 1 << 8;
    static final long STREAM_ID = 1 << 9;
    static final long RAW = 1 << 10;
    static final long REGS_USER = 1 << 12;
    static final long STACK_USER = 1 << 13;
    static final long IDENTIFIER = 1 << 16;

    /** What `perf sched record` of 6.1 asks for. */
    static final long USUAL = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | RAW;

    private static final int FIRST_ID = 1011;

    private final ByteOrder order;
    private final TestBytes data;
    private final Map<String, TestFormat> formats = new LinkedHashMap<>();
    private final SortedMap<Integer, byte[]> features = new TreeMap<>();
    private long sampleType = USUAL;
    private long readFormat = 1 << 2 | 1 << 4;
    private long readValues = -1;
    private long[] callchain = {};
    private boolean clockEvent;
    private String kallsyms = "";
    private int attrSize = 128;
    private boolean sampleIdAll = true;
    private boolean switchRecords;
    private boolean overwrite;
    private int clockId = -1;
    private long samplePeriod = 1;
    private long moreFlags;
    private int userStack;
    private boolean version1;
    private int headerBytes = 104;
    private int longBytes = 8;
    private boolean namesEvents = true;

    private int cpu;
    private long timeNs;
    private int currentTgid;
    private int currentTid;

    private PerfDataBuilder(ByteOrder order) {
        this.order = order;
        this.data = new TestBytes(order);
    }

    static PerfDataBuilder in(ByteOrder order) {
        return new PerfDataBuilder(order);
    }

    static PerfDataBuilder littleEndian() {
        return in(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- options ----

    PerfDataBuilder sampleType(long bits) {
        sampleType = bits;
        return this;
    }

    /** READ with {@code values} members of a group, or a single value if it is -1. */
    PerfDataBuilder read(long format, long values) {
        readFormat = format;
        readValues = values;
        return this;
    }

    PerfDataBuilder callchain(int depth) {
        return callchain(
                LongStream.range(0, depth).map(i -> 0xffff_ffff_8000_0000L + i).toArray());
    }

    /** The call chain of the samples to come. */
    PerfDataBuilder callchain(long... entries) {
        callchain = entries;
        return this;
    }

    /** TRACING_DATA holds the kernel's symbols, as old perf stored them. */
    PerfDataBuilder kallsyms(String text) {
        kallsyms = text;
        return this;
    }

    /** Adds cpu-clock, an event without fields. */
    PerfDataBuilder clockEvent() {
        clockEvent = true;
        return this;
    }

    PerfDataBuilder attrSize(int bytes) {
        attrSize = bytes;
        return this;
    }

    PerfDataBuilder noSampleIdAll() {
        sampleIdAll = false;
        return this;
    }

    PerfDataBuilder clock(int id) {
        clockId = id;
        return this;
    }

    PerfDataBuilder samplePeriod(long period) {
        samplePeriod = period;
        return this;
    }

    /** Bits of the attrs' bit field, bit 0 = disabled. */
    PerfDataBuilder attrFlags(long bits) {
        moreFlags = bits;
        return this;
    }

    /** A user stack of so many bytes behind RAW; the registers before it are absent (abi 0). */
    PerfDataBuilder userStack(int bytes) {
        userStack = bytes;
        sampleType |= REGS_USER | STACK_USER;
        return this;
    }

    /** The magic of perf before 2.6.39, the same bytes in either byte order. */
    PerfDataBuilder version1() {
        version1 = true;
        return this;
    }

    /** A header without feature bits, as perf wrote before 2.6.34. */
    PerfDataBuilder withoutFeatureBits() {
        headerBytes = 72;
        return this;
    }

    /** Feature bits in words of 4 bytes: perf on a 32-bit machine. */
    PerfDataBuilder longsOf4Bytes() {
        longBytes = 4;
        return this;
    }

    /** Adds the dummy event that carries COMM, FORK and, with {@code --switch-events}, SWITCH records. */
    PerfDataBuilder switchEvents() {
        switchRecords = true;
        return this;
    }

    /** Tracepoints are recorded into buffers that are written backwards; the dummy event is not. */
    PerfDataBuilder overwrite() {
        overwrite = true;
        return this;
    }

    PerfDataBuilder withoutEventNames() {
        namesEvents = false;
        return this;
    }

    PerfDataBuilder events(TestFormat... recorded) {
        Arrays.stream(recorded).forEach(f -> formats.put(f.name(), f));
        return this;
    }

    /** The events of `perf sched record` with the layouts of Linux 6.18. */
    PerfDataBuilder schedEvents() {
        return events(
                TestFormat.schedSwitch(8),
                TestFormat.waking(),
                TestFormat.wakeup(),
                TestFormat.wakeupNew(),
                TestFormat.migrate(),
                TestFormat.fork(),
                TestFormat.runtime());
    }

    PerfDataBuilder feature(int bit, byte[] content) {
        features.put(bit, content);
        return this;
    }

    PerfDataBuilder machine(String hostname, String osRelease, String version, String arch, int cpus) {
        feature(3, new TestBytes(order).featureString(hostname).toArray());
        feature(4, new TestBytes(order).featureString(osRelease).toArray());
        feature(5, new TestBytes(order).featureString(version).toArray());
        feature(6, new TestBytes(order).featureString(arch).toArray());
        return feature(7, new TestBytes(order).u32(cpus).u32(cpus + 1).toArray());
    }

    PerfDataBuilder commandLine(String... words) {
        TestBytes section = new TestBytes(order).u32(words.length);
        Arrays.stream(words).forEach(section::featureString);
        return feature(11, section.toArray());
    }

    // ---- records ----

    /** The next records are made on {@code cpuNumber} at {@code ns} while thread {@code tid} is current. */
    PerfDataBuilder at(int cpuNumber, long ns, int tid) {
        return at(cpuNumber, ns, tid, tid);
    }

    PerfDataBuilder at(int cpuNumber, long ns, int tgid, int tid) {
        cpu = cpuNumber;
        timeNs = ns;
        currentTgid = tgid;
        currentTid = tid;
        return this;
    }

    PerfDataBuilder schedSwitch(
            String prev, int prevTid, int prevPrio, long state, String next, int nextTid, int prio) {
        return sample(
                "sched_switch",
                Map.of(
                        "prev_comm",
                        bytes(prev),
                        "prev_pid",
                        prevTid,
                        "prev_prio",
                        prevPrio,
                        "prev_state",
                        state,
                        "next_comm",
                        bytes(next),
                        "next_pid",
                        nextTid,
                        "next_prio",
                        prio));
    }

    /** A switch whose leaver is the current thread; names are those of the tids. */
    PerfDataBuilder schedSwitch(int prevTid, long state, int nextTid) {
        return schedSwitch("t" + prevTid, prevTid, 120, state, "t" + nextTid, nextTid, 120);
    }

    PerfDataBuilder waking(String name, int tid, int prio, int contextFlags) {
        return sample(
                "sched_waking", Map.of("comm", bytes(name), "pid", tid, "prio", prio, "common_flags", contextFlags));
    }

    PerfDataBuilder wakeup(String name, int tid, int prio, int targetCpu) {
        return sample(
                "sched_wakeup",
                Map.of(
                        "comm",
                        bytes(name),
                        "pid",
                        tid,
                        "prio",
                        prio,
                        "target_cpu",
                        targetCpu,
                        "cpu",
                        targetCpu,
                        "success",
                        1));
    }

    PerfDataBuilder wakeupNew(String name, int tid, int prio, int targetCpu) {
        return sample(
                "sched_wakeup_new", Map.of("comm", bytes(name), "pid", tid, "prio", prio, "target_cpu", targetCpu));
    }

    PerfDataBuilder migrate(String name, int tid, int from, int to) {
        return sample("sched_migrate_task", Map.of("comm", bytes(name), "pid", tid, "orig_cpu", from, "dest_cpu", to));
    }

    PerfDataBuilder schedFork(int parentTid, int childTid) {
        return sample(
                "sched_process_fork",
                Map.of(
                        "parent_comm",
                        bytes("mother"),
                        "parent_pid",
                        parentTid,
                        "child_comm",
                        bytes("child"),
                        "child_pid",
                        childTid));
    }

    PerfDataBuilder runtime(int tid, long runtimeNs) {
        return sample("sched_stat_runtime", Map.of("comm", bytes("t" + tid), "pid", tid, "runtime", runtimeNs));
    }

    /** A sample of {@code event} whose fields are {@code values}. */
    PerfDataBuilder sample(String event, Map<String, Object> values) {
        return sampleWithId(firstId(event) + cpu % 2, formats.get(event).payload(order, values));
    }

    PerfDataBuilder sampleWithId(long id, byte[] payload) {
        TestBytes body = new TestBytes(order);
        put(body, IDENTIFIER, id);
        put(body, IP, 0xffff_8000_1234L);
        if ((sampleType & TID) != 0) {
            body.u32(currentTgid).u32(currentTid);
        }
        put(body, TIME, timeNs);
        put(body, ADDR, 0xadd4L);
        put(body, ID, id);
        put(body, STREAM_ID, id);
        if ((sampleType & CPU) != 0) {
            body.u32(cpu).u32(0xdead);
        }
        put(body, PERIOD, 1);
        if ((sampleType & READ) != 0) {
            readGroup(body);
        }
        if ((sampleType & CALLCHAIN) != 0) {
            body.u64(callchain.length);
            Arrays.stream(callchain).forEach(body::u64);
        }
        if ((sampleType & RAW) != 0) {
            int padded = (payload.length + 4 + 7) / 8 * 8 - 4;
            body.u32(padded).raw(Arrays.copyOf(payload, padded));
        }
        if (userStack > 0) {
            body.u64(0).u64(userStack).zeros(userStack).u64(userStack);
        }
        return record(9, 1, body.toArray());
    }

    private void put(TestBytes body, long bit, long value) {
        if ((sampleType & bit) != 0) {
            body.u64(value);
        }
    }

    /** read_format: 1 enabled, 2 running, 4 id, 8 group, 16 lost. */
    private void readGroup(TestBytes body) {
        boolean group = (readFormat & 8) != 0;
        long values = group ? readValues : 1;
        if (group) {
            body.u64(values);
        } else {
            body.u64(7);
        }
        for (int bit = 0; bit < 2; bit++) {
            if ((readFormat >> bit & 1) != 0) {
                body.u64(9);
            }
        }
        for (long i = 0; i < values; i++) {
            if (group) {
                body.u64(7);
            }
            for (int bit : new int[] {2, 4}) {
                if ((readFormat >> bit & 1) != 0) {
                    body.u64(5);
                }
            }
        }
    }

    /** A sample of the software event. */
    PerfDataBuilder clockSample() {
        return sampleWithId(FIRST_ID + 2L * formats.size() + (switchRecords ? 2 : 0), new byte[4]);
    }

    /** COMM with PERF_RECORD_MISC_COMM_EXEC. */
    PerfDataBuilder commOfExec(int tgid, int tid, String name) {
        TestBytes body = new TestBytes(order).u32(tgid).u32(tid).cString(name).alignTo(8);
        return record(3, 1 << 13, trailer(body).toArray());
    }

    PerfDataBuilder exit(int parentTgid, int parentTid, int tgid, int tid) {
        TestBytes body = new TestBytes(order)
                .u32(tgid)
                .u32(parentTgid)
                .u32(tid)
                .u32(parentTid)
                .u64(timeNs);
        return record(4, 0, trailer(body).toArray());
    }

    PerfDataBuilder comm(int tgid, int tid, String name) {
        TestBytes body = new TestBytes(order).u32(tgid).u32(tid).cString(name).alignTo(8);
        return record(3, 0, trailer(body).toArray());
    }

    PerfDataBuilder fork(int parentTgid, int parentTid, int tgid, int tid) {
        TestBytes body = new TestBytes(order)
                .u32(tgid)
                .u32(parentTgid)
                .u32(tid)
                .u32(parentTid)
                .u64(timeNs);
        return record(7, 0, trailer(body).toArray());
    }

    PerfDataBuilder exit(int parentTgid, int tgid, int tid) {
        TestBytes body = new TestBytes(order)
                .u32(tgid)
                .u32(parentTgid)
                .u32(tid)
                .u32(parentTgid)
                .u64(timeNs);
        return record(4, 0, trailer(body).toArray());
    }

    PerfDataBuilder lost(long count) {
        return record(
                2, 0, trailer(new TestBytes(order).u64(FIRST_ID).u64(count)).toArray());
    }

    PerfDataBuilder lostSamples(long count, int misc) {
        return record(13, misc, trailer(new TestBytes(order).u64(count)).toArray());
    }

    PerfDataBuilder switchOut(int nextTid, boolean preempt) {
        return record(
                15, 1 << 13 | (preempt ? 1 << 14 : 0), trailer(pair(nextTid)).toArray());
    }

    PerfDataBuilder switchIn(int prevTid) {
        return record(15, 0, trailer(pair(prevTid)).toArray());
    }

    /** PERF_RECORD_SWITCH of the current thread, recorded as a single task. */
    PerfDataBuilder taskSwitchOut(boolean preempt) {
        return record(
                14,
                1 << 13 | (preempt ? 1 << 14 : 0),
                trailer(new TestBytes(order)).toArray());
    }

    PerfDataBuilder taskSwitchIn() {
        return record(14, 0, trailer(new TestBytes(order)).toArray());
    }

    /** ID_INDEX with one event, counted for {@code tid} on {@code cpuNumber}. */
    PerfDataBuilder idIndex(int cpuNumber, long tid) {
        return record(
                69,
                0,
                new TestBytes(order)
                        .u64(1)
                        .u64(FIRST_ID)
                        .u64(0)
                        .u64(cpuNumber)
                        .u64(tid)
                        .toArray());
    }

    /** THREAD_MAP with one thread. */
    PerfDataBuilder threadMap(long tid) {
        return record(73, 0, new TestBytes(order).u64(1).u64(tid).zeros(16).toArray());
    }

    private TestBytes pair(int tid) {
        return new TestBytes(order).u32(tid).u32(tid);
    }

    /** The formats as simpleperf writes them, inside a record, and not as a feature. */
    PerfDataBuilder tracingDataRecord() {
        byte[] formatsOfEvents = tracingData();
        feature(1, new byte[0]);
        TestBytes body = new TestBytes(order).u32(formatsOfEvents.length).raw(formatsOfEvents);
        return record(66, 0, body.zeros(-formatsOfEvents.length & 63).toArray());
    }

    PerfDataBuilder finishedRound() {
        return record(68, 0, new byte[0]);
    }

    PerfDataBuilder record(int type, int misc, byte[] body) {
        return record(type, misc, body, body.length + 8);
    }

    /** A record whose header claims {@code size}. */
    PerfDataBuilder record(int type, int misc, byte[] body, int size) {
        data.u32(type).u16(misc).u16(size).raw(body);
        return this;
    }

    private TestBytes trailer(TestBytes body) {
        if (!sampleIdAll) {
            return body;
        }
        if ((sampleType & TID) != 0) {
            body.u32(currentTgid).u32(currentTid);
        }
        // The dummy event, where there is one, comes last.
        int id = FIRST_ID + (switchRecords ? 2 * formats.size() : 0);
        put(body, TIME, timeNs);
        put(body, ID, id);
        put(body, STREAM_ID, id);
        if ((sampleType & CPU) != 0) {
            body.u32(cpu).u32(0);
        }
        put(body, IDENTIFIER, id);
        return body;
    }

    // ---- the file ----

    private long firstId(String event) {
        return FIRST_ID + 2L * List.copyOf(formats.keySet()).indexOf(event);
    }

    byte[] bytes() {
        int events = formats.size() + (switchRecords ? 1 : 0) + (clockEvent ? 1 : 0);
        int stride = attrSize + 16;
        int idsAt = headerBytes;
        int attrsAt = idsAt + 16 * events;
        int dataAt = attrsAt + stride * events;
        addEventFeatures();
        TestBytes file = new TestBytes(order);
        if (version1) {
            file.raw(ascii("PERFFILE"));
        } else {
            file.u64(0x32454c4946524550L);
        }
        file.u64(headerBytes).u64(stride);
        file.u64(attrsAt)
                .u64((long) stride * events)
                .u64(dataAt)
                .u64(data.size())
                .u64(0)
                .u64(0);
        if (headerBytes == 72) {
            features.clear();
        } else {
            featureBits(file);
        }
        for (int i = 0; i < 2 * events; i++) {
            file.u64(FIRST_ID + i);
        }
        List<TestFormat> recorded = new ArrayList<>(formats.values());
        for (int i = 0; i < events; i++) {
            boolean isClock = clockEvent && i == events - 1;
            file.raw(isClock ? clockAttr() : attr(i < recorded.size() ? recorded.get(i) : null))
                    .u64(idsAt + 16L * i)
                    .u64(16);
        }
        file.raw(data.toArray());
        long at = file.size() + 16L * features.size();
        for (byte[] content : features.values()) {
            file.u64(at).u64(content.length);
            at += content.length;
        }
        features.values().forEach(file::raw);
        return file.toArray();
    }

    private void featureBits(TestBytes file) {
        for (int word = 0; word < 32 / longBytes; word++) {
            long bits = 0;
            for (int bit : features.keySet()) {
                bits |= bit / (8 * longBytes) == word ? 1L << (bit % (8 * longBytes)) : 0;
            }
            if (longBytes == 4) {
                file.u32(bits);
            } else {
                file.u64(bits);
            }
        }
    }

    /** The attr of a tracepoint; of the dummy event if {@code format} is null. */
    private byte[] attr(TestFormat format) {
        long flags = (sampleIdAll ? 1L << 18 : 0) | (clockId >= 0 ? 1L << 25 : 0);
        flags |= (format == null ? 1L << 26 | 1L << 9 : 0) | moreFlags;
        flags |= format != null && overwrite ? 1L << 27 : 0;
        TestBytes attr = new TestBytes(order)
                .u32(format == null ? 1 : 2)
                .u32(attrSize)
                .u64(format == null ? 9 : format.id())
                .u64(samplePeriod)
                .u64(format == null ? sampleType & ~(RAW | PERIOD | REGS_USER | STACK_USER) : sampleType)
                .u64(readFormat)
                .u64(order == ByteOrder.BIG_ENDIAN ? Long.reverse(flags) : flags);
        attr.zeros(92 - attr.size()).u32(Math.max(0, clockId));
        return Arrays.copyOf(attr.toArray(), attrSize);
    }

    /** PERF_COUNT_SW_CPU_CLOCK; asks for the same as the tracepoints. */
    private byte[] clockAttr() {
        byte[] attr = attr(TestFormat.of("cpu-clock", 0));
        attr[order == ByteOrder.BIG_ENDIAN ? 3 : 0] = 1;
        return attr;
    }

    private void addEventFeatures() {
        if (!formats.isEmpty()) {
            features.putIfAbsent(1, tracingData());
        }
        if (namesEvents) {
            TestBytes section = new TestBytes(order)
                    .u32(formats.size() + (switchRecords ? 1 : 0) + (clockEvent ? 1 : 0))
                    .u32(attrSize);
            for (TestFormat format : formats.values()) {
                section.raw(attr(format))
                        .u32(2)
                        .featureString(format.system() + ":" + format.name())
                        .zeros(16);
            }
            if (switchRecords) {
                section.raw(attr(null)).u32(2).featureString("dummy:HG").zeros(16);
            }
            if (clockEvent) {
                section.raw(clockAttr()).u32(2).featureString("cpu-clock").zeros(16);
            }
            features.putIfAbsent(12, section.toArray());
        }
    }

    private byte[] tracingData() {
        TestBytes section =
                new TestBytes(order).u8(23).u8(8).u8(68).raw(ascii("tracing")).cString("0.6");
        section.u8(order == ByteOrder.BIG_ENDIAN ? 1 : 0).u8(8).u32(4096);
        section.cString("header_page").u64(5).raw(ascii("field"));
        section.cString("header_event").u64(3).raw(ascii("abc"));
        section.u32(1).u64(4).raw(ascii("some"));
        SortedMap<String, List<TestFormat>> systems = new TreeMap<>();
        for (TestFormat format : formats.values()) {
            systems.computeIfAbsent(format.system(), key -> new ArrayList<>()).add(format);
        }
        section.u32(systems.size());
        systems.forEach((system, members) -> {
            section.cString(system).u32(members.size());
            for (TestFormat format : members) {
                byte[] text = ascii(format.text());
                section.u64(text.length).raw(text);
            }
        });
        return section.u32(kallsyms.length()).raw(ascii(kallsyms)).u32(0).u64(0).toArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The bytes of a task name, one char a byte. */
    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    Path write(Path directory) throws IOException {
        return Files.write(directory.resolve("perf.data"), bytes());
    }
}
