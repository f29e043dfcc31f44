package dev.whyswitch.input.perfdata;

import dev.whyswitch.column.LongColumn;
import dev.whyswitch.column.LongIntMap;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the records of `perf record --overwrite` into the order of time. Such an event's ring buffer is written from its end
 * to its beginning (perf_event_attr.write_backward, kernel/events/ring_buffer.c: perf_output_begin_backward), and perf
 * writes it to the file as it lies (tools/perf/util/mmap.c: perf_mmap__push): the newest record first.
 *
 * <p>A run of such records of one CPU is turned around; it ends where a time is later than the one before, which only another
 * run can hold. Other events of the same recording have buffers of their own, in the usual order: they become a part of
 * their own.
 */
final class BackwardRecords {
    private static final int HEADER_BYTES = 8;

    private final InputFile file;
    private final EventAttr[] attrs;
    private final SampleLayout[] layouts;
    private final LongIntMap attrOfId = new LongIntMap();

    /** Offsets and ends of the run at hand, newest first. */
    private final LongColumn starts = new LongColumn(1 << 12);

    private final LongColumn ends = new LongColumn(1 << 12);
    private int runLength;
    private int runCpu;
    private long runTimeNs;

    private BackwardRecords(InputFile file, List<EventAttr> events) {
        this.file = file;
        attrs = events.toArray(EventAttr[]::new);
        layouts = events.stream().map(SampleLayout::new).toArray(SampleLayout[]::new);
        for (int i = 0; i < attrs.length; i++) {
            for (long id : attrs[i].ids()) {
                attrOfId.put(id, i);
            }
        }
    }

    /** True if a recording of {@code events} holds such records. */
    static boolean areIn(List<EventAttr> events) {
        return events.stream().anyMatch(EventAttr::writeBackward);
    }

    /** What {@code part} holds, as two parts: the records that were in order, and those that were turned around. */
    static List<RecordPart> turn(RecordPart part, List<EventAttr> events, ByteOrder order) throws IOException {
        InputFile file = part.file();
        List<RecordPart> parts = new ArrayList<>();
        try (Spool forward = new Spool(file.name());
                Spool backward = new Spool(file.name() + " (turned around)")) {
            new BackwardRecords(file, events).copy(part.from(), part.to(), forward, backward);
            for (Spool spool : List.of(forward, backward)) {
                InputFile turned = spool.finish();
                turned.order(order);
                parts.add(new RecordPart(turned, 0, turned.size(), part.unfinished()));
            }
        }
        return parts;
    }

    private void copy(long from, long to, Spool forward, Spool backward) throws IOException {
        long at = from;
        while (at + HEADER_BYTES <= to) {
            long next = RecordType.next(file, at, to);
            if (next < 0) {
                break;
            }
            int attr = RecordType.isKernel(file.i32(at)) ? attrOf(at, next) : -1;
            if (attr < 0 || !attrs[attr].writeBackward() || !append(at, next, layouts[attr], backward)) {
                forward.copy(file, at, next);
            }
            at = next;
        }
        writeRun(backward);
        forward.copy(file, at, to);
    }

    /** Index of the attribute whose buffer the record comes from; -1 for a record that perf made, or a damaged one. */
    private int attrOf(long at, long next) throws PerfDataException {
        boolean sample = file.i32(at) == RecordType.PERF_RECORD_SAMPLE;
        int idAt = sample ? layouts[0].id : layouts[0].trailerId;
        if (attrs.length == 1 || idAt < 0) {
            return 0;
        }
        if (next - at < HEADER_BYTES + (sample ? idAt : layouts[0].trailerBytes)) {
            return -1;
        }
        return attrOfId.get(file.i64(sample ? at + idAt : next - idAt));
    }

    /** Adds a record to the run at hand or begins another one; false if the record has no time and CPU. */
    private boolean append(long at, long next, SampleLayout layout, Spool backward) throws IOException {
        boolean sample = file.i32(at) == RecordType.PERF_RECORD_SAMPLE;
        boolean placed =
                sample ? layout.time >= 0 && layout.cpu >= 0 : layout.trailerTime >= 0 && layout.trailerCpu >= 0;
        if (!placed || next - at < (sample ? layout.fixedEnd : HEADER_BYTES + layout.trailerBytes)) {
            return false;
        }
        long timeNs = file.i64(sample ? at + layout.time : next - layout.trailerTime);
        int cpu = file.i32(sample ? at + layout.cpu : next - layout.trailerCpu);
        if (timeNs <= 0) {
            return false;
        }
        if (runLength > 0 && (cpu != runCpu || timeNs > runTimeNs)) {
            writeRun(backward);
        }
        runCpu = cpu;
        runTimeNs = timeNs;
        starts.set(runLength, at);
        ends.set(runLength, next);
        runLength++;
        return true;
    }

    private void writeRun(Spool backward) throws IOException {
        while (runLength > 0) {
            runLength--;
            backward.copy(file, starts.get(runLength), ends.get(runLength));
        }
    }
}
