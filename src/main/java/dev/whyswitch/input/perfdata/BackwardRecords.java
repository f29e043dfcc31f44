package dev.whyswitch.input.perfdata;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.LongColumn;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records of `perf record --overwrite` in the order in which they were made. The kernel fills such a ring buffer from its
 * end towards its start (attr.write_backward), so that the newest record is always the first that a reader finds: in the
 * file each buffer's newest record comes first. Here they come behind the other events' records, all the other way round.
 */
final class BackwardRecords {
    private static final int HEADER_BYTES = 8;

    /** Read at once, since records are wanted from the last to the first. */
    private static final int CHUNK_BYTES = 1 << 20;

    private final InputFile file;
    private final boolean all;
    private final Map<Long, EventAttr> byId = new HashMap<>();
    private final EventAttr first;
    private final SampleLayout layout;

    private BackwardRecords(InputFile file, List<EventAttr> events) {
        this.file = file;
        this.all = events.stream().allMatch(EventAttr::writeBackward);
        this.first = events.get(0);
        this.layout = new SampleLayout(first);
        events.forEach(attr -> attr.ids().forEach(id -> byId.put(id, attr)));
    }

    /** True if one of {@code events} was written backward. */
    static boolean areIn(List<EventAttr> events) {
        return events.stream().anyMatch(EventAttr::writeBackward);
    }

    /** The records of {@code part}, oldest first. */
    static InputFile turn(RecordPart part, List<EventAttr> events, ByteOrder order) throws IOException {
        try (Spool spool = new Spool(part.file().name() + " (turned)")) {
            new BackwardRecords(part.file(), events).copy(part, spool);
            InputFile turned = spool.finish();
            turned.order(order);
            return turned;
        }
    }

    private void copy(RecordPart part, Spool spool) throws IOException {
        LongColumn backward = new LongColumn(1 << 12);
        IntColumn sizes = new IntColumn(1 << 12, 0);
        int count = 0;
        long at = part.from();
        while (at + HEADER_BYTES <= part.to()) {
            long next = RecordType.next(file, at, part.to());
            if (next < 0) {
                break;
            }
            if (isBackward(at, next)) {
                sizes.set(count, (int) (next - at));
                backward.set(count++, at);
            } else if (next - at <= InputFile.MAX_RECORD_BYTES) {
                spool.write(file.slice(at, next - at));
            }
            at = next;
        }
        FileWindow window = file.window(CHUNK_BYTES);
        long loadedFrom = Long.MAX_VALUE;
        while (count > 0) {
            long record = backward.get(--count);
            int size = sizes.get(count);
            if (record < loadedFrom) {
                long end = record + size;
                loadedFrom = Math.max(part.from(), end - window.capacity());
                window.index(loadedFrom, (int) (end - loadedFrom), end);
            }
            spool.write(window.buffer().slice(window.indexOfLoaded(record), size));
        }
        // The end of a recording that was cut: not a whole record, which the reader counts.
        spool.write(file.slice(at, Math.min(part.to() - at, InputFile.MAX_RECORD_BYTES)));
    }

    private boolean isBackward(long at, long next) throws PerfDataException {
        int type = file.i32(at);
        if (!RecordType.isKernel(type)) {
            return false;
        }
        if (all) {
            return true;
        }
        long size = next - at;
        boolean sample = type == RecordType.PERF_RECORD_SAMPLE;
        long idAt = sample ? layout.id : layout.trailerId < 0 ? -1 : size - layout.trailerId;
        boolean hasId = idAt >= HEADER_BYTES && idAt + 8 <= size;
        return (hasId ? byId.getOrDefault(file.i64(at + idAt), first) : first).writeBackward();
    }
}
