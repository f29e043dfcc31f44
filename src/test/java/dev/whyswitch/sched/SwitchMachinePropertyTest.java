package dev.whyswitch.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.sched.SchedulerSimulation.Event;
import dev.whyswitch.sched.SchedulerSimulation.Kind;
import dev.whyswitch.sched.SchedulerSimulation.Truth;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SwitchClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the machine makes of any stream of events, against a scheduler that knows the truth. */
final class SwitchMachinePropertyTest {
    static IntStream seeds() {
        return IntStream.range(0, 100);
    }

    private record Result(IntervalLog log, EvidenceQuality evidence, ThreadTable threads) {
        /** Switches by tid and class, those that a record shows. */
        Map<Integer, Map<SwitchClass, Long>> shownSwitches() {
            Map<Integer, Map<SwitchClass, Long>> sums = new TreeMap<>();
            log.switches().stream()
                    .filter(s -> !s.inferred())
                    .forEach(s -> sums.computeIfAbsent(threads.tid(s.thread()), tid -> new EnumMap<>(SwitchClass.class))
                            .merge(s.switchClass(), 1L, Long::sum));
            return sums;
        }

        /** Time by tid and kind, zeros left out. */
        Map<Integer, Map<IntervalKind, Long>> times() {
            Map<Integer, Map<IntervalKind, Long>> sums = new TreeMap<>();
            log.intervals().stream()
                    .filter(i -> i.toNs() > i.fromNs())
                    .forEach(
                            i -> sums.computeIfAbsent(threads.tid(i.thread()), tid -> new EnumMap<>(IntervalKind.class))
                                    .merge(i.kind(), i.toNs() - i.fromNs(), Long::sum));
            return sums;
        }

        Map<Integer, Long> allSwitches() {
            Map<Integer, Long> sums = new TreeMap<>();
            log.switches().forEach(s -> sums.merge(threads.tid(s.thread()), 1L, Long::sum));
            return sums;
        }
    }

    private static Result run(boolean tracepoints, List<Event> events) {
        IntervalLog log = new IntervalLog();
        SwitchMachine machine = new SwitchMachine(new NameTable(), tracepoints, log);
        events.forEach(e -> e.feed().to(machine));
        EvidenceQuality evidence = machine.end();
        log.checkPartition();
        assertThat(evidence.backwardsIntervals()).isZero();
        return new Result(log, evidence, machine.threads());
    }

    private static Map<Integer, Map<SwitchClass, Long>> trueSwitches(SchedulerSimulation simulation) {
        Map<Integer, Map<SwitchClass, Long>> sums = new TreeMap<>();
        simulation.truths().forEach((tid, truth) -> {
            if (truth.allSwitches() > 0) {
                sums.put(tid, truth.switches);
            }
        });
        return sums;
    }

    private static Map<Integer, Map<IntervalKind, Long>> trueTimes(SchedulerSimulation simulation) {
        Map<Integer, Map<IntervalKind, Long>> sums = new TreeMap<>();
        simulation.truths().forEach((tid, truth) -> {
            if (!truth.timesNs.isEmpty()) {
                sums.put(tid, truth.timesNs);
            }
        });
        return sums;
    }

    private static void assertTruth(Result result, SchedulerSimulation simulation) {
        assertThat(result.shownSwitches()).isEqualTo(trueSwitches(simulation));
        assertThat(result.times()).isEqualTo(trueTimes(simulation));
        for (int cpu = 0; cpu < simulation.cpus(); cpu++) {
            int number = cpu;
            assertThat(result.log().windowNs(cpu)).isEqualTo(simulation.lengthNs());
            assertThat(result.log().gaps().stream()
                            .filter(g -> g.cpu() == number)
                            .mapToLong(g -> g.toNs() - g.fromNs())
                            .sum())
                    .isEqualTo(simulation.idleNs(cpu));
        }
        assertThat(result.log().gaps()).allMatch(IntervalLog.Gap::known);
        EvidenceQuality e = result.evidence();
        assertThat(e.chainBreaks() + e.inferredSwitches() + e.contradictions() + e.abortedSleeps())
                .isZero();
        assertThat(e.spuriousWakings() + e.heldWakings() + e.preemptBitDisagrees() + e.damagedNs())
                .isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aCompleteStreamGivesTheTruth(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, false);

        assertTruth(run(true, simulation.events()), simulation);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void switchRecordsInAdditionChangeNothing(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, true);

        assertTruth(run(true, simulation.events()), simulation);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyPartOfTheSwitchRecordsInAdditionChangesNothing(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, true);
        SplittableRandom random = new SplittableRandom(seed);
        List<Event> some = simulation.events().stream()
                .filter(e -> (e.kind() != Kind.SWITCH_OUT && e.kind() != Kind.SWITCH_IN) || random.nextInt(3) > 0)
                .toList();

        assertTruth(run(true, some), simulation);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void switchRecordsAloneCountTheSwitchesToo(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, true);
        List<Event> records = simulation.events().stream()
                .filter(e -> e.kind() == Kind.SWITCH_OUT || e.kind() == Kind.SWITCH_IN)
                .toList();
        Result result = run(false, records);

        // They cannot tell a stop from a sleep.
        Map<Integer, Map<SwitchClass, Long>> shown = result.shownSwitches();
        Map<Integer, Map<SwitchClass, Long>> expected = new TreeMap<>();
        simulation.truths().forEach((tid, truth) -> {
            long ends = shown.getOrDefault(tid, Map.of()).getOrDefault(SwitchClass.TERMINATION_OR_STOP, 0L);
            assertThat(ends).isLessThanOrEqualTo(truth.count(SwitchClass.TERMINATION_OR_STOP));
            Map<SwitchClass, Long> row = new EnumMap<>(SwitchClass.class);
            row.put(SwitchClass.PREEMPTION, truth.count(SwitchClass.PREEMPTION));
            row.put(
                    SwitchClass.SYNCHRONIZATION,
                    truth.count(SwitchClass.SYNCHRONIZATION) + truth.count(SwitchClass.TERMINATION_OR_STOP) - ends);
            row.put(SwitchClass.TERMINATION_OR_STOP, ends);
            row.values().removeIf(v -> v == 0);
            if (!row.isEmpty()) {
                expected.put(tid, row);
            }
        });
        assertThat(shown).isEqualTo(expected);
        assertThat(result.evidence().chainBreaks()).isZero();
        assertThat(result.evidence().inferredSwitches()).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void droppedRecordsNeverMakeMoreSwitchesThanThereWere(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, seed % 2 == 0);
        SplittableRandom random = new SplittableRandom(seed);
        double share = new double[] {0.003, 0.03, 0.3, 0.8}[seed / 2 % 4];
        List<Event> some = simulation.events().stream()
                .filter(e -> random.nextDouble() >= share)
                .toList();

        assertNotMoreThanTheTruth(run(true, some), simulation);
    }

    /**
     * Counts of all switches, inferred ones too, and of each class where tracepoints show them. A PERF_RECORD_SWITCH alone
     * cannot tell a stop from a sleep, nor name who exits.
     */
    private static void assertNotMoreThanTheTruth(Result result, SchedulerSimulation simulation) {
        result.allSwitches()
                .forEach((tid, count) -> assertThat(count)
                        .as("switches of %d", tid)
                        .isLessThanOrEqualTo(simulation.truths().get(tid).allSwitches()));
        boolean allClasses = result.evidence().switchesBySwitchOutOnly() == 0;
        result.shownSwitches()
                .forEach((tid, counts) -> counts.forEach((switchClass, count) -> {
                    if (allClasses || switchClass == SwitchClass.PREEMPTION) {
                        Truth truth = simulation.truths().get(tid);
                        assertThat(count)
                                .as("%s of %d", switchClass, tid)
                                .isLessThanOrEqualTo(truth.count(switchClass));
                    }
                }));
    }

    /** Rings that overflow: all of one CPU's events from one to another are gone, and a LOST record says so. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void lossesThatAreNotedNeverMakeMoreSwitchesThanThereWere(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, seed % 2 == 0);
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, Long> lost = new HashMap<>();
        List<Event> some = new ArrayList<>();
        for (Event e : simulation.events()) {
            long count = lost.getOrDefault(e.cpu(), 0L);
            boolean overflows = count > 0 ? random.nextInt(8) > 0 : random.nextInt(60) == 0;
            if (overflows && e.kind() != Kind.LAST) {
                lost.put(e.cpu(), count + 1);
                continue;
            }
            if (count > 0) {
                some.add(new Event(e.timeNs(), e.cpu(), Kind.OTHER, s -> s.onLost(e.timeNs(), e.cpu(), count)));
                lost.remove(e.cpu());
            }
            some.add(e);
        }
        Result result = run(true, some);

        assertNotMoreThanTheTruth(result, simulation);
        assertThat(result.evidence().chainBreaks()).isZero();
        assertThat(result.evidence().inferredSwitches()).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderOfEqualTimesOverCpusDoesNotMatter(int seed) {
        SchedulerSimulation simulation = new SchedulerSimulation(seed, seed % 2 == 0);

        assertTruth(run(true, shuffleEqualTimes(simulation.events(), seed)), simulation);
    }

    private static List<Event> shuffleEqualTimes(List<Event> events, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Event> shuffled = new ArrayList<>();
        for (int from = 0; from < events.size(); ) {
            Map<Integer, List<Event>> byCpu = new TreeMap<>();
            long timeNs = events.get(from).timeNs();
            while (from < events.size() && events.get(from).timeNs() == timeNs) {
                byCpu.computeIfAbsent(events.get(from).cpu(), cpu -> new ArrayList<>())
                        .add(events.get(from++));
            }
            List<List<Event>> queues = new ArrayList<>(byCpu.values());
            while (!queues.isEmpty()) {
                int pick = random.nextInt(queues.size());
                shuffled.add(queues.get(pick).remove(0));
                if (queues.get(pick).isEmpty()) {
                    queues.remove(pick);
                }
            }
        }
        return shuffled;
    }
}
