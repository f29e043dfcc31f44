package dev.whyswitch.bench;

import java.util.Locale;

/** What a generated recording holds, counted while it was made. */
public final class Totals {
    /** Records that the kernel would have written: samples, SWITCH, FORK and EXIT; those that perf makes are not counted. */
    public long events;

    /** Switches whose leaver is a thread, and how they divide. */
    public long preemptions;

    /** See {@link #preemptions}. */
    public long synchronizations;

    /** See {@link #preemptions}. */
    public long terminations;

    /** Switches whose leaver is the idle task. */
    public long idleSwitches;

    /** Sum over all threads of the time from each switch-in to its switch-out; stays cut by the recording's end apart. */
    public long runningNs;

    /** sched_waking. */
    public long wakings;

    /** sched_migrate_task. */
    public long migrations;

    /** sched_process_fork. */
    public long forks;

    /** Threads with any event of their own. */
    public long threads;

    /** From the first event to the last. */
    public long spanNs;

    /** Size of the file. */
    public long fileBytes;

    Totals() {}

    /** All switches of threads. */
    public long switches() {
        return preemptions + synchronizations + terminations;
    }

    /** As one line of JSON. */
    String json() {
        return String.format(
                Locale.ROOT,
                "{\"events\":%d,\"switches\":%d,\"preemptions\":%d,\"synchronizations\":%d,\"terminations\":%d,"
                        + "\"idleSwitches\":%d,\"runningNs\":%d,\"wakings\":%d,\"migrations\":%d,\"forks\":%d,"
                        + "\"threads\":%d,\"spanNs\":%d,\"fileBytes\":%d}",
                events,
                switches(),
                preemptions,
                synchronizations,
                terminations,
                idleSwitches,
                runningNs,
                wakings,
                migrations,
                forks,
                threads,
                spanNs,
                fileBytes);
    }
}
