package dev.whyswitch.sched;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.IntIntMap;
import dev.whyswitch.column.LongColumn;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;

/**
 * The threads of a recording, one row each. A thread is (tid, birth): when a tid is used again, a new row begins. The
 * idle task has no row: it is {@link #IDLE}, told apart by its CPU.
 */
public final class ThreadTable {
    /** The idle task, whatever the CPU. */
    public static final int IDLE = -2;

    /** No thread known. */
    public static final int NONE = -1;

    /** In the map: who had the tid has ended. */
    private static final int ENDED = -3;

    private final NameTable names;
    private final IntIntMap rowOfTid = new IntIntMap(NONE);
    private final IntColumn tids = new IntColumn(256, SchedSink.NO_TID);
    private final IntColumn tgids = new IntColumn(256, SchedSink.NO_TID);
    private final IntColumn parentTgids = new IntColumn(256, SchedSink.NO_TID);
    private final IntColumn nameIds = new IntColumn(256, NameTable.UNKNOWN);
    private final IntColumn priorities = new IntColumn(256, -1);
    private final LongColumn births = new LongColumn(256);
    private final IntColumn exits = new IntColumn(256, 0);
    private int size;
    private int revived = NONE;

    ThreadTable(NameTable names) {
        this.names = names;
    }

    /** The row that {@code tid} means now, new if there is none; {@link #IDLE} for 0, {@link #NONE} for NO_TID. */
    int row(int tid) {
        if (tid <= 0) {
            return tid == 0 ? IDLE : NONE;
        }
        int row = rowOfTid.get(tid);
        if (row >= 0) {
            return row;
        }
        int begun = begin(tid, NOT_BORN);
        revived = row == ENDED ? begun : revived;
        return begun;
    }

    /** The row that {@code tid} means now; {@link #NONE} if there is none. */
    int find(int tid) {
        return tid > 0 ? Math.max(rowOfTid.get(tid), NONE) : NONE;
    }

    /** True for the last row that was begun under the tid of an ended thread without a record of its creation. */
    boolean isRevived(int row) {
        return row == revived;
    }

    /** A new row for {@code tid}: a thread that begins at {@code birthNs}. */
    int begin(int tid, long birthNs) {
        int row = size++;
        rowOfTid.put(tid, row);
        tids.set(row, tid);
        births.set(row, birthNs);
        return row;
    }

    /** {@code row} has ended: whoever has its tid next is another thread. */
    void retire(int row) {
        if (rowOfTid.get(tids.get(row)) == row) {
            rowOfTid.put(tids.get(row), ENDED);
        }
    }

    /** The thread of {@code row} has another tid from now on; its former one means nobody. */
    void changeTid(int row, int tid) {
        if (revived != NONE && tids.get(revived) == tid) {
            // Begun for the tid before it was known whose it is: a row of nobody.
            tids.set(revived, SchedSink.NO_TID);
            revived = NONE;
        }
        rowOfTid.put(tids.get(row), NONE);
        rowOfTid.put(tid, row);
        tids.set(row, tid);
    }

    /** There never was a thread in {@code row}. */
    void disown(int row) {
        tids.set(row, SchedSink.NO_TID);
    }

    /** Birth of a thread whose creation the recording did not see. */
    static final long NOT_BORN = Long.MIN_VALUE;

    void setTgid(int row, int tgid) {
        if (tgid > 0) {
            tgids.set(row, tgid);
        }
    }

    void setParentTgid(int row, int tgid) {
        if (tgid > 0) {
            parentTgids.set(row, tgid);
        }
    }

    /**
     * {@code row} was created by {@code parent} (a row, or below 0 if it has none).
     *
     * @param tgid thread group of the new thread, SchedSink.NO_TID if the record does not tell
     * @param parentTgid thread group of its creator
     */
    void descend(int row, int tgid, int parent, int parentTgid) {
        if (parent >= 0) {
            inherit(row, parent);
        }
        if (tgid != SchedSink.NO_TID) {
            boolean sameProcess = tgid == parentTgid && parent >= 0;
            setTgid(row, tgid);
            setParentTgid(row, sameProcess ? parentTgid(parent) : parentTgid);
        }
    }

    /** What a new thread has from its creator until it gets its own. */
    private void inherit(int row, int parent) {
        nameIds.set(row, nameIds.get(parent));
        priorities.set(row, priorities.get(parent));
        if (tgids.get(row) == SchedSink.NO_TID) {
            parentTgids.set(row, tgids.get(parent));
        }
    }

    /** When the thread was created; only if {@link #isBornHere}. */
    long birthNs(int row) {
        return births.get(row);
    }

    /** PERF_RECORD_EXIT has come: the thread is in do_exit, and one switch-out is left. */
    void setExited(int row) {
        exits.set(row, 1);
    }

    boolean hasExited(int row) {
        return exits.get(row) != 0;
    }

    void setName(int row, int name) {
        if (name != NameTable.UNKNOWN) {
            nameIds.set(row, name);
        }
    }

    void setPriority(int row, int priority) {
        priorities.set(row, priority);
    }

    /** How many rows. */
    public int size() {
        return size;
    }

    /** The thread id of a row. */
    public int tid(int row) {
        return tids.get(row);
    }

    /** The thread group (what users call PID) of a row, SchedSink.NO_TID if the recording does not tell. */
    public int tgid(int row) {
        return tgids.get(row);
    }

    /** The thread group that created the row's process, SchedSink.NO_TID if the recording does not tell. */
    public int parentTgid(int row) {
        return parentTgids.get(row);
    }

    /** The last name seen; empty if none. */
    public String name(int row) {
        return names.name(nameIds.get(row));
    }

    /** The last kernel priority seen (0–99 real-time, 100–139 fair), -1 if none. */
    public int priority(int row) {
        return priorities.get(row);
    }

    /** True when the recording saw the thread's creation. */
    public boolean isBornHere(int row) {
        return births.get(row) != NOT_BORN;
    }
}
