package dev.whyswitch.analyze;

import dev.whyswitch.column.IntColumn;
import dev.whyswitch.column.IntIntMap;
import dev.whyswitch.sched.ThreadTable;
import dev.whyswitch.trace.SchedSink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes of a recording; those of one name and parent are one row. */
final class ProcessRows {
    private static final int NONE = -1;

    private final ThreadTable threads;
    private final Family family;
    /** The first thread of each process that was seen; its main thread if that was. */
    private final IntIntMap mainRowOf = new IntIntMap(NONE);

    private final IntIntMap parentOf = new IntIntMap(SchedSink.NO_TID);
    private final IntIntMap groupOf = new IntIntMap(NONE);
    private final Map<Key, Integer> groups = new HashMap<>();
    private final SumColumns sums = new SumColumns();
    private final IntColumn processes = new IntColumn(16, 0);
    private final IntColumn members = new IntColumn(16, 0);
    private final IntColumn firstTgids = new IntColumn(16, Integer.MAX_VALUE);

    /** Processes of one name and parent are one row: their number grows with the run, not what they tell. */
    private record Key(String name, int parentTgid, boolean inProgram) {}

    private ProcessRows(ThreadTable threads, Family family) {
        this.threads = threads;
        this.family = family;
    }

    /** Longest wait for a CPU first. */
    static List<ProcessRow> of(ThreadTable threads, SumColumns ofThread, Family family) {
        ProcessRows rows = new ProcessRows(threads, family);
        for (int row = 0; row < threads.size(); row++) {
            if (ofThread.isActive(row)) {
                rows.introduce(row);
            }
        }
        for (int row = 0; row < threads.size(); row++) {
            if (ofThread.isActive(row)) {
                int group = rows.group(rows.tgid(row));
                rows.members.add(group, 1);
                rows.sums.add(group, ofThread, row);
            }
        }
        return rows.list();
    }

    private int tgid(int row) {
        return threads.tgid(row) == SchedSink.NO_TID ? threads.tid(row) : threads.tgid(row);
    }

    private void introduce(int row) {
        int tgid = tgid(row);
        if (mainRowOf.get(tgid) == NONE || threads.tid(row) == tgid) {
            mainRowOf.put(tgid, row);
        }
        if (parentOf.get(tgid) == SchedSink.NO_TID) {
            parentOf.put(tgid, threads.parentTgid(row));
        }
    }

    private int group(int tgid) {
        int known = groupOf.get(tgid);
        if (known != NONE) {
            return known;
        }
        int main = mainRowOf.get(tgid);
        Key key = new Key(threads.name(main), parentOf.get(tgid), family.has(threads.tgid(main)));
        int group = groups.computeIfAbsent(key, k -> groups.size());
        groupOf.put(tgid, group);
        processes.add(group, 1);
        firstTgids.set(group, Math.min(firstTgids.get(group), tgid));
        return group;
    }

    private List<ProcessRow> list() {
        List<ProcessRow> list = new ArrayList<>();
        groups.forEach((key, group) -> list.add(new ProcessRow(
                firstTgids.get(group),
                key.name,
                processes.get(group),
                members.get(group),
                key.inProgram,
                sums.sums(group))));
        list.sort(Comparator.comparingLong((ProcessRow row) -> -ThreadRows.cpuWaitNs(row.sums()))
                .thenComparingInt(ProcessRow::tgid));
        return list;
    }
}
