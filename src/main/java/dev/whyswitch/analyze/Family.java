package dev.whyswitch.analyze;

import dev.whyswitch.column.IntIntMap;
import dev.whyswitch.sched.ThreadTable;
import dev.whyswitch.trace.SchedSink;

/** Which processes belong to the program: its own and its descendants. */
final class Family {
    private static final int UNTOLD = -1;
    private static final int OUTSIDE = 0;
    private static final int INSIDE = 1;

    private final int programTgid;
    private final IntIntMap parentOf = new IntIntMap(SchedSink.NO_TID);
    private final IntIntMap memberships = new IntIntMap(UNTOLD);

    /** The descendants of {@code programTgid} among {@code threads}; NO_TID: all are. */
    Family(int programTgid, ThreadTable threads) {
        this.programTgid = programTgid;
        if (programTgid == SchedSink.NO_TID) {
            return;
        }
        for (int row = 0; row < threads.size(); row++) {
            if (threads.tgid(row) >= 0 && threads.parentTgid(row) >= 0) {
                parentOf.put(threads.tgid(row), threads.parentTgid(row));
            }
        }
        memberships.put(SchedSink.NO_TID, OUTSIDE);
        memberships.put(programTgid, INSIDE);
    }

    boolean has(int tgid) {
        if (programTgid == SchedSink.NO_TID) {
            return true;
        }
        int at = tgid;
        while (memberships.get(at) == UNTOLD) {
            // Until it is told; a reused tgid could close a circle of parents, which ends here.
            memberships.put(at, OUTSIDE);
            at = parentOf.get(at);
        }
        int membership = memberships.get(at);
        for (int of = tgid; of != at; of = parentOf.get(of)) {
            memberships.put(of, membership);
        }
        return membership == INSIDE;
    }
}
