package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TraceQuality;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scans the data section once and hands its records on in time order.
 *
 * <p>The file holds, ring buffer by ring buffer, pieces that are each in order. A PERF_RECORD_FINISHED_ROUND promises that
 * nothing older than the newest record of the round before it will follow (tools/perf/util/ordered-events.c), so up to
 * there the CPUs' records are merged, keyed by file and CPU, with a binary heap. What waits is kept as runs of offsets, not as
 * records: memory grows with the pieces of two rounds. A file without rounds is merged as one, and so are the files of a
 * directory, in which perf marks no rounds.
 *
 * <p>Records of one CPU keep their order in the file even if their times step back. Such a record is counted and handed on
 * with the time of the one before it, so that a sink never sees time go back. Records that perf wrote twice
 * ({@link RepeatedRecords}) are handed on once.
 */
final class RecordMerger {
    private static final int HEADER_BYTES = 8;

    /** Read at once of one CPU's records, and where there are many such streams, so that memory stays bounded. */
    private static final int STREAM_BYTES = 1 << 16;

    private static final int MANY_STREAMS = 512;
    private static final int STREAM_BYTES_OF_MANY = 1 << 13;

    /** CPUs are numbered below this (CONFIG_NR_CPUS of any architecture); a larger number is a damaged record. */
    private static final int MAX_CPUS = 1 << 13;

    private final List<RecordPart> parts;
    private final RecordDecoder decoder;
    private final SchedSink sink;

    /** The file that is being scanned, and what was scanned of it last. */
    private InputFile file;

    private ScannedWindows scanned;

    /** Streams of the file that is being scanned, by CPU. */
    private CpuStream[] streams = new CpuStream[8];

    /** Streams of its records that name no CPU. */
    private SortedRuns runs;

    private RepeatedRecords repeated;

    /** End of its records. */
    private long partEnd;

    private final List<CpuStream> allStreams = new ArrayList<>();
    private CpuStream[] heap = new CpuStream[8];
    private int heapSize;
    private long newestNs = Long.MIN_VALUE;
    private long newestOfRoundBeforeNs = Long.MIN_VALUE;
    private long deliveredNs = Long.MIN_VALUE;
    /** Largest time of the records of one stream that are looked at so far, or delivered before. */
    private long newestOfStreamNs;

    private long records;
    private long unknownRecords;
    private long backwardsTimes;
    private long malformed;
    private long foreignBytes;
    private long recordBytes;
    /** Records in the streams, not delivered yet. */
    private long waiting;

    private long repeatedRecords;

    /** A merger of the records in {@code parts}. */
    RecordMerger(List<RecordPart> parts, RecordDecoder decoder, SchedSink sink) {
        this.parts = parts;
        this.decoder = decoder;
        this.sink = sink;
    }

    /** Reads all records. */
    TraceQuality run() throws PerfDataException {
        long trailing = 0;
        for (RecordPart part : parts) {
            file = part.file();
            // Of several files, nothing is delivered before all are scanned.
            scanned = new ScannedWindows(file, parts.size() == 1 ? ScannedWindows.MANY : 1);
            streams = new CpuStream[8];
            runs = new SortedRuns(file, allStreams);
            repeated = new RepeatedRecords(decoder, file);
            partEnd = part.to();
            trailing += scan(part);
        }
        announceWindowEnds();
        flush(Long.MAX_VALUE);
        if (waiting != 0) {
            throw new IllegalStateException(waiting + " records were taken note of and not delivered");
        }
        return new TraceQuality(
                records,
                decoder.schedEvents,
                decoder.switchRecords,
                Math.max(decoder.lostEvents, decoder.lostSamples),
                decoder.lostRecords,
                unknownRecords,
                decoder.unknownIds,
                backwardsTimes,
                malformed + decoder.malformed,
                trailing,
                foreignBytes,
                recordBytes,
                repeatedRecords);
    }

    /** Scans the records of the file at hand; returns how many bytes at the end are no whole record. */
    private long scan(RecordPart part) throws PerfDataException {
        long to = part.to();
        long at = part.from();
        while (at + HEADER_BYTES <= to) {
            FileWindow window = scanned.at(at, HEADER_BYTES, to);
            ByteBuffer buffer = window.buffer();
            int start = window.indexOfLoaded(at);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            if (!RecordType.isKernel(type) && StrayText.isText(type)) {
                long resumed = StrayText.resume(file, at, to);
                foreignBytes += resumed - at;
                at = resumed;
                continue;
            }
            long next = RecordType.isKernel(type) && size >= HEADER_BYTES
                    ? at + size
                    : RecordType.next(file, at, to, type, size);
            if (next < 0 && size < HEADER_BYTES && !part.unfinished()) {
                throw new PerfDataException(
                        file.name(), at, "record of type " + type + " has size " + size + ", expected at least 8");
            }
            if (next < 0 || next > to) {
                break;
            }
            records++;
            recordBytes += next - at;
            window = scanned.at(at, size, to);
            scan(window.buffer(), window.indexOfLoaded(at), at, type, size);
            at = next;
        }
        return to - at;
    }

    /** Takes note of one record. */
    private void scan(ByteBuffer buffer, int start, long at, int type, int size) throws PerfDataException {
        if (RecordType.isKernel(type)) {
            kernelRecord(buffer, start, at, type, size);
        } else if (type == RecordType.PERF_RECORD_FINISHED_ROUND) {
            if (parts.size() == 1) {
                flush(newestOfRoundBeforeNs);
                newestOfRoundBeforeNs = newestNs;
            }
        } else if (RecordType.isCompressed(type)) {
            throw new PerfDataException(file.name(), at, "a compressed record behind samples that are not compressed");
        } else if (!RecordType.isKnown(type)) {
            unknownRecords++;
        }
    }

    private void kernelRecord(ByteBuffer buffer, int start, long at, int type, int size) throws PerfDataException {
        boolean sample = type == RecordType.PERF_RECORD_SAMPLE;
        if (type == RecordType.PERF_RECORD_LOST_SAMPLES) {
            decoder.lostSamples(buffer, start, size);
            return;
        }
        SampleLayout layout = decoder.layout(buffer, start, size, sample);
        if (layout == null) {
            decoder.unknownIds++;
            return;
        }
        long timeNs = 0;
        int cpu = SchedSink.NO_CPU;
        if (sample) {
            if (size < layout.fixedEnd) {
                malformed++;
                return;
            }
            timeNs = buffer.getLong(start + layout.time);
            cpu = layout.cpu >= 0 ? buffer.getInt(start + layout.cpu) : SchedSink.NO_CPU;
        } else if (layout.trailerTime >= 0 && size >= HEADER_BYTES + layout.trailerBytes) {
            timeNs = buffer.getLong(start + size - layout.trailerTime);
            cpu = layout.trailerCpu >= 0 ? buffer.getInt(start + size - layout.trailerCpu) : SchedSink.NO_CPU;
        }
        if (timeNs <= 0 && sample) {
            malformed++;
        } else if (timeNs <= 0) {
            // Made by perf for what existed before: no place in time (time 0 or -1), but names and groups.
            decoder.deliverTimeless(buffer, start, size, type);
        } else if (layout.cpu < 0) {
            runs.stream(timeNs).append(at, at + size, timeNs);
            waiting++;
            newestNs = Math.max(newestNs, timeNs);
        } else if (cpu < 0 || cpu >= MAX_CPUS) {
            malformed++;
        } else {
            CpuStream stream = stream(cpu);
            if (timeNs <= stream.lastNs && repeated.contains(stream, at, size, timeNs, partEnd)) {
                repeatedRecords++;
                return;
            }
            stream.append(at, at + size, timeNs);
            waiting++;
            newestNs = Math.max(newestNs, timeNs);
        }
    }

    private CpuStream stream(int cpu) {
        if (cpu >= streams.length) {
            streams = Arrays.copyOf(streams, Math.max(cpu + 1, streams.length * 2));
        }
        if (streams[cpu] == null) {
            int windowBytes = allStreams.size() < MANY_STREAMS ? STREAM_BYTES : STREAM_BYTES_OF_MANY;
            streams[cpu] = new CpuStream(file, cpu, windowBytes);
            allStreams.add(streams[cpu]);
        }
        return streams[cpu];
    }

    /** Tells the sink where each CPU's counting records end. All that is not delivered yet lies in the last rounds. */
    private void announceWindowEnds() throws PerfDataException {
        SortedMap<Integer, Long> lastOfCpu = new TreeMap<>();
        for (CpuStream stream : allStreams) {
            long last = stream.lastCountedNs;
            if (!stream.isEmpty()) {
                newestOfStreamNs = deliveredNs;
                last = Math.max(last, lastCounted(stream.file, stream.offset, stream.runEnd));
                for (int run = 0; run < stream.runsLeft(); run++) {
                    last = Math.max(last, lastCounted(stream.file, stream.runStart(run), stream.runEnd(run)));
                }
            }
            if (last != Long.MIN_VALUE && stream.cpu != SchedSink.NO_CPU) {
                lastOfCpu.merge(stream.cpu, last, Math::max);
            }
        }
        lastOfCpu.forEach(sink::onWindowEnd);
    }

    /** Time that the last counting record in {@code from}…{@code to} will be delivered with. */
    private long lastCounted(InputFile in, long from, long to) throws PerfDataException {
        FileWindow window = in.window();
        ByteBuffer buffer = window.buffer();
        long last = Long.MIN_VALUE;
        long at = from;
        while (at < to) {
            int start = window.index(at, HEADER_BYTES, to);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            start = window.index(at, size, to);
            newestOfStreamNs = Math.max(newestOfStreamNs, decoder.time(buffer, start, size, type));
            if (decoder.counts(buffer, start, size, type)) {
                last = newestOfStreamNs;
            }
            at += size;
        }
        return last;
    }

    /** Delivers everything up to {@code limitNs} in time order. */
    private void flush(long limitNs) throws PerfDataException {
        heapSize = 0;
        for (CpuStream stream : allStreams) {
            if (!stream.isEmpty() && stream.timeNs <= limitNs) {
                push(stream);
            }
        }
        while (heapSize > 0) {
            CpuStream first = heap[0];
            long bound = limitNs;
            if (heapSize > 1) {
                bound = Math.min(bound, heap[1].timeNs);
            }
            if (heapSize > 2) {
                bound = Math.min(bound, heap[2].timeNs);
            }
            if (drain(first, bound) && first.timeNs <= limitNs) {
                siftDown(0);
            } else {
                heap[0] = heap[--heapSize];
                siftDown(0);
            }
        }
    }

    /** Delivers from {@code stream} while its time is at most {@code boundNs}; false if nothing is left in it. */
    private boolean drain(CpuStream stream, long boundNs) throws PerfDataException {
        int cpu = stream.cpu;
        FileWindow window = load(stream);
        do {
            ByteBuffer buffer = window.buffer();
            int start = window.indexOfLoaded(stream.offset);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            long timeNs = stream.timeNs;
            if (timeNs < deliveredNs) {
                backwardsTimes++;
                timeNs = deliveredNs;
            }
            deliveredNs = timeNs;
            waiting--;
            if (decoder.deliver(buffer, start, size, type, timeNs, cpu)) {
                stream.lastCountedNs = Math.max(stream.lastCountedNs, timeNs);
            }
            if (!stream.skip(size)) {
                return false;
            }
            window = load(stream);
            int next = window.indexOfLoaded(stream.offset);
            buffer = window.buffer();
            stream.timeNs = decoder.time(buffer, next, buffer.getShort(next + 6) & 0xFFFF, buffer.getInt(next));
        } while (stream.timeNs <= boundNs);
        return true;
    }

    /** The window that holds the next record of {@code stream} whole. */
    private FileWindow load(CpuStream stream) throws PerfDataException {
        long offset = stream.offset;
        FileWindow window = stream.window;
        if (window == null || !window.holds(offset, HEADER_BYTES)) {
            window = find(stream, HEADER_BYTES);
        }
        int size = window.buffer().getShort(window.indexOfLoaded(offset) + 6) & 0xFFFF;
        if (!window.holds(offset, size)) {
            window = find(stream, size);
        }
        stream.window = window;
        return window;
    }

    /** A window that holds {@code bytes} of the next record of {@code stream}. */
    private FileWindow find(CpuStream stream, int bytes) throws PerfDataException {
        FileWindow window = stream.file == file ? scanned.holding(stream.offset, bytes) : null;
        if (window == null) {
            window = bytes <= stream.ownWindow().capacity() ? stream.ownWindow() : stream.file.window();
            window.index(stream.offset, bytes, stream.runEnd);
        }
        return window;
    }

    private void push(CpuStream stream) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, heapSize * 2);
        }
        int at = heapSize++;
        while (at > 0 && before(stream, heap[(at - 1) >>> 1])) {
            heap[at] = heap[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        heap[at] = stream;
    }

    private void siftDown(int from) {
        CpuStream moved = heap[from];
        int at = from;
        while (2 * at + 1 < heapSize) {
            int child = 2 * at + 1;
            if (child + 1 < heapSize && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], moved)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    /**
     * Equal times: the lower CPU first of those that wait, while the stream that is being drained goes on. This follows from
     * the file alone, so the order is the same in every run.
     */
    private static boolean before(CpuStream a, CpuStream b) {
        return a.timeNs < b.timeNs || (a.timeNs == b.timeNs && a.cpu < b.cpu);
    }
}
