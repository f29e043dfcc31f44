package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CounterCheck;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.ProcessRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.analyze.UnlistedThreads;
import dev.whyswitch.json.Json;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hand-made analyses, consistent in themselves: every sum that a report checks comes out. */
final class Analyses {
    static final int MIX = 18154;
    private static final long WINDOW_NS = 1_020_000_000;

    private Analyses() {}

    /** A program of four threads with its counters, and some of the system around it. */
    static Analysis mix() {
        List<ThreadRow> threads = List.of(
                thread(MIX, MIX, "mix", 120, true, sums(5, 41, 1, 0, us(31_250), us(1_800), us(962_000), us(950), 0)),
                thread(18155, MIX, "burn", 120, true, sums(229, 1, 1, 0, us(502_400), us(501_100), us(400), us(12), 0)),
                thread(18156, MIX, "burn", 120, true, sums(226, 2, 1, 0, us(498_000), us(503_300), us(700), us(38), 0)),
                thread(
                        18157,
                        MIX,
                        "sleeper",
                        120,
                        true,
                        sums(0, 201, 1, 0, us(8_400), 0, us(980_000), us(3_107), us(640))),
                thread(18158, MIX, "ticker", 49, true, sums(0, 498, 1, 2, us(61_000), 0, us(941_500), us(1_204), 0)),
                thread(25, 2, "kworker/1:0-ev", 120, false, sums(0, 64, 0, 0, us(1_900), 0, us(1_010_000), us(170), 0)),
                thread(18, 2, "migration/0", 0, false, sums(0, 3, 0, 0, us(21), 0, us(1_000_000), us(9), 0)),
                thread(
                        18150,
                        18150,
                        "perf",
                        120,
                        false,
                        sums(2, 31, 0, 0, us(5_000), us(88), us(1_000_200), us(91), 0)));
        List<CounterCheck> counters = List.of(
                check("mix", MIX, 41, 5, 5, 41, 0, 0, true),
                check("burn", 18155, 1, 229, 229, 1, 0, 0, true),
                check("burn", 18156, 3, 225, 226, 2, 0, 0, true),
                check("sleeper", 18157, 201, 0, 0, 201, 1, 1, true),
                check("ticker", 18158, 500, 0, 0, 498, 1, 1, false));
        return analysis(info("/var/tmp/run/mix.file.data"), MIX, threads, counters, quality(0, 0, 0), 0);
    }

    /** A machine-wide recording with losses, many threads and names that no one wants. */
    static Analysis lossy() {
        List<ThreadRow> threads = new ArrayList<>();
        List<String> names = List.of(
                "a|b", "x\ny", "`tick`", "<script>", "*_bold_*", "", "\\|", "cut\uFFFD", " lead ", "\u202Egnp", "\t");
        for (int i = 0; i < names.size(); i++) {
            threads.add(odd(i, names.get(i)));
        }
        for (int i = names.size(); i < 40; i++) {
            threads.add(odd(i, "worker-" + i));
        }
        return analysis(info("lossy.data"), -1, threads, List.of(), quality(1204, 7, 203), 31_000_000);
    }

    /** A recording without any switch, that says nothing about itself. */
    static Analysis empty() {
        TraceInfo nothing = new TraceInfo(
                "nothing.data",
                "perf.data",
                104,
                "",
                "",
                "",
                "",
                List.of(),
                0,
                "",
                List.of(),
                List.of(),
                Selection.ALL);
        return new Analysis(
                Json.ANALYSIS_SCHEMA,
                nothing,
                -1,
                0,
                Sums.ZERO,
                Sums.ZERO,
                List.of(),
                UnlistedThreads.NONE,
                List.of(),
                List.of(),
                List.of(),
                new TraceQuality(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new EvidenceQuality(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static ThreadRow odd(int i, String name) {
        Sums sums = new Sums(
                3L * i,
                100 - i,
                i % 2,
                i == 4 ? 40 : 0,
                us(100 + 7L * i),
                us(2L * i),
                us(990_000 - 20_000L * i),
                us(30L + i),
                us(i == 2 ? 5000 : 0),
                us(i == 3 ? 1234 : 0),
                us(i == 5 ? 77 : 0),
                us(i == 6 ? 10_000 : 0),
                2,
                i == 4 ? 40 : 0);
        return new ThreadRow(
                1000 + i,
                i == 7 ? -1 : 1000 + i - i % 4,
                1,
                name,
                i == 8 ? -1 : 120 + i % 3,
                true,
                sums.lifeNs(),
                sums);
    }

    private static ThreadRow thread(int tid, int tgid, String name, int priority, boolean inProgram, Sums sums) {
        return new ThreadRow(tid, tgid, 1, name, priority, inProgram, sums.lifeNs(), sums);
    }

    private static Sums sums(
            long preemptions,
            long synchronizations,
            long ends,
            long unclassified,
            long runningNs,
            long preemptedNs,
            long blockedNs,
            long runnableNs,
            long unsplitNs) {
        return new Sums(
                preemptions,
                synchronizations,
                ends,
                unclassified,
                runningNs,
                preemptedNs,
                blockedNs,
                runnableNs,
                unsplitNs,
                0,
                14_000,
                0,
                1,
                unclassified);
    }

    private static long us(long microseconds) {
        return microseconds * 1000;
    }

    private static CounterCheck check(
            String name,
            int tid,
            long voluntary,
            long involuntary,
            long preemptions,
            long synchronizations,
            long ends,
            long early,
            boolean inside) {
        return new CounterCheck(
                name,
                tid,
                false,
                1_000,
                900_000_000,
                voluntary,
                involuntary,
                preemptions,
                synchronizations,
                ends,
                early,
                0,
                inside);
    }

    private static TraceInfo info(String path) {
        return new TraceInfo(
                path,
                "perf.data",
                1_482_904,
                "testbox",
                "6.18.44",
                "x86_64",
                "6.1.192",
                List.of("perf", "record", "-e", "sched:*", "-a", "--switch-events", "-o", "out file.data"),
                2,
                "CLOCK_MONOTONIC",
                List.of("sched:sched_switch", "sched:sched_waking"),
                List.of(),
                Selection.ALL);
    }

    private static TraceQuality quality(long lost, long places, long repeated) {
        return new TraceQuality(14_310, 9_007, 4_911, lost, places, 0, 0, 0, 0, 0, 0, 1_483_224, repeated);
    }

    private static EvidenceQuality evidence(long switches, long damagedNs) {
        return new EvidenceQuality(
                switches + 1_067, 1_072, 3, 1, 12, 10, 6, 2, 84_000, 1_309, 0, 17, 4, 3, 0, 6, 0, 0, damagedNs);
    }

    private static Analysis analysis(
            TraceInfo info,
            int program,
            List<ThreadRow> unsorted,
            List<CounterCheck> counters,
            TraceQuality quality,
            long damagedNs) {
        List<ThreadRow> threads = unsorted.stream()
                .sorted(Comparator.comparingLong((ThreadRow row) -> -row.sums().preemptedNs()
                        - row.sums().runnableNs()
                        - row.sums().newNs()))
                .toList();
        Sums system = Scope.sum(threads);
        return new Analysis(
                Json.ANALYSIS_SCHEMA,
                info,
                program,
                WINDOW_NS,
                Scope.sum(threads.stream().filter(ThreadRow::inProgram).toList()),
                system,
                threads,
                UnlistedThreads.NONE,
                processes(threads),
                cpus(system, damagedNs),
                counters,
                quality,
                evidence(system.switches(), damagedNs));
    }

    private static List<ProcessRow> processes(List<ThreadRow> threads) {
        Map<Integer, ProcessRow> rows = new LinkedHashMap<>();
        for (ThreadRow thread : threads) {
            ProcessRow one = new ProcessRow(
                    thread.tgid(),
                    thread.tgid() == MIX ? "mix" : thread.name(),
                    1,
                    1,
                    thread.inProgram(),
                    thread.sums());
            rows.merge(
                    thread.tgid(),
                    one,
                    (a, b) -> new ProcessRow(
                            a.tgid(),
                            a.name(),
                            1,
                            a.threads() + 1,
                            a.inProgram(),
                            a.sums().plus(b.sums())));
        }
        return List.copyOf(rows.values());
    }

    /** Two CPUs that share the system's switches and running time unevenly. */
    private static List<CpuRow> cpus(Sums system, long damagedNs) {
        CpuRow first = cpu(
                0,
                WINDOW_NS,
                system.preemptions() / 3,
                system.synchronizations() / 2,
                0,
                system.unclassified(),
                system.runningNs() / 2,
                damagedNs);
        CpuRow second = cpu(
                1,
                WINDOW_NS - 3_000_000,
                system.preemptions() - first.preemptions(),
                system.synchronizations() - first.synchronizations(),
                system.terminationsOrStops(),
                0,
                system.runningNs() - first.runningNs(),
                2_400_000);
        return List.of(first, second);
    }

    private static CpuRow cpu(
            int cpu,
            long windowNs,
            long preemptions,
            long synchronizations,
            long ends,
            long unclassified,
            long runningNs,
            long unknownNs) {
        return new CpuRow(
                cpu,
                windowNs,
                preemptions,
                synchronizations,
                ends,
                unclassified,
                runningNs,
                windowNs - runningNs - unknownNs,
                unknownNs);
    }
}
