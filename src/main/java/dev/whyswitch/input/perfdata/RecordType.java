package dev.whyswitch.input.perfdata;

/**
 * Record types and misc bits: include/uapi/linux/perf_event.h enum perf_event_type up to 63, tools/lib/perf/include/perf/
 * event.h enum perf_user_event_type from 64 on.
 */
final class RecordType {
    static final int PERF_RECORD_MMAP = 1;
    static final int PERF_RECORD_LOST = 2;
    static final int PERF_RECORD_COMM = 3;
    static final int PERF_RECORD_EXIT = 4;
    static final int PERF_RECORD_FORK = 7;
    static final int PERF_RECORD_SAMPLE = 9;
    static final int PERF_RECORD_MMAP2 = 10;
    static final int PERF_RECORD_LOST_SAMPLES = 13;
    static final int PERF_RECORD_SWITCH = 14;
    static final int PERF_RECORD_SWITCH_CPU_WIDE = 15;

    /** Last type of the kernel that is known here: PERF_RECORD_CALLCHAIN_DEFERRED (Linux 6.18). */
    static final int LAST_KERNEL_TYPE = 22;

    /** First type that perf itself writes. */
    static final int FIRST_USER_TYPE = 64;

    static final int PERF_RECORD_HEADER_ATTR = 64;
    static final int PERF_RECORD_HEADER_TRACING_DATA = 66;
    static final int PERF_RECORD_FINISHED_ROUND = 68;
    static final int PERF_RECORD_ID_INDEX = 69;
    static final int PERF_RECORD_AUXTRACE = 71;
    static final int PERF_RECORD_THREAD_MAP = 73;
    static final int PERF_RECORD_EVENT_UPDATE = 78;
    static final int PERF_RECORD_HEADER_FEATURE = 80;
    static final int PERF_RECORD_COMPRESSED = 81;
    static final int PERF_RECORD_COMPRESSED2 = 83;

    /** Last type of perf that is known here: PERF_RECORD_SCHEDSTAT_DOMAIN (perf 6.16). */
    static final int LAST_USER_TYPE = 86;

    static final int PERF_RECORD_MISC_COMM_EXEC = 1 << 13;
    static final int PERF_RECORD_MISC_SWITCH_OUT = 1 << 13;
    static final int PERF_RECORD_MISC_SWITCH_OUT_PREEMPT = 1 << 14;

    /** These samples were dropped by a BPF filter, as asked, not lost. */
    static final int PERF_RECORD_MISC_LOST_SAMPLES_BPF = 1 << 15;

    /** Where the formats begin in a TRACING_DATA record that holds them. */
    static final int TRACING_DATA_OFFSET = 12;

    private RecordType() {}

    static boolean isKernel(int type) {
        return type >= 1 && type <= LAST_KERNEL_TYPE;
    }

    static boolean isCompressed(int type) {
        return type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2;
    }

    static boolean isKnown(int type) {
        return isKernel(type) || (type >= FIRST_USER_TYPE && type <= LAST_USER_TYPE);
    }

    /**
     * Offset behind the record at {@code at}, payload that follows it included; -1 if the record is no record: its size is
     * below 8 or it reaches beyond {@code end}.
     */
    static long next(InputFile file, long at, long end) throws PerfDataException {
        return next(file, at, end, file.i32(at), file.u16(at + 6));
    }

    /** As above, for a record whose {@code type} and {@code headerSize} were read already. */
    static long next(InputFile file, long at, long end, int type, int headerSize) throws PerfDataException {
        long size = headerSize;
        long behind = 0;
        if (type == PERF_RECORD_COMPRESSED2 && at + 16 <= end) {
            // header.size is 16 bits wide and overflows; the size of the payload does not.
            size = 16;
            behind = roundUp(file.i64(at + 8));
        } else if (type == PERF_RECORD_HEADER_TRACING_DATA && at + 12 <= end) {
            behind = holdsTracingData(file, at, headerSize) ? 0 : file.u32(at + 8);
        } else if (type == PERF_RECORD_AUXTRACE && at + 16 <= end) {
            behind = file.i64(at + 8);
        }
        boolean fits = size >= 8 && size <= end - at && behind >= 0 && behind <= end - at - size;
        return fits ? at + size + behind : -1;
    }

    /**
     * True if a TRACING_DATA record has the formats inside: u32 size, and as many bytes padded to 64, as simpleperf writes it
     * (simpleperf/record.cpp, TracingDataRecord). The size of perf's record is 12 or 16, the formats lie behind it.
     */
    static boolean holdsTracingData(InputFile file, long at, int headerSize) throws PerfDataException {
        long bytes = file.u32(at + 8);
        return bytes > 0 && headerSize == TRACING_DATA_OFFSET + (bytes + 63 & -64L);
    }

    /** To the next multiple of 8; negative stays negative. */
    private static long roundUp(long bytes) {
        return (bytes + 7) & -8L;
    }
}
