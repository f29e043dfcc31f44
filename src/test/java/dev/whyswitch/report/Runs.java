package dev.whyswitch.report;

import dev.whyswitch.json.Json;
import dev.whyswitch.record.ChildrenCounters;
import dev.whyswitch.record.CpuTimes;
import dev.whyswitch.record.CpuTimes.CpuTime;
import dev.whyswitch.record.MachineFacts;
import dev.whyswitch.record.ProbeTimes;
import dev.whyswitch.record.ProgramResult;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.Rusage;
import dev.whyswitch.record.SchedulingPolicy;
import dev.whyswitch.record.ThreadCounters;
import dev.whyswitch.record.WorkloadOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hand-made runs. */
final class Runs {
    private static final long START_NS = 5_000_000_000_000L;

    private Runs() {}

    /** A scenario's run of the program of {@link Analyses#mix}, at the second attempt. */
    static RunRecord scenario() {
        WorkloadOutput output = new WorkloadOutput(
                List.of(new ThreadCounters(
                        "burn",
                        18155,
                        START_NS + 1_000_000,
                        START_NS + 1_001_000_000,
                        1,
                        229,
                        501_000_000,
                        1_400_000,
                        Map.of("counter", "203792139"))),
                List.of(new ChildrenCounters(
                        3, 0, Analyses.MIX, START_NS, START_NS + 900_000_000, 6, 2, 3_000_000, 9_000_000, Map.of())),
                ordered("wall_ns", "1000123456", "total_per_s", "410041668", "note", "a|b"),
                List.of(
                        ordered(
                                "index",
                                "0",
                                "t_ns",
                                Long.toString(START_NS + 250_000_000),
                                "counter0",
                                "203792139",
                                "counter1",
                                "206249524"),
                        ordered(
                                "index",
                                "1",
                                "t_ns",
                                Long.toString(START_NS + 500_000_000),
                                "counter0",
                                "470482870",
                                "counter1",
                                "474856626")));
        return new RunRecord(
                Json.RUN_SCHEMA,
                "counters",
                "one-cpu",
                2,
                2,
                "2026-12-01T00:30:00Z",
                new RunRecord.Program(
                        List.of("workloads/mix", "--threads", "2", "--for", "1 s"),
                        "/var/tmp/run",
                        Map.of("LC_ALL", "C"),
                        List.of(0),
                        SchedulingPolicy.RR,
                        50,
                        30_000_000_000L),
                machine(),
                new RunRecord.ProbeRecord(
                        "perf",
                        List.of("perf", "sched", "record", "--switch-events", "-m", "8192"),
                        8192,
                        "perf.data",
                        new ProbeTimes(
                                START_NS - 400_000_000,
                                START_NS - 20_000_000,
                                START_NS + 1_025_000_000,
                                START_NS + 1_300_000_000),
                        0),
                result(0),
                new CpuTimes(List.of(
                        new CpuTime(0, 980_000_000, 20_000_000, 0, 0, 0, 0),
                        new CpuTime(1, 10_000_000, 0, 10_000_000, 20_000_000, 980_000_000, 0))),
                0.42,
                output,
                List.of("attempt 1 lost 1204 events with 2048 pages per CPU; repeated with 8192"));
    }

    /** A user's own command that failed, not recorded, on a machine that tells nothing. */
    static RunRecord bare() {
        return new RunRecord(
                Json.RUN_SCHEMA,
                "",
                "",
                0,
                1,
                "2026-12-01T00:30:00Z",
                new RunRecord.Program(
                        List.of("false"), "/", Map.of(), List.of(), SchedulingPolicy.INHERIT, 0, 600_000_000_000L),
                new MachineFacts(
                        "", "", "", "", "", "", 0, Map.of(), Map.of(), "", List.of(), "", List.of(), "", "", "", "", "",
                        false, "", 0, "", List.of(), "", List.of(), "", "", "", 0),
                new RunRecord.ProbeRecord("none", List.of(), 0, "", ProbeTimes.NONE, 0),
                result(3),
                new CpuTimes(List.of()),
                0,
                WorkloadOutput.NONE,
                List.of());
    }

    private static ProgramResult result(int exitCode) {
        return new ProgramResult(
                Analyses.MIX,
                exitCode,
                0,
                false,
                START_NS,
                START_NS + 1_010_000_000,
                new Rusage(1_002_000_000, 8_100_000, 12_000_000, 300, 0, 0, 0, 744, 460));
    }

    private static MachineFacts machine() {
        return new MachineFacts(
                "6.18.44",
                "#1 SMP PREEMPT_DYNAMIC Mon Nov 30",
                "x86_64",
                "PREEMPT_DYNAMIC",
                "none",
                "command line",
                250,
                ordered("CONFIG_HZ", "250", "SCHEDSTATS", "n"),
                ordered("sched_rr_timeslice_ms", "100", "perf_event_paranoid", "2"),
                "0-1",
                List.of(0, 1),
                "AMD EPYC",
                List.of("L1d 32 KiB", "L2 512 KiB"),
                "0",
                "haltpoll",
                "haltpoll",
                "",
                "",
                true,
                "KVM",
                0.00031,
                "kvm-clock",
                List.of("preempt=none"),
                "integrity",
                List.of(),
                "perf version 6.1.192",
                "bpftrace v0.17.0",
                "17.0.15",
                8_323_000_000L);
    }

    private static Map<String, String> ordered(String... keysAndValues) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
