package dev.whyswitch.input.perfdata;

/**
 * Record types and misc bits: include/uapi/linux/perf_event.h enum perf_event_type up to 63, tools/lib/perf/include/perf/
 * event.h enum perf_user_event_type from 64 on.
 */
final class RecordType {
    static final int PERF_RECORD_LOST = 2;
    static final int PERF_RECORD_COMM = 3;
    static final int PERF_RECORD_FORK = 7;
    static final int PERF_RECORD_SAMPLE = 9;
    static final int PERF_RECORD_LOST_SAMPLES = 13;
    static final int PERF_RECORD_SWITCH_CPU_WIDE = 15;

    /** Last type of the kernel that is known here: PERF_RECORD_CALLCHAIN_DEFERRED (Linux 6.18). */
    static final int LAST_KERNEL_TYPE = 22;

    /** First type that perf itself writes. */
    static final int FIRST_USER_TYPE = 64;

    static final int PERF_RECORD_HEADER_TRACING_DATA = 66;
    static final int PERF_RECORD_FINISHED_ROUND = 68;
    static final int PERF_RECORD_ID_INDEX = 69;
    static final int PERF_RECORD_AUXTRACE = 71;
    static final int PERF_RECORD_COMPRESSED = 81;
    static final int PERF_RECORD_COMPRESSED2 = 83;

    /** Last type of perf that is known here: PERF_RECORD_SCHEDSTAT_DOMAIN (perf 6.16). */
    static final int LAST_USER_TYPE = 86;

    static final int PERF_RECORD_MISC_SWITCH_OUT = 1 << 13;
    static final int PERF_RECORD_MISC_SWITCH_OUT_PREEMPT = 1 << 14;

    /** These samples were dropped by a BPF filter, as asked, not lost. */
    static final int PERF_RECORD_MISC_LOST_SAMPLES_BPF = 1 << 15;

    private RecordType() {}

    static boolean isKernel(int type) {
        return type >= 1 && type <= LAST_KERNEL_TYPE;
    }

    static boolean isKnown(int type) {
        return isKernel(type) || (type >= FIRST_USER_TYPE && type <= LAST_USER_TYPE);
    }
}
