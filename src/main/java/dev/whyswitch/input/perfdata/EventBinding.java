package dev.whyswitch.input.perfdata;

import dev.whyswitch.input.perfdata.TracepointFormat.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How the samples of one event are decoded: which scheduler event it is and where its fields lie in RAW, taken from the
 * format text in the file. Made once per event attribute.
 */
final class EventBinding {
    enum Kind {
        NOT_SCHED,
        SWITCH,
        WAKING,
        WAKEUP,
        WAKEUP_NEW,
        MIGRATE,
        FORK,
        RUNTIME
    }

    /** The field is not in the format. */
    static final int ABSENT = -1;

    final Kind kind;
    final SampleLayout layout;
    /** How the event is decoded if it is NOT_SCHED. */
    final OtherEvent other;
    /** Bytes of RAW that the fields need. */
    private int rawBytes;

    /** Thread that the event is about; prev_pid of a switch, parent_pid of a fork. */
    final int tid;

    final int prio;
    final CommField comm;
    final int state;
    final boolean wideState;
    final StateDecoder stateDecoder;
    /** next_pid of a switch, child_pid of a fork. */
    final int otherTid;

    final int otherPrio;
    final CommField otherComm;
    /** target_cpu, orig_cpu. */
    final int cpu;
    /** dest_cpu. */
    final int otherCpu;
    /** runtime, u64. */
    final int runtime;

    final int flags;
    final int success;

    /**
     * Where a task name lies.
     *
     * @param offset of 16 bytes, or of a __data_loc or __rel_loc word; ABSENT
     * @param dataLoc a word tells where the name lies
     * @param base what that word counts from, as an offset in RAW
     */
    record CommField(int offset, boolean dataLoc, int base) {
        /** The field {@code name} of {@code format}. */
        static CommField of(TracepointFormat format, String name) {
            Field field = format.field(name).orElse(null);
            if (field == null) {
                return new CommField(ABSENT, false, 0);
            }
            return switch (field.location()) {
                case HERE -> new CommField(field.size() < 16 ? ABSENT : field.offset(), false, 0);
                case DATA_LOC -> new CommField(field.offset(), true, 0);
                case REL_LOC -> new CommField(field.offset(), true, field.offset() + 4);
            };
        }

        /** Bytes of RAW that the field needs. */
        int rawBytes() {
            return offset == ABSENT ? 0 : offset + (dataLoc ? 4 : 16);
        }
    }

    /** A binding of {@code attr}; {@code format} is null where the file has none for it. */
    EventBinding(String file, EventAttr attr, TracepointFormat format, OtherEvent other) throws PerfDataException {
        this.other = other;
        layout = new SampleLayout(attr);
        kind = attr.isTracepoint() && format != null && layout.hasRaw() ? kindOf(format) : Kind.NOT_SCHED;
        TracepointFormat f = kind == Kind.NOT_SCHED ? TracepointFormat.EMPTY : format;
        boolean isSwitch = kind == Kind.SWITCH;
        boolean isFork = kind == Kind.FORK;
        tid = intField(file, f, isSwitch ? "prev_pid" : (isFork ? "parent_pid" : "pid"), kind != Kind.NOT_SCHED);
        prio = intField(file, f, isSwitch ? "prev_prio" : "prio", isSwitch);
        comm = commField(f, isSwitch ? "prev_comm" : "comm");
        Field stateField = f.field("prev_state").orElse(null);
        state = stateField == null ? ABSENT : stateField.offset();
        wideState = stateField != null && stateField.size() == 8;
        if (isSwitch && (stateField == null || (!wideState && stateField.size() != 4))) {
            throw new PerfDataException(file, "sched_switch has no prev_state of 4 or 8 bytes in its format");
        }
        need(state, wideState ? 8 : 4);
        stateDecoder = StateDecoder.of(f.printFormat());
        otherTid = intField(file, f, isFork ? "child_pid" : "next_pid", isSwitch || isFork);
        otherPrio = intField(file, f, "next_prio", isSwitch);
        otherComm = commField(f, "next_comm");
        cpu = intField(file, f, kind == Kind.MIGRATE ? "orig_cpu" : "target_cpu", false);
        otherCpu = intField(file, f, "dest_cpu", false);
        runtime = f.field("runtime").map(Field::offset).orElse(ABSENT);
        need(runtime, 8);
        flags = f.field("common_flags").map(Field::offset).orElse(ABSENT);
        need(flags, 1);
        success = intField(file, f, "success", false);
    }

    private static Kind kindOf(TracepointFormat format) {
        return switch (format.fullName()) {
            case "sched:sched_switch" -> Kind.SWITCH;
            case "sched:sched_waking" -> Kind.WAKING;
            case "sched:sched_wakeup" -> Kind.WAKEUP;
            case "sched:sched_wakeup_new" -> Kind.WAKEUP_NEW;
            case "sched:sched_migrate_task" -> Kind.MIGRATE;
            case "sched:sched_process_fork" -> Kind.FORK;
            case "sched:sched_stat_runtime" -> Kind.RUNTIME;
            default -> Kind.NOT_SCHED;
        };
    }

    private int intField(String file, TracepointFormat format, String name, boolean required) throws PerfDataException {
        Field field = format.field(name).orElse(null);
        if (field == null) {
            if (required) {
                throw new PerfDataException(file, format.fullName() + " has no field " + name + " in its format");
            }
            return ABSENT;
        }
        if (field.size() != 4) {
            throw new PerfDataException(
                    file, format.fullName() + ": field " + name + " has " + field.size() + " bytes, expected 4");
        }
        need(field.offset(), 4);
        return field.offset();
    }

    private CommField commField(TracepointFormat format, String name) {
        CommField field = CommField.of(format, name);
        rawBytes = Math.max(rawBytes, field.rawBytes());
        return field;
    }

    private void need(int offset, int bytes) {
        if (offset != ABSENT) {
            rawBytes = Math.max(rawBytes, offset + bytes);
        }
    }

    /**
     * Index in {@code buffer} of the first byte of RAW, or -1 if the sample is too short for the event's fields.
     *
     * @param start index of the sample
     * @param end index behind it
     */
    int raw(ByteBuffer buffer, int start, int end) {
        int size = layout.hasFixedRaw() ? start + layout.fixedEnd : layout.rawIndex(buffer, start, end);
        if (size < 0 || size + 4 + rawBytes > end || buffer.getInt(size) < rawBytes) {
            return -1;
        }
        return size + 4;
    }

    /** Low 8 bytes of a name at {@code raw}, little-endian. */
    static long commLow(ByteBuffer buffer, int raw, CommField field, int end) {
        return word(buffer, raw, field, 0, end);
    }

    /** High 8 bytes, as {@link #commLow}. */
    static long commHigh(ByteBuffer buffer, int raw, CommField field, int end) {
        return word(buffer, raw, field, 8, end);
    }

    private static long word(ByteBuffer buffer, int raw, CommField field, int skip, int end) {
        if (field.offset == ABSENT) {
            return 0;
        }
        int at = raw + field.offset + skip;
        int length = 8;
        if (field.dataLoc) {
            int location = buffer.getInt(raw + field.offset);
            at = raw + field.base + (location & 0xFFFF) + skip;
            length = Math.min(8, (location >>> 16) - skip);
            if (at + length > end) {
                return 0;
            }
        }
        return bytes(buffer, at, length);
    }

    /** Up to 8 bytes at {@code at} as a little-endian word, whatever the order of {@code buffer}. */
    static long bytes(ByteBuffer buffer, int at, int length) {
        if (length == 8) {
            long word = buffer.getLong(at);
            return buffer.order() == ByteOrder.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (buffer.get(at + i) & 0xFFL) << (8 * i);
        }
        return word;
    }
}
