package dev.whyswitch.analyze;

import dev.whyswitch.sched.IntervalKind;
import dev.whyswitch.sched.ThreadTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The threads of a recording that did something, as rows. A recording of a day can have a million: then those with the
 * longest waits have a row each and the rest is summed, so that memory does not grow with rows that nobody reads.
 */
final class ThreadRows {
    /** At most so many rows. */
    static final int LISTED = 10_000;

    /** Added to the rank of the program's threads: they are listed before all others. Waits are shorter than 146 years. */
    private static final long PROGRAM_FIRST = 1L << 62;

    private final ThreadTable threads;
    private final SumColumns sums;
    private final Family family;
    private final LifeColumns lives;
    private final List<ThreadRow> listed = new ArrayList<>();
    private UnlistedThreads unlisted = UnlistedThreads.NONE;
    private Sums program = Sums.ZERO;
    private Sums system = Sums.ZERO;

    ThreadRows(ThreadTable threads, SumColumns sums, Family family, LifeColumns lives) {
        this.threads = threads;
        this.sums = sums;
        this.family = family;
        this.lives = lives;
        long least = leastListed();
        int room = LISTED;
        for (int row = 0; row < threads.size(); row++) {
            room -= isActive(row) && rank(row) > least ? 1 : 0;
        }
        for (int row = 0; row < threads.size(); row++) {
            if (isActive(row)) {
                boolean inList = rank(row) > least || (rank(row) == least && room-- > 0);
                take(row, inList);
            }
        }
        listed.sort(BY_CPU_WAIT);
    }

    /** Longest wait for a CPU first; equal ones by tid, so that the order is the same in every run. */
    private static final Comparator<ThreadRow> BY_CPU_WAIT = Comparator.comparingLong(
                    (ThreadRow row) -> -cpuWaitNs(row.sums()))
            .thenComparingLong(row -> -row.sums().switches())
            .thenComparingInt(ThreadRow::tid);

    /** How long it wanted a CPU and had none. Not how long it was off its CPU: daemons sleep all day. */
    static long cpuWaitNs(Sums sums) {
        return sums.preemptedNs() + sums.runnableNs() + sums.newNs();
    }

    private long rank(int row) {
        long waitNs = sums.timeNs(row, IntervalKind.PREEMPTED)
                + sums.timeNs(row, IntervalKind.RUNNABLE_AFTER_WAKEUP)
                + sums.timeNs(row, IntervalKind.NEW);
        return waitNs + (family.has(threads.tgid(row)) ? PROGRAM_FIRST : 0);
    }

    /** The rank of the last thread that has a row. */
    private long leastListed() {
        long[] ranks = new long[threads.size()];
        int active = 0;
        for (int row = 0; row < ranks.length; row++) {
            if (isActive(row)) {
                ranks[active++] = rank(row);
            }
        }
        if (active <= LISTED) {
            return Long.MIN_VALUE;
        }
        Arrays.sort(ranks, 0, active);
        return ranks[active - LISTED];
    }

    private boolean isActive(int row) {
        return sums.isActive(row);
    }

    private void take(int row, boolean inList) {
        Sums of = sums.sums(row);
        boolean inProgram = family.has(threads.tgid(row));
        system = system.plus(of);
        program = inProgram ? program.plus(of) : program;
        if (inList) {
            listed.add(new ThreadRow(
                    threads.tid(row),
                    threads.tgid(row),
                    threads.parentTgid(row),
                    threads.name(row),
                    threads.priority(row),
                    inProgram,
                    lives.observedNs(row),
                    of));
        } else {
            unlisted = new UnlistedThreads(
                    unlisted.ofProgram() + (inProgram ? 1 : 0),
                    unlisted.others() + (inProgram ? 0 : 1),
                    unlisted.observedNs() + lives.observedNs(row),
                    inProgram ? unlisted.program().plus(of) : unlisted.program(),
                    inProgram ? unlisted.other() : unlisted.other().plus(of));
        }
    }

    /** Longest wait for a CPU first. */
    List<ThreadRow> listed() {
        return listed;
    }

    UnlistedThreads unlisted() {
        return unlisted;
    }

    /** Over all threads of the program. */
    Sums program() {
        return program;
    }

    /** Over all threads. */
    Sums system() {
        return system;
    }
}
