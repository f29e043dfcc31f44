package dev.whyswitch.input.perfdata;

import dev.whyswitch.column.LongIntMap;
import dev.whyswitch.trace.AddressSpaces;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One record to at most one call of a {@link SchedSink}. Offsets were computed per event attribute; per record only its
 * size is checked.
 *
 * <pre>
 * header   u32 type, u16 misc, u16 size
 * COMM     u32 pid, u32 tid, char comm[]              FORK, EXIT  u32 pid, ppid, tid, ptid, u64 time
 * LOST     u64 id, u64 lost                           LOST_SAMPLES  u64 lost
 * SWITCH   nothing                                    SWITCH_CPU_WIDE  u32 next_prev_pid, u32 next_prev_tid
 * </pre>
 *
 * The kernel's "pid" in these records is a tgid as users know it; in tracepoint fields it is a tid.
 */
final class RecordDecoder {
    private final EventBinding[] bindings;
    /** Ids of one recording are nearly consecutive: a slot for each of the last few thousand, before the map is asked. */
    private static final int RECENT_IDS = 1 << 12;

    private final long[] recentIds = new long[RECENT_IDS];
    private final EventBinding[] recentBindings = new EventBinding[RECENT_IDS];
    private final LongIntMap bindingOfId = new LongIntMap();
    private final boolean uniform;
    private final NameTable names;
    private final SchedSink sink;
    private final boolean countsSwitchRecords;
    private final MappingRecords mappings;
    private final boolean hasCallchains;
    private final SampleCallChain chain = new SampleCallChain();

    long schedEvents;
    long switchRecords;
    long unknownIds;
    long malformed;
    long lostEvents;
    long lostSamples;
    long lostRecords;

    /**
     * @param spaces what is mapped where, if call chains were recorded
     * @param countsSwitchRecords the file has no sched_switch: PERF_RECORD_SWITCH records count the switches
     */
    RecordDecoder(
            String file,
            PerfHeader header,
            NameTable names,
            AddressSpaces spaces,
            SchedSink sink,
            boolean countsSwitchRecords)
            throws PerfDataException {
        mappings = new MappingRecords(spaces);
        this.countsSwitchRecords = countsSwitchRecords;
        this.names = names;
        this.sink = sink;
        List<EventBinding> all = new ArrayList<>();
        for (EventAttr attr : header.attrs()) {
            for (long id : attr.ids()) {
                bindingOfId.put(id, all.size());
            }
            TracepointFormat format = header.formats().get((int) attr.config());
            TracepointFormat known = format == null ? TracepointFormat.EMPTY : format;
            all.add(new EventBinding(file, attr, format, OtherEvent.of(attr, all.size(), known, names, sink)));
        }
        bindings = all.toArray(EventBinding[]::new);
        // The id 0 means the first event.
        recentBindings[0] = bindings[0];
        hasCallchains = all.stream().anyMatch(binding -> binding.layout.hasCallchain());
        boolean same = true;
        for (EventBinding binding : bindings) {
            same &= binding.layout.placesTimeLike(bindings[0].layout);
            if (binding.layout.id != bindings[0].layout.id) {
                throw new PerfDataException(
                        file, "the events place their id differently in samples; they cannot be told apart");
            }
        }
        uniform = same;
    }

    /** The layout of the record at {@code start}, null if its event id is unknown. */
    SampleLayout layout(ByteBuffer buffer, int start, int size, boolean sample) {
        if (uniform) {
            return bindings[0].layout;
        }
        EventBinding binding = sample ? bindingOfSample(buffer, start, size) : bindingOfOther(buffer, start, size);
        return binding == null ? null : binding.layout;
    }

    /** Time of a record that is known to have one. */
    long time(ByteBuffer buffer, int start, int size, int type) {
        boolean sample = type == RecordType.PERF_RECORD_SAMPLE;
        SampleLayout layout = layout(buffer, start, size, sample);
        return buffer.getLong(sample ? start + layout.time : start + size - layout.trailerTime);
    }

    private EventBinding bindingOfSample(ByteBuffer buffer, int start, int size) {
        int idAt = bindings[0].layout.id;
        if (bindings.length == 1 || idAt < 0) {
            return bindings[0];
        }
        if (size < idAt + 8) {
            return null;
        }
        return bindingOf(buffer.getLong(start + idAt));
    }

    private EventBinding bindingOfOther(ByteBuffer buffer, int start, int size) {
        int idAt = bindings[0].layout.trailerId;
        return bindings.length == 1 || idAt < 0 || size < idAt + 8
                ? bindings[0]
                : bindingOf(buffer.getLong(start + size - idAt));
    }

    private EventBinding bindingOf(long id) {
        int slot = (int) id & (RECENT_IDS - 1);
        if (recentIds[slot] != id) {
            int index = bindingOfId.get(id);
            if (index < 0) {
                return null;
            }
            recentIds[slot] = id;
            recentBindings[slot] = bindings[index];
        }
        return recentBindings[slot];
    }

    /** True if the record is of the kind that counts switches, so that a CPU's window ends with the last of them. */
    boolean counts(ByteBuffer buffer, int start, int size, int type) {
        if (type != RecordType.PERF_RECORD_SAMPLE) {
            return countsSwitchRecords && type == RecordType.PERF_RECORD_SWITCH_CPU_WIDE;
        }
        EventBinding binding = bindingOfSample(buffer, start, size);
        return binding != null && binding.kind == EventBinding.Kind.SWITCH;
    }

    /**
     * Decodes the record of {@code size} bytes at index {@code start}, whose time and CPU were read before; true if it is
     * of the kind that counts switches, as {@link #counts} says.
     */
    boolean deliver(ByteBuffer buffer, int start, int size, int type, long timeNs, int cpu) {
        if (type == RecordType.PERF_RECORD_SAMPLE) {
            return sample(buffer, start, size, timeNs, cpu);
        }
        if (hasCallchains) {
            mappings.take(buffer, start, size, type);
        }
        switch (type) {
            case RecordType.PERF_RECORD_SWITCH_CPU_WIDE -> switchRecord(buffer, start, size, timeNs, cpu, 8);
            case RecordType.PERF_RECORD_SWITCH -> switchRecord(buffer, start, size, timeNs, cpu, 0);
            case RecordType.PERF_RECORD_COMM -> {
                if ((buffer.getShort(start + 4) & RecordType.PERF_RECORD_MISC_COMM_EXEC) != 0 && size >= 16) {
                    sink.onExec(timeNs, cpu, buffer.getInt(start + 12), SchedSink.NO_TID);
                }
                comm(buffer, start, size, timeNs);
            }
            case RecordType.PERF_RECORD_FORK -> fork(buffer, start, size, timeNs, cpu);
            case RecordType.PERF_RECORD_EXIT -> exit(buffer, start, size, timeNs, cpu);
            case RecordType.PERF_RECORD_LOST -> lost(buffer, start, size, timeNs, cpu);
            default -> {
                // Other records say nothing about scheduling.
            }
        }
        return countsSwitchRecords && type == RecordType.PERF_RECORD_SWITCH_CPU_WIDE;
    }

    /** Decodes a record without a place in time: perf made it for what was there before (names and groups), or is old. */
    void deliverTimeless(ByteBuffer buffer, int start, int size, int type) {
        if (hasCallchains) {
            mappings.take(buffer, start, size, type);
        }
        if (type == RecordType.PERF_RECORD_COMM) {
            comm(buffer, start, size, 0);
        } else if (type == RecordType.PERF_RECORD_LOST && size >= 24) {
            // Without sample_id_all nobody knows where, but how many.
            lostRecords++;
            lostEvents = plus(lostEvents, buffer.getLong(start + 16));
        }
    }

    /** True if the sample is a sched_switch. */
    private boolean sample(ByteBuffer buffer, int start, int size, long timeNs, int cpu) {
        EventBinding b = bindingOfSample(buffer, start, size);
        if (b == null) {
            unknownIds++;
            return false;
        }
        int end = start + size;
        if (b.kind == EventBinding.Kind.NOT_SCHED) {
            malformed += b.other.deliver(buffer, start, end, timeNs, cpu, chain, sink) ? 0 : 1;
            return false;
        }
        int raw = b.raw(buffer, start, end);
        if (raw < 0) {
            malformed++;
            return false;
        }
        schedEvents++;
        if (b.layout.hasCallchain() && isTold(buffer, raw, b) && chain.read(buffer, start, end, b.layout)) {
            sink.onCallChain(timeNs, cpu, b.layout.tgid(buffer, start), chain);
        }
        int current = b.layout.tid >= 0 ? buffer.getInt(start + b.layout.tid + 4) : SchedSink.NO_TID;
        int tid = buffer.getInt(raw + b.tid);
        switch (b.kind) {
            case SWITCH -> {
                long state = b.wideState ? buffer.getLong(raw + b.state) : buffer.getInt(raw + b.state);
                sink.onSwitch(
                        timeNs,
                        cpu,
                        current,
                        tid,
                        name(buffer, raw, b.comm, end),
                        buffer.getInt(raw + b.prio),
                        b.stateDecoder.decode(state),
                        buffer.getInt(raw + b.otherTid),
                        name(buffer, raw, b.otherComm, end),
                        buffer.getInt(raw + b.otherPrio));
            }
            case WAKING -> {
                int flags = b.flags >= 0 ? buffer.get(raw + b.flags) : 0;
                sink.onWaking(timeNs, cpu, current, flags, tid, name(buffer, raw, b.comm, end), prio(buffer, raw, b));
            }
            case WAKEUP -> {
                if (isTold(buffer, raw, b)) {
                    sink.onWakeup(
                            timeNs,
                            cpu,
                            current,
                            tid,
                            name(buffer, raw, b.comm, end),
                            prio(buffer, raw, b),
                            cpu(buffer, raw, b.cpu));
                }
            }
            case WAKEUP_NEW ->
                sink.onWakeupNew(
                        timeNs,
                        cpu,
                        current,
                        tid,
                        name(buffer, raw, b.comm, end),
                        prio(buffer, raw, b),
                        cpu(buffer, raw, b.cpu));
            case MIGRATE ->
                sink.onMigrate(timeNs, cpu, current, tid, cpu(buffer, raw, b.cpu), cpu(buffer, raw, b.otherCpu));
            case FORK ->
                sink.onFork(timeNs, cpu, SchedSink.NO_TID, tid, SchedSink.NO_TID, buffer.getInt(raw + b.otherTid));
            case RUNTIME ->
                sink.onRuntime(timeNs, cpu, current, tid, b.runtime >= 0 ? buffer.getLong(raw + b.runtime) : 0);
            case NOT_SCHED -> throw new AssertionError("returned above");
        }
        return b.kind == EventBinding.Kind.SWITCH;
    }

    /** Kernels before 4.4 also trace wakeups that woke nobody, with success 0. */
    private static boolean isTold(ByteBuffer buffer, int raw, EventBinding b) {
        return b.kind != EventBinding.Kind.WAKEUP || b.success < 0 || buffer.getInt(raw + b.success) != 0;
    }

    private int name(ByteBuffer buffer, int raw, EventBinding.CommField field, int end) {
        return names.intern(
                EventBinding.commLow(buffer, raw, field, end), EventBinding.commHigh(buffer, raw, field, end));
    }

    private static int prio(ByteBuffer buffer, int raw, EventBinding b) {
        return b.prio >= 0 ? buffer.getInt(raw + b.prio) : -1;
    }

    private static int cpu(ByteBuffer buffer, int raw, int offset) {
        return offset >= 0 ? buffer.getInt(raw + offset) : SchedSink.NO_CPU;
    }

    /** {@code bodyBytes} lie between header and trailer: the other thread of a switch on a whole CPU, of a single task none. */
    private void switchRecord(ByteBuffer buffer, int start, int size, long timeNs, int cpu, int bodyBytes) {
        SampleLayout layout = layout(buffer, start, size, false);
        if (layout == null || layout.trailerTid < 0 || size < 8 + bodyBytes + layout.trailerBytes) {
            malformed++;
            return;
        }
        switchRecords++;
        int misc = buffer.getShort(start + 4);
        int tid = buffer.getInt(start + size - layout.trailerTid + 4);
        int other = bodyBytes > 0 ? buffer.getInt(start + 12) : SchedSink.NO_TID;
        if ((misc & RecordType.PERF_RECORD_MISC_SWITCH_OUT) != 0) {
            boolean preempt = (misc & RecordType.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0;
            sink.onSwitchOut(timeNs, cpu, tid, other, preempt);
        } else {
            sink.onSwitchIn(timeNs, cpu, tid, other);
        }
    }

    private void comm(ByteBuffer buffer, int start, int size, long timeNs) {
        SampleLayout layout = layout(buffer, start, size, false);
        int end = size - (layout == null ? 0 : layout.trailerBytes);
        if (end < 16) {
            malformed++;
            return;
        }
        int length = Math.min(16, end - 16);
        long low = EventBinding.bytes(buffer, start + 16, Math.min(8, length));
        long high = EventBinding.bytes(buffer, start + 24, Math.max(0, length - 8));
        sink.onName(timeNs, buffer.getInt(start + 8), buffer.getInt(start + 12), names.intern(low, high));
    }

    private void fork(ByteBuffer buffer, int start, int size, long timeNs, int cpu) {
        if (size < 32) {
            malformed++;
            return;
        }
        sink.onFork(
                timeNs,
                cpu,
                buffer.getInt(start + 12),
                buffer.getInt(start + 20),
                buffer.getInt(start + 8),
                buffer.getInt(start + 16));
    }

    /** As FORK: u32 pid, ppid, tid, ptid, u64 time. */
    private void exit(ByteBuffer buffer, int start, int size, long timeNs, int cpu) {
        if (size < 32) {
            malformed++;
            return;
        }
        sink.onExit(timeNs, cpu, buffer.getInt(start + 8), buffer.getInt(start + 16));
    }

    private void lost(ByteBuffer buffer, int start, int size, long timeNs, int cpu) {
        if (size < 24) {
            malformed++;
            return;
        }
        long count = buffer.getLong(start + 16);
        lostRecords++;
        lostEvents = plus(lostEvents, count);
        sink.onLost(timeNs, cpu, count);
    }

    /** PERF_RECORD_LOST_SAMPLES: sums by event, of the same losses that LOST notes by place. */
    void lostSamples(ByteBuffer buffer, int start, int size) {
        if (size < 16) {
            malformed++;
        } else if ((buffer.getShort(start + 4) & RecordType.PERF_RECORD_MISC_LOST_SAMPLES_BPF) == 0) {
            lostSamples = plus(lostSamples, buffer.getLong(start + 8));
        }
    }

    /** Sum of counts; the largest there is where a damaged u64 exceeds it. */
    private static long plus(long sum, long count) {
        return count < 0 || sum + count < 0 ? Long.MAX_VALUE : sum + count;
    }
}
