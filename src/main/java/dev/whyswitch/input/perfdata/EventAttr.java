package dev.whyswitch.input.perfdata;

import java.util.List;

/**
 * One {@code struct perf_event_attr} (include/uapi/linux/perf_event.h) with the ids of its counters. Only what a reader
 * of scheduler events needs.
 *
 * @param type PERF_TYPE_*
 * @param config for a tracepoint: the kernel's event id
 * @param samplePeriod one of so many events is sampled; if {@link #isRate}, so many a second
 * @param sampleType PERF_SAMPLE_* bits
 * @param readFormat PERF_FORMAT_* bits
 * @param flags the bit field after read_format, bit 0 = {@code disabled}, whatever the byte order of the file
 * @param clockId clock if {@link #useClockId}
 * @param ids counter ids, as samples carry them
 */
record EventAttr(
        int type,
        long config,
        long samplePeriod,
        long sampleType,
        long readFormat,
        long flags,
        int clockId,
        List<Long> ids) {
    static final int PERF_TYPE_TRACEPOINT = 2;

    private static final int BIT_FREQ = 10;
    private static final int BIT_ENABLE_ON_EXEC = 12;
    private static final int BIT_SAMPLE_ID_ALL = 18;
    private static final int BIT_USE_CLOCKID = 25;
    private static final int BIT_CONTEXT_SWITCH = 26;
    private static final int BIT_WRITE_BACKWARD = 27;

    /** Size of the first published version, and what a size of 0 means. */
    private static final int PERF_ATTR_SIZE_VER0 = 64;

    private static final int OFFSET_SIZE = 4;
    private static final int OFFSET_CONFIG = 8;
    private static final int OFFSET_SAMPLE_PERIOD = 16;
    private static final int OFFSET_SAMPLE_TYPE = 24;
    private static final int OFFSET_READ_FORMAT = 32;
    private static final int OFFSET_FLAGS = 40;
    private static final int OFFSET_CLOCKID = 92;

    /**
     * Reads the attr at {@code offset}, of which at most {@code room} bytes belong to it. Bytes of a newer kernel behind
     * those that are known are not looked at.
     */
    static EventAttr read(InputFile file, long offset, long room, boolean bigEndian, List<Long> ids)
            throws PerfDataException {
        long size = file.u32(offset + OFFSET_SIZE);
        if (size == 0) {
            size = PERF_ATTR_SIZE_VER0;
        }
        size = Math.min(size, room);
        if (size < PERF_ATTR_SIZE_VER0) {
            throw new PerfDataException(
                    file.name(), offset, "event attribute of " + size + " bytes; the smallest there is has 64");
        }
        long flags = file.i64(offset + OFFSET_FLAGS);
        // C bit fields begin at the lowest bit on little-endian machines and at the highest on big-endian ones.
        flags = bigEndian ? Long.reverse(flags) : flags;
        return new EventAttr(
                file.i32(offset),
                file.i64(offset + OFFSET_CONFIG),
                file.i64(offset + OFFSET_SAMPLE_PERIOD),
                file.i64(offset + OFFSET_SAMPLE_TYPE),
                file.i64(offset + OFFSET_READ_FORMAT),
                flags,
                size >= OFFSET_CLOCKID + 4 ? file.i32(offset + OFFSET_CLOCKID) : 0,
                ids);
    }

    boolean isTracepoint() {
        return type == PERF_TYPE_TRACEPOINT;
    }

    /** {@link #samplePeriod} is a rate ({@code attr.freq}). */
    boolean isRate() {
        return (flags >>> BIT_FREQ & 1) != 0;
    }

    /** The event was switched on by the execve of a command that perf started. */
    boolean enableOnExec() {
        return (flags >>> BIT_ENABLE_ON_EXEC & 1) != 0;
    }

    /** Non-sample records carry tid, time and CPU. */
    boolean sampleIdAll() {
        return (flags >>> BIT_SAMPLE_ID_ALL & 1) != 0;
    }

    boolean useClockId() {
        return (flags >>> BIT_USE_CLOCKID & 1) != 0;
    }

    /** The ring buffer was filled from its end: its newest record comes first. */
    boolean writeBackward() {
        return (flags >>> BIT_WRITE_BACKWARD & 1) != 0;
    }

    /** PERF_RECORD_SWITCH or SWITCH_CPU_WIDE records were asked for. */
    boolean contextSwitch() {
        return (flags >>> BIT_CONTEXT_SWITCH & 1) != 0;
    }
}
