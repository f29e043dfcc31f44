package dev.whyswitch.input.perfdata;

import java.util.Arrays;

/**
 * The records of one CPU in one file that were scanned and not yet delivered: runs of neighbouring records in the file. A CPU's ring
 * buffer is written to the file in pieces, each in order of time.
 */
final class CpuStream {
    final InputFile file;
    final int cpu;

    /** Offset of the next record to deliver, and its time; meaningful while {@link #isEmpty} is false. */
    long offset;

    long timeNs;
    /** End of the run in which {@link #offset} lies. */
    long runEnd;

    /** Time of the last scheduler event scanned before the ones that are still here, Long.MIN_VALUE if none. */
    long lastCountedNs = Long.MIN_VALUE;

    /** Time of the last record appended, Long.MIN_VALUE if none. */
    long lastNs = Long.MIN_VALUE;

    /** Records before this offset of the file were appended already, from another place in it. */
    long repeatedUntil;

    /** End of the last record appended. */
    private long end = -1;

    /** Records of the last run, {@link RepeatedRecords#LOOK_BACK_BYTES} apart: the newest such one and the one before it. */
    private long near;

    private long far;

    /** The window that held the last record delivered; null if none did. */
    FileWindow window;

    /** For records that are not in memory any more; made when it is needed first. */
    private FileWindow ownWindow;

    private final int windowBytes;

    private long[] runs = new long[16];
    private int head;
    private int tail;
    private boolean empty = true;

    /** A stream of {@code file} that reads {@code windowBytes} of it at once. */
    CpuStream(InputFile file, int cpu, int windowBytes) {
        this.file = file;
        this.cpu = cpu;
        this.windowBytes = windowBytes;
    }

    FileWindow ownWindow() {
        if (ownWindow == null) {
            ownWindow = file.window(windowBytes);
        }
        return ownWindow;
    }

    boolean isEmpty() {
        return empty;
    }

    /** Appends the record {@code start}…{@code recordEnd}. */
    void append(long start, long recordEnd, long recordTimeNs) {
        if (start != end) {
            far = start;
            near = start;
        } else if (recordEnd - near > RepeatedRecords.LOOK_BACK_BYTES) {
            far = near;
            near = start;
        }
        end = recordEnd;
        lastNs = recordTimeNs;
        if (empty) {
            offset = start;
            runEnd = recordEnd;
            timeNs = recordTimeNs;
            empty = false;
        } else if (tail == head && runEnd == start) {
            runEnd = recordEnd;
        } else if (tail > head && runs[tail - 1] == start) {
            runs[tail - 1] = recordEnd;
        } else {
            push(start, recordEnd);
        }
    }

    /** End of the last record appended, -1 if there was none. */
    long end() {
        return end;
    }

    /** Offset of a record from which on all up to {@link #end} are of this stream. */
    long searchFrom() {
        return far;
    }

    private void push(long start, long recordEnd) {
        if (tail == runs.length) {
            if (head > 0) {
                System.arraycopy(runs, head, runs, 0, tail - head);
                tail -= head;
                head = 0;
            } else {
                runs = Arrays.copyOf(runs, runs.length * 2);
            }
        }
        runs[tail] = start;
        runs[tail + 1] = recordEnd;
        tail += 2;
    }

    /** Steps over the record of {@code size} bytes; false if it was the last one here. */
    boolean skip(int size) {
        offset += size;
        if (offset < runEnd) {
            return true;
        }
        if (head == tail) {
            head = 0;
            tail = 0;
            empty = true;
            return false;
        }
        offset = runs[head];
        runEnd = runs[head + 1];
        head += 2;
        return true;
    }

    /** Number of runs not yet begun. */
    int runsLeft() {
        return (tail - head) / 2;
    }

    /** Start of run {@code index} of {@link #runsLeft}. */
    long runStart(int index) {
        return runs[head + 2 * index];
    }

    /** End of run {@code index} of {@link #runsLeft}. */
    long runEnd(int index) {
        return runs[head + 2 * index + 1];
    }
}
