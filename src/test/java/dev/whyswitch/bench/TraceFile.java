package dev.whyswitch.bench;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes a perf.data file as `perf sched record --switch-events` of perf 6.1 does, little-endian: one ring buffer per CPU,
 * written to the file in turn, with a FINISHED_ROUND after each turn. Holds the ring buffers in memory and nothing else.
 *
 * <p>Layouts: include/uapi/linux/perf_event.h, tools/perf/util/header.c; the payloads' are in event-formats.txt. Samples
 * carry IDENTIFIER, IP, TID, TIME, CPU, PERIOD and RAW:
 *
 * <pre>
 *  0 u32 type, u16 misc, u16 size    8 u64 id     16 u64 ip       24 u32 pid, u32 tid
 * 32 u64 time                       40 u32 cpu, 0 48 u64 period   56 u32 raw size   60 raw
 * </pre>
 *
 * and other records end in pid, tid, time, cpu, 0, id.
 */
final class TraceFile implements Closeable {
    /** Positions in event-formats.txt. */
    private static final int SWITCH = 0;

    private static final int RUNTIME = 1;
    private static final int FORK = 2;
    private static final int WAKEUP_NEW = 3;
    private static final int MIGRATE = 4;
    private static final int WAKING = 5;
    /** The event behind them, which carries SWITCH, COMM, FORK and EXIT records. */
    private static final int DUMMY = 6;

    private static final int PERF_RECORD_COMM = 3;
    private static final int PERF_RECORD_EXIT = 4;
    private static final int PERF_RECORD_FORK = 7;
    private static final int PERF_RECORD_SAMPLE = 9;
    private static final int PERF_RECORD_SWITCH_CPU_WIDE = 15;
    private static final long PERF_RECORD_FINISHED_ROUND = 68;
    private static final long PERF_RECORD_FINISHED_INIT = 82;
    private static final int PERF_RECORD_MISC_KERNEL = 1;
    private static final int PERF_RECORD_MISC_SWITCH_OUT = 1 << 13;
    private static final int PERF_RECORD_MISC_SWITCH_OUT_PREEMPT = 1 << 14;

    private static final int ATTR_BYTES = 128;
    private static final int HEADER_BYTES = 104;
    private static final long FIRST_ID = 1011;
    private static final int NAME_ALIGN = 64;
    private static final int RAW_AT = 60;
    private static final int MAX_RECORD_BYTES = 128;
    private static final int RING_BYTES = 128 << 10;
    /** About every so many records perf comes by at the next ring buffer. */
    private static final int RECORDS_PER_VISIT = 1000;

    private static final int FLAG_HARDIRQ = 0x08;
    private static final long IP = 0xffff_ffff_8226_5ec8L;

    private final FileChannel channel;
    private final List<EventFormat> formats;
    private final int[] eventIds;
    private final int cpus;
    private final ByteBuffer[] rings;
    private final ByteBuffer perfRecords = ByteBuffer.allocate(RING_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final long dataOffset;
    private int nextVisit;
    private int recordsSinceVisit;
    private long firstNs;
    private long lastNs;
    private long events;

    /** Where and when the next record is made, and who is current there. */
    private int cpu;

    private long timeNs;
    private int tgid;
    private int tid;

    TraceFile(Path path, int cpus) throws IOException {
        this.formats = EventFormat.schedEvents();
        this.eventIds = formats.stream().mapToInt(EventFormat::id).toArray();
        this.cpus = cpus;
        rings = new ByteBuffer[cpus];
        for (int i = 0; i < cpus; i++) {
            rings[i] = ByteBuffer.allocate(RING_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        dataOffset = HEADER_BYTES + 8L * cpus * (DUMMY + 1) + (DUMMY + 1L) * (ATTR_BYTES + 16);
        channel.position(dataOffset);
    }

    long events() {
        return events;
    }

    long spanNs() {
        return lastNs - firstNs;
    }

    // ---- records that perf makes of what was there before ----

    /** COMM of a thread that exists already: its trailer is all zero but for the ids. */
    void existingThread(int threadTgid, int threadTid, long nameLow, long nameHigh) throws IOException {
        ByteBuffer b = perfRecords;
        if (b.remaining() < MAX_RECORD_BYTES) {
            write(b);
        }
        int at = b.position();
        b.putLong(at, header(PERF_RECORD_COMM, 0, 64));
        b.putLong(at + 8, pair(threadTgid, threadTid));
        b.putLong(at + 16, nameLow);
        b.putLong(at + 24, nameHigh);
        b.putLong(at + 32, pair(threadTgid, threadTid));
        b.putLong(at + 40, 0);
        b.putLong(at + 48, 0);
        b.putLong(at + 56, 0);
        b.position(at + 64);
    }

    /** No more of them. */
    void finishedInit() throws IOException {
        perfRecord(PERF_RECORD_FINISHED_INIT);
    }

    private void perfRecord(long type) throws IOException {
        if (perfRecords.remaining() < 8) {
            write(perfRecords);
        }
        perfRecords.putLong(header((int) type, 0, 8));
        write(perfRecords);
    }

    // ---- records of the kernel ----

    /** The next records are made there. Times must not step back, over all CPUs. */
    void at(int whichCpu, long ns, int currentTgid, int currentTid) {
        cpu = whichCpu;
        timeNs = ns;
        tgid = currentTgid;
        tid = currentTid;
    }

    /** The current thread {@code prevTid} leaves; its header tid may be -1 by now. */
    void schedSwitch(
            int prevTid,
            int prevPrio,
            long prevLow,
            long prevHigh,
            long prevState,
            int nextTid,
            int nextPrio,
            long nextLow,
            long nextHigh)
            throws IOException {
        ByteBuffer b = ring();
        int raw = sample(b, SWITCH, 68, 1, 0, prevTid);
        b.putLong(raw + 8, prevLow);
        b.putLong(raw + 16, prevHigh);
        b.putLong(raw + 24, pair(prevTid, prevPrio));
        b.putLong(raw + 32, prevState);
        b.putLong(raw + 40, nextLow);
        b.putLong(raw + 48, nextHigh);
        b.putLong(raw + 56, pair(nextTid, nextPrio));
        b.putInt(raw + 64, 0);
        done();
    }

    void switchOut(boolean preempt, int nextTgid, int nextTid) throws IOException {
        int misc = PERF_RECORD_MISC_SWITCH_OUT | (preempt ? PERF_RECORD_MISC_SWITCH_OUT_PREEMPT : 0);
        switchRecord(misc, nextTgid, nextTid);
    }

    void switchIn(int prevTgid, int prevTid) throws IOException {
        switchRecord(0, prevTgid, prevTid);
    }

    private void switchRecord(int misc, int otherTgid, int otherTid) throws IOException {
        ByteBuffer b = ring();
        int at = b.position();
        b.putLong(at, header(PERF_RECORD_SWITCH_CPU_WIDE, misc, 48));
        b.putLong(at + 8, pair(otherTgid, otherTid));
        trailer(b, at + 16);
        done();
    }

    void waking(int wakeeTid, int prio, long low, long high, int targetCpu, boolean inInterrupt) throws IOException {
        comm(WAKING, wakeeTid, prio, low, high, targetCpu, inInterrupt ? FLAG_HARDIRQ : 0);
    }

    void wakeupNew(int newTid, int prio, long low, long high, int targetCpu) throws IOException {
        comm(WAKEUP_NEW, newTid, prio, low, high, targetCpu, 0);
    }

    private void comm(int event, int other, int prio, long low, long high, int targetCpu, int flags)
            throws IOException {
        ByteBuffer b = ring();
        int raw = sample(b, event, 36, 1, flags, tid);
        b.putLong(raw + 8, low);
        b.putLong(raw + 16, high);
        b.putLong(raw + 24, pair(other, prio));
        b.putInt(raw + 32, targetCpu);
        done();
    }

    void migrate(int movedTid, int prio, long low, long high, int from, int to) throws IOException {
        ByteBuffer b = ring();
        int raw = sample(b, MIGRATE, 44, 1, 0, tid);
        b.putInt(raw + 8, dataLoc(28, low, high));
        b.putLong(raw + 12, pair(movedTid, prio));
        b.putLong(raw + 20, pair(from, to));
        b.putLong(raw + 28, low);
        b.putLong(raw + 36, high);
        done();
    }

    /** The account of the current thread. */
    void runtime(long low, long high, long runtimeNs) throws IOException {
        ByteBuffer b = ring();
        int raw = sample(b, RUNTIME, 44, runtimeNs, 0, tid);
        b.putInt(raw + 8, dataLoc(24, low, high));
        b.putInt(raw + 12, tid);
        b.putLong(raw + 16, runtimeNs);
        b.putLong(raw + 24, low);
        b.putLong(raw + 32, high);
        b.putInt(raw + 40, 0);
        done();
    }

    void schedFork(long low, long high, int childTid) throws IOException {
        ByteBuffer b = ring();
        int raw = sample(b, FORK, 60, 1, 0, tid);
        b.putInt(raw + 8, dataLoc(24, low, high));
        b.putInt(raw + 12, tid);
        b.putInt(raw + 16, dataLoc(40, low, high));
        b.putInt(raw + 20, childTid);
        b.putLong(raw + 24, low);
        b.putLong(raw + 32, high);
        b.putLong(raw + 40, low);
        b.putLong(raw + 48, high);
        b.putInt(raw + 56, 0);
        done();
    }

    void forkRecord(int childTgid, int childTid) throws IOException {
        task(PERF_RECORD_FORK, childTgid, childTid);
    }

    /** The current thread exits; its parent is its group. */
    void exitRecord() throws IOException {
        task(PERF_RECORD_EXIT, tgid, tid);
    }

    private void task(int type, int ofTgid, int ofTid) throws IOException {
        ByteBuffer b = ring();
        int at = b.position();
        b.putLong(at, header(type, 0, 64));
        b.putLong(at + 8, pair(ofTgid, tgid));
        b.putLong(at + 16, pair(ofTid, type == PERF_RECORD_EXIT ? tgid : tid));
        b.putLong(at + 24, timeNs);
        trailer(b, at + 32);
        done();
    }

    /** Header and common fields of a sample with a payload of {@code rawBytes}; returns where the payload is. */
    private int sample(ByteBuffer b, int event, int rawBytes, long period, int flags, int commonTid) {
        int at = b.position();
        int size = RAW_AT + rawBytes;
        b.putLong(at, header(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL, size));
        b.putLong(at + 8, id(event, cpu));
        b.putLong(at + 16, IP);
        b.putLong(at + 24, pair(tgid, tid));
        b.putLong(at + 32, timeNs);
        b.putLong(at + 40, cpu);
        b.putLong(at + 48, period);
        b.putInt(at + 56, rawBytes);
        b.putInt(at + RAW_AT, eventIds[event] | (flags << 16));
        b.putInt(at + RAW_AT + 4, commonTid);
        b.position(at + size);
        return at + RAW_AT;
    }

    private void trailer(ByteBuffer b, int at) {
        b.putLong(at, pair(tgid, tid));
        b.putLong(at + 8, timeNs);
        b.putLong(at + 16, cpu);
        b.putLong(at + 24, id(DUMMY, cpu));
        b.position(at + 32);
    }

    private long id(int event, int onCpu) {
        return FIRST_ID + (long) event * cpus + onCpu;
    }

    private static long header(int type, int misc, int size) {
        return type | (long) misc << 32 | (long) size << 48;
    }

    private static long pair(int first, int second) {
        return (first & 0xFFFF_FFFFL) | (long) second << 32;
    }

    /** __data_loc: length with the NUL, and offset. */
    private static int dataLoc(int offset, long low, long high) {
        int length = high != 0 ? 16 - Long.numberOfLeadingZeros(high) / 8 : 8 - Long.numberOfLeadingZeros(low) / 8;
        return ((length + 1) << 16) | offset;
    }

    /** The CPU's ring buffer with room for a record. A full one is written out of turn, which breaks no round's promise. */
    private ByteBuffer ring() throws IOException {
        ByteBuffer b = rings[cpu];
        if (b.remaining() < MAX_RECORD_BYTES) {
            write(b);
        }
        return b;
    }

    /** Counts a record; perf comes by at one ring buffer after another, and after the last one a round is finished. */
    private void done() throws IOException {
        firstNs = events == 0 ? timeNs : firstNs;
        lastNs = timeNs;
        events++;
        if (++recordsSinceVisit >= RECORDS_PER_VISIT) {
            recordsSinceVisit = 0;
            write(rings[nextVisit++]);
            if (nextVisit == cpus) {
                nextVisit = 0;
                perfRecord(PERF_RECORD_FINISHED_ROUND);
            }
        }
    }

    private void write(ByteBuffer b) throws IOException {
        b.flip();
        while (b.hasRemaining()) {
            channel.write(b);
        }
        b.clear();
    }

    // ---- the file ----

    /** Writes what is left, the features and the header; returns the size of the file. */
    long finish() throws IOException {
        for (ByteBuffer ring : rings) {
            write(ring);
        }
        perfRecord(PERF_RECORD_FINISHED_ROUND);
        long dataEnd = channel.position();
        SortedMap<Integer, byte[]> features = features();
        Bytes tail = new Bytes();
        long at = dataEnd + 16L * features.size();
        long bits = 0;
        for (Map.Entry<Integer, byte[]> feature : features.entrySet()) {
            tail.u64(at).u64(feature.getValue().length);
            at += feature.getValue().length;
            bits |= 1L << feature.getKey();
        }
        features.values().forEach(tail::raw);
        write(ByteBuffer.wrap(tail.toArray()).position(tail.size()));
        long size = channel.position();
        channel.position(0);
        ByteBuffer head = ByteBuffer.wrap(head(dataEnd - dataOffset, bits));
        write(head.position(head.limit()));
        return size;
    }

    private byte[] head(long dataSize, long featureBits) {
        int events7 = DUMMY + 1;
        long attrsAt = HEADER_BYTES + 8L * cpus * events7;
        Bytes head = new Bytes();
        head.ascii("PERFILE2").u64(HEADER_BYTES).u64(ATTR_BYTES + 16L);
        head.u64(attrsAt).u64((long) events7 * (ATTR_BYTES + 16));
        head.u64(dataOffset).u64(dataSize).u64(0).u64(0);
        head.u64(featureBits).u64(0).u64(0).u64(0);
        for (long i = 0; i < (long) cpus * events7; i++) {
            head.u64(FIRST_ID + i);
        }
        for (int event = 0; event < events7; event++) {
            head.raw(attr(event)).u64(HEADER_BYTES + 8L * cpus * event).u64(8L * cpus);
        }
        return head.toArray();
    }

    /** struct perf_event_attr as perf 6.1 fills it in. */
    private byte[] attr(int event) {
        boolean dummy = event == DUMMY;
        long ipTidTimeCpuRaw = 1 | 1 << 1 | 1 << 2 | 1 << 7 | 1 << 10;
        long identifier = 1 << 16;
        long period = 1 << 8;
        long disabled = 1;
        long inherit = 1 << 1;
        long sampleIdAll = 1 << 18;
        long excludeGuest = 1 << 20;
        long commTaskCommExec = 1 << 9 | 1 << 13 | 1 << 24;
        long contextSwitch = 1 << 26;
        Bytes attr = new Bytes();
        attr.u32(dummy ? 1 : 2)
                .u32(ATTR_BYTES)
                .u64(dummy ? 9 : formats.get(event).id());
        attr.u64(1).u64(ipTidTimeCpuRaw | identifier | (dummy ? 0 : period)).u64(1 << 2 | 1 << 4);
        attr.u64(inherit | sampleIdAll | (dummy ? commTaskCommExec | contextSwitch : disabled | excludeGuest));
        return attr.zeros(ATTR_BYTES - attr.size()).toArray();
    }

    private SortedMap<Integer, byte[]> features() {
        SortedMap<Integer, byte[]> features = new TreeMap<>();
        features.put(1, tracingData());
        features.put(3, string("generated"));
        features.put(4, string("6.18.44"));
        features.put(5, string("6.1.192"));
        features.put(6, string("x86_64"));
        features.put(7, new Bytes().u32(cpus).u32(cpus).toArray());
        Bytes command = new Bytes().u32(4);
        for (String word : List.of("perf", "sched", "record", "--switch-events")) {
            command.raw(string(word));
        }
        features.put(11, command.toArray());
        features.put(12, eventDescriptions());
        features.put(21, new Bytes().u64(firstNs).u64(lastNs).toArray());
        return features;
    }

    private byte[] eventDescriptions() {
        Bytes all = new Bytes().u32(DUMMY + 1).u32(ATTR_BYTES);
        for (int event = 0; event <= DUMMY; event++) {
            String name =
                    event == DUMMY ? "dummy:HG" : "sched:" + formats.get(event).name();
            all.raw(attr(event)).u32(cpus).raw(string(name));
            for (int i = 0; i < cpus; i++) {
                all.u64(id(event, i));
            }
        }
        return all.toArray();
    }

    private byte[] tracingData() {
        Bytes all = new Bytes();
        all.u8(23).u8(8).u8(68).ascii("tracing").ascii("0.6").u8(0);
        all.u8(0).u8(8).u32(4096);
        // What the kernel's header_page and header_event say: perf reads the first one.
        String page = """
                \tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
                \tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
                \tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
                \tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;
                """;
        all.ascii("header_page").u8(0).u64(page.length()).ascii(page);
        all.ascii("header_event").u8(0).u64(0);
        all.u32(0).u32(1).ascii("sched").u8(0).u32(formats.size());
        for (EventFormat format : formats) {
            all.u64(format.text().length()).ascii(format.text());
        }
        return all.u32(0).u32(0).u64(0).toArray();
    }

    private static byte[] string(String text) {
        int padded = (text.length() + 1 + NAME_ALIGN - 1) / NAME_ALIGN * NAME_ALIGN;
        return new Bytes().u32(padded).ascii(text).zeros(padded - text.length()).toArray();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Growing little-endian bytes, for what is written once a file. */
    private static final class Bytes {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes u8(int value) {
            out.write(value);
            return this;
        }

        Bytes u32(int value) {
            return little(value, 4);
        }

        Bytes u64(long value) {
            return little(value, 8);
        }

        private Bytes little(long value, int bytes) {
            for (int i = 0; i < bytes; i++) {
                out.write((int) (value >>> (8 * i)));
            }
            return this;
        }

        Bytes ascii(String text) {
            return raw(text.getBytes(StandardCharsets.US_ASCII));
        }

        Bytes raw(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Bytes zeros(int count) {
            return raw(new byte[count]);
        }

        int size() {
            return out.size();
        }

        byte[] toArray() {
            return out.toByteArray();
        }
    }
}
