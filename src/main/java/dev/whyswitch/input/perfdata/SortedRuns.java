package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.SchedSink;
import java.util.Arrays;
import java.util.List;

/**
 * Records that name no CPU, as streams that are each in the order of time. The file holds pieces of ring buffers; where the
 * time steps back, another piece begins. It goes to the stream whose last record is the nearest before it, so that there
 * are no more streams than pieces that overlap.
 */
final class SortedRuns {
    /** No recording has so many ring buffers; the records of a damaged one step back in time then. */
    private static final int MAX_STREAMS = 1024;

    private static final int WINDOW_BYTES = 1 << 14;

    private final InputFile file;
    private final List<CpuStream> allStreams;
    private CpuStream[] streams = new CpuStream[4];
    private long[] lastNs = new long[4];
    private int size;
    private int current = -1;

    /** Runs of the records of {@code file}; new streams are added to {@code allStreams}. */
    SortedRuns(InputFile file, List<CpuStream> allStreams) {
        this.file = file;
        this.allStreams = allStreams;
    }

    /** The stream that a record of {@code timeNs} is to be appended to. */
    CpuStream stream(long timeNs) {
        if (current < 0 || timeNs < lastNs[current]) {
            current = find(timeNs);
        }
        lastNs[current] = timeNs;
        return streams[current];
    }

    private int find(long timeNs) {
        int found = size < MAX_STREAMS ? -1 : 0;
        for (int i = 0; i < size; i++) {
            boolean fits = lastNs[i] <= timeNs;
            if (fits && (found < 0 || lastNs[found] > timeNs || lastNs[i] > lastNs[found])) {
                found = i;
            }
        }
        return found >= 0 ? found : add();
    }

    private int add() {
        if (size == streams.length) {
            streams = Arrays.copyOf(streams, size * 2);
            lastNs = Arrays.copyOf(lastNs, size * 2);
        }
        streams[size] = new CpuStream(file, SchedSink.NO_CPU, WINDOW_BYTES);
        allStreams.add(streams[size]);
        return size++;
    }
}
