package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TraceQuality;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Scans the data section once and hands its records on in time order.
 *
 * <p>The file holds, ring buffer by ring buffer, pieces that are each in order. A PERF_RECORD_FINISHED_ROUND promises that
 * nothing older than the newest record of the round before it will follow (tools/perf/util/ordered-events.c), so up to
 * there the CPUs' records are merged, keyed by CPU, with a binary heap. What waits is kept as runs of offsets, not as
 * records: memory grows with the pieces of two rounds. A file without rounds is merged as one.
 *
 * <p>Records of one CPU keep their order in the file even if their times step back; such steps are counted.
 */
final class RecordMerger {
    private static final int HEADER_BYTES = 8;

    /** CPUs are numbered below this; a larger number is a damaged record. */
    private static final int MAX_CPUS = 1 << 16;

    private final MappedFile file;
    private final PerfHeader header;
    private final RecordDecoder decoder;
    private final SchedSink sink;

    private CpuStream[] streams = new CpuStream[8];
    private CpuStream[] heap = new CpuStream[8];
    private int heapSize;
    private long newestNs = Long.MIN_VALUE;
    private long newestOfRoundBeforeNs = Long.MIN_VALUE;
    private long deliveredNs = Long.MIN_VALUE;

    private long records;
    private long unknownRecords;
    private long backwardsTimes;
    private long malformed;

    RecordMerger(MappedFile file, PerfHeader header, RecordDecoder decoder, SchedSink sink) {
        this.file = file;
        this.header = header;
        this.decoder = decoder;
        this.sink = sink;
    }

    /** Reads all records. */
    TraceQuality run() throws PerfDataException {
        long end = Math.min(header.dataEnd(), file.size());
        long at = header.dataOffset();
        while (at + HEADER_BYTES <= end) {
            ByteBuffer buffer = file.window(at);
            int start = MappedFile.index(at);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            if (size < HEADER_BYTES) {
                throw new PerfDataException(
                        file.name(), at, "record of type " + type + " has size " + size + ", expected at least 8");
            }
            if (at + size > end) {
                break;
            }
            records++;
            at += scan(buffer, start, at, type, size);
        }
        announceWindowEnds();
        flush(Long.MAX_VALUE);
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
                end - Math.min(at, end));
    }

    /** Takes note of one record; returns how far the next one is. */
    private long scan(ByteBuffer buffer, int start, long at, int type, int size) throws PerfDataException {
        if (RecordType.isKernel(type)) {
            kernelRecord(buffer, start, at, type, size);
        } else if (type == RecordType.PERF_RECORD_FINISHED_ROUND) {
            flush(newestOfRoundBeforeNs);
            newestOfRoundBeforeNs = newestNs;
        } else if (type == RecordType.PERF_RECORD_COMPRESSED || type == RecordType.PERF_RECORD_COMPRESSED2) {
            throw new PerfDataException(
                    file.name(),
                    at,
                    "compressed records are not read; record without -z, or decompress: "
                            + "`perf inject -i FILE -o PLAIN`");
        } else if (type == RecordType.PERF_RECORD_ID_INDEX) {
            checkWholeCpus(buffer, start, at, size);
        } else if (type == RecordType.PERF_RECORD_HEADER_TRACING_DATA) {
            return size + file.u32(at + HEADER_BYTES);
        } else if (type == RecordType.PERF_RECORD_AUXTRACE) {
            return size + auxtraceBytes(at);
        } else if (!RecordType.isKnown(type)) {
            unknownRecords++;
        }
        return size;
    }

    /** AUXTRACE: u64 size of what follows the record; checked, since it alone could send the scan back or far away. */
    private long auxtraceBytes(long at) throws PerfDataException {
        long bytes = file.i64(at + HEADER_BYTES);
        if (bytes < 0 || bytes > file.size() - at) {
            throw new PerfDataException(
                    file.name(), at, "AUXTRACE record of " + bytes + " bytes reaches beyond the file");
        }
        return bytes;
    }

    /** ID_INDEX: u64 count, then {u64 id, idx, cpu, tid} each; tid -1: the event counts all that runs on its CPU. */
    private void checkWholeCpus(ByteBuffer buffer, int start, long at, int size) throws PerfDataException {
        for (int entry = 16; entry + 32 <= size; entry += 32) {
            if (buffer.getLong(start + entry + 24) != SchedSink.NO_TID) {
                throw new PerfDataException(
                        file.name(),
                        at,
                        "recorded for single tasks, so that nobody knows what ran between their switches; "
                                + "record whole CPUs: perf with -a");
            }
        }
    }

    private void kernelRecord(ByteBuffer buffer, int start, long at, int type, int size) {
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
            cpu = layout.cpu >= 0 ? buffer.getInt(start + layout.cpu) : 0;
        } else if (layout.trailerTime >= 0 && size >= HEADER_BYTES + layout.trailerBytes) {
            timeNs = buffer.getLong(start + size - layout.trailerTime);
            cpu = layout.trailerCpu >= 0 ? buffer.getInt(start + size - layout.trailerCpu) : 0;
        }
        if (timeNs <= 0 && sample) {
            malformed++;
        } else if (timeNs <= 0) {
            // Made by perf for what existed before: no place in time (time 0 or -1), but names and groups.
            decoder.deliverTimeless(buffer, start, size, type);
        } else if (cpu < 0 || cpu >= MAX_CPUS) {
            malformed++;
        } else {
            stream(cpu).append(at, at + size, timeNs);
            newestNs = Math.max(newestNs, timeNs);
        }
    }

    private CpuStream stream(int cpu) {
        if (cpu >= streams.length) {
            streams = Arrays.copyOf(streams, Math.max(cpu + 1, streams.length * 2));
        }
        if (streams[cpu] == null) {
            streams[cpu] = new CpuStream(cpu);
        }
        return streams[cpu];
    }

    /** Tells the sink where each CPU's counting records end. All that is not delivered yet lies in the last rounds. */
    private void announceWindowEnds() {
        for (CpuStream stream : streams) {
            if (stream != null) {
                long last = stream.lastCountedNs;
                if (!stream.isEmpty()) {
                    last = Math.max(last, lastCounted(stream.offset, stream.runEnd));
                    for (int run = 0; run < stream.runsLeft(); run++) {
                        last = Math.max(last, lastCounted(stream.runStart(run), stream.runEnd(run)));
                    }
                }
                if (last != Long.MIN_VALUE) {
                    sink.onWindowEnd(stream.cpu, last);
                }
            }
        }
    }

    private long lastCounted(long from, long to) {
        long last = Long.MIN_VALUE;
        long at = from;
        while (at < to) {
            ByteBuffer buffer = file.window(at);
            int start = MappedFile.index(at);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            if (decoder.counts(buffer, start, size, type)) {
                last = Math.max(last, time(buffer, start, size, type));
            }
            at += size;
        }
        return last;
    }

    /** Time of a record that was appended to a stream, so has one. */
    private long time(ByteBuffer buffer, int start, int size, int type) {
        boolean sample = type == RecordType.PERF_RECORD_SAMPLE;
        SampleLayout layout = decoder.layout(buffer, start, size, sample);
        return buffer.getLong(sample ? start + layout.time : start + size - layout.trailerTime);
    }

    /** Delivers everything up to {@code limitNs} in time order. */
    private void flush(long limitNs) {
        heapSize = 0;
        for (CpuStream stream : streams) {
            if (stream != null && !stream.isEmpty() && stream.timeNs <= limitNs) {
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
    private boolean drain(CpuStream stream, long boundNs) {
        int cpu = stream.cpu;
        do {
            ByteBuffer buffer = file.window(stream.offset);
            int start = MappedFile.index(stream.offset);
            int type = buffer.getInt(start);
            int size = buffer.getShort(start + 6) & 0xFFFF;
            long timeNs = stream.timeNs;
            if (timeNs < deliveredNs) {
                backwardsTimes++;
            }
            deliveredNs = timeNs;
            if (decoder.deliver(buffer, start, size, type, timeNs, cpu)) {
                stream.lastCountedNs = Math.max(stream.lastCountedNs, timeNs);
            }
            if (!stream.skip(size)) {
                return false;
            }
            ByteBuffer next = file.window(stream.offset);
            int nextStart = MappedFile.index(stream.offset);
            stream.timeNs = time(next, nextStart, next.getShort(nextStart + 6) & 0xFFFF, next.getInt(nextStart));
        } while (stream.timeNs <= boundNs);
        return true;
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

    /** Equal times: the lower CPU first, so that the order is the same in every run. */
    private static boolean before(CpuStream a, CpuStream b) {
        return a.timeNs < b.timeNs || (a.timeNs == b.timeNs && a.cpu < b.cpu);
    }
}
