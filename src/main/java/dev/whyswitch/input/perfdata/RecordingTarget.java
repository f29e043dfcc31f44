package dev.whyswitch.input.perfdata;

import java.util.List;

/**
 * Whether whole CPUs were recorded (perf with -a or -C) or single tasks (a command, -p, -t). The header does not say;
 * these do, the first that is there:
 *
 * <pre>
 * ID_INDEX         u64 count, then {u64 id, idx, cpu, tid} each: tid is -1 for an event that counts all that runs on its CPU
 * THREAD_MAP       u64 count, then {u64 pid, char comm[16]} each: a single pid of -1
 * SWITCH           of a single task; SWITCH_CPU_WIDE of a whole CPU
 * enable_on_exec   perf sets it if nothing but a command was named
 * </pre>
 */
final class RecordingTarget {
    private static final long WHOLE_CPU = -1;

    /** How many records of a file are looked at: perf writes its own first, unless told to write them last. */
    private static final long RECORDS = 1_000_000;

    private enum Target {
        CPUS,
        TASKS,
        UNTOLD
    }

    private RecordingTarget() {}

    static boolean isSingleTasks(List<RecordPart> parts, List<EventAttr> events) throws PerfDataException {
        for (RecordPart part : parts) {
            Target target = of(part);
            if (target != Target.UNTOLD) {
                return target == Target.TASKS;
            }
        }
        boolean namesCpus = events.stream().allMatch(attr -> (attr.sampleType() & SampleLayout.PERF_SAMPLE_CPU) != 0);
        return !namesCpus || events.stream().anyMatch(EventAttr::enableOnExec);
    }

    private static Target of(RecordPart part) throws PerfDataException {
        InputFile file = part.file();
        long at = part.from();
        for (long records = 0; records < RECORDS && at + 8 <= part.to(); records++) {
            long next = RecordType.next(file, at, part.to());
            if (next < 0) {
                break;
            }
            Target target = of(file, at, file.u16(at + 6));
            if (target != Target.UNTOLD) {
                return target;
            }
            at = next;
        }
        return Target.UNTOLD;
    }

    private static Target of(InputFile file, long at, int size) throws PerfDataException {
        return switch (file.i32(at)) {
            case RecordType.PERF_RECORD_ID_INDEX -> size >= 48 ? ofTid(file.i64(at + 40)) : Target.UNTOLD;
            case RecordType.PERF_RECORD_THREAD_MAP -> size >= 40 ? ofTid(file.i64(at + 16)) : Target.UNTOLD;
            case RecordType.PERF_RECORD_SWITCH -> Target.TASKS;
            case RecordType.PERF_RECORD_SWITCH_CPU_WIDE -> Target.CPUS;
            default -> Target.UNTOLD;
        };
    }

    private static Target ofTid(long tid) {
        return tid == WHOLE_CPU ? Target.CPUS : Target.TASKS;
    }
}
