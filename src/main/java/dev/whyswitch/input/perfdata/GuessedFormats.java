package dev.whyswitch.input.perfdata;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of a recording's tracepoints is sched_switch, when the event formats are missing: perf was killed, or the file was
 * cut before them. Told by content, on the layout that 64-bit kernels since 4.15 have: RAW of 68 bytes with two task names
 * of 16, and a prev_pid that is the sample's own thread.
 */
final class GuessedFormats {
    /** include/trace/events/sched.h since Linux 4.15, as tracefs prints it; the id is the recording's own. */
    private static final String SWITCH = """
            name: sched_switch
            ID: %d
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
            \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;
            \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
            \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
            \tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;
            \tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;
            \tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;
            \tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;
            \tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;
            """;

    private static final int SWITCH_RAW_BYTES = 68;
    private static final int PREV_COMM = 8;
    private static final int PREV_PID = 24;
    private static final int NEXT_COMM = 40;
    private static final int COMM_BYTES = 16;

    /** An event's id is the u16 common_type of its records. */
    private static final int MAX_ID = 0xFFFF;

    /** How many samples are looked at. */
    private static final long SAMPLES = 100_000;

    /** An event is taken for sched_switch if at least this share of its samples looks like it. */
    private static final double SHARE = 0.99;

    private GuessedFormats() {}

    /**
     * The format of the event that looks like sched_switch, by event id; empty if none does.
     *
     * @param events all events of the recording, in the order of their attributes
     */
    static Map<Integer, TracepointFormat> of(RecordPart part, List<EventAttr> events) throws PerfDataException {
        InputFile file = part.file();
        long to = part.to();
        Map<Long, EventAttr> byId = new HashMap<>();
        events.forEach(attr -> attr.ids().forEach(id -> byId.put(id, attr)));
        Map<EventAttr, SampleLayout> layouts = new HashMap<>();
        events.forEach(attr -> layouts.put(attr, new SampleLayout(attr)));
        Map<EventAttr, long[]> seenAndAlike = new HashMap<>();
        int idAt = layouts.get(events.get(0)).id;
        long samples = 0;
        for (long at = part.from(); at + 8 <= to && samples < SAMPLES; ) {
            long next = RecordType.next(file, at, to);
            if (next < 0) {
                break;
            }
            if (file.i32(at) == RecordType.PERF_RECORD_SAMPLE) {
                samples++;
                EventAttr attr = events.get(0);
                if (events.size() > 1 && idAt >= 0 && at + idAt + 8 <= next) {
                    attr = byId.getOrDefault(file.i64(at + idAt), attr);
                }
                if (attr.isTracepoint()) {
                    long[] counts = seenAndAlike.computeIfAbsent(attr, key -> new long[2]);
                    counts[0]++;
                    counts[1] += isAlike(file, at, next, layouts.get(attr)) ? 1 : 0;
                }
            }
            at = next;
        }
        for (Map.Entry<EventAttr, long[]> event : seenAndAlike.entrySet()) {
            long[] counts = event.getValue();
            int id = (int) event.getKey().config();
            if (event.getKey().config() == (id & MAX_ID) && counts[1] > 0 && counts[1] >= SHARE * counts[0]) {
                return Map.of(
                        id,
                        TracepointFormat.parse("sched", SWITCH.replace("%d", Integer.toString(id)))
                                .orElseThrow());
            }
        }
        return Map.of();
    }

    private static boolean isAlike(InputFile file, long at, long next, SampleLayout layout) throws PerfDataException {
        ByteBuffer buffer = file.slice(at, next - at);
        int end = (int) (next - at);
        int raw = layout.hasRaw() && end >= layout.fixedEnd ? layout.rawIndex(buffer, 0, end) : -1;
        if (raw < 0 || raw + 4 + SWITCH_RAW_BYTES > end || buffer.getInt(raw) != SWITCH_RAW_BYTES) {
            return false;
        }
        int prev = buffer.getInt(raw + 4 + PREV_PID);
        int current = layout.tid >= 0 ? buffer.getInt(layout.tid + 4) : prev;
        return (prev == current || current < 0)
                && isName(buffer, raw + 4 + PREV_COMM)
                && isName(buffer, raw + 4 + NEXT_COMM);
    }

    /** A task name: something, and a NUL within its 16 bytes. */
    private static boolean isName(ByteBuffer buffer, int at) {
        for (int i = 0; i < COMM_BYTES; i++) {
            int b = buffer.get(at + i) & 0xFF;
            if (b == 0) {
                return i > 0;
            }
            if (b < ' ') {
                return false;
            }
        }
        return false;
    }
}
