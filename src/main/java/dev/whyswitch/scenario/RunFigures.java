package dev.whyswitch.scenario;

import dev.whyswitch.analyze.Sums;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one run of a variant amounts to: the figures that a batch compares. Times in nanoseconds.
 *
 * @param round 1, 2, … : every variant runs once a round
 * @param folder the run's folder, relative to the batch's
 * @param end how the program ended, such as {@code exit code 0}
 * @param succeeded it ended by itself with exit code 0
 * @param wallNs from its start until it was reaped
 * @param userNs its user time, children included, from wait4
 * @param sysNs its kernel time, children included, from wait4
 * @param sums switches and intervals of its threads and descendants
 * @param counterReadings how many threads, and sums of children, read the kernel's own counters
 * @param exactReadings how many of these readings the recording confirms exactly
 * @param lostEvents events that the probe lost
 * @param incomplete the recording is incomplete by the report's limits
 * @param otherCpuNs CPU time of everything else on the machine meanwhile, from /proc/stat
 * @param stealNs CPU time that the hypervisor gave to others meanwhile, from /proc/stat
 * @param own the program's own figures
 * @param threads how long each thread that read its own counters ran, in the order of the program's output
 */
public record RunFigures(
        int round,
        String folder,
        String end,
        boolean succeeded,
        long wallNs,
        long userNs,
        long sysNs,
        Sums sums,
        int counterReadings,
        int exactReadings,
        long lostEvents,
        boolean incomplete,
        long otherCpuNs,
        long stealNs,
        Map<String, String> own,
        List<ThreadTime> threads) {

    /** Takes copies of the collections. */
    public RunFigures {
        threads = List.copyOf(threads);
        own = Collections.unmodifiableMap(new TreeMap<>(own));
    }

    /**
     * A thread's time, by the recording. In nanoseconds.
     *
     * @param name its name as the program prints it
     * @param runningNs on a CPU
     * @param preemptedNs from a preemption to the next run
     */
    public record ThreadTime(String name, long runningNs, long preemptedNs) {}

    /** What the recording shows differs from a reading of the kernel's counters. */
    public boolean readingsDisagree() {
        return exactReadings < counterReadings;
    }

    /** Something about the run is not as it should be, so that its recording is worth another look. */
    public boolean isDoubtful() {
        return !succeeded || incomplete || lostEvents > 0 || readingsDisagree();
    }

    /** User and kernel time as a percentage of the wall time; 200 is two whole CPUs. */
    public double cpuPercent() {
        return wallNs <= 0 ? Double.NaN : 100.0 * (userNs + sysNs) / wallNs;
    }
}
