package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records come in the order of time over CPUs, and what cannot be used is counted. */
final class ReaderOrderTest {
    @TempDir
    private Path directory;

    private TraceQuality quality;

    private List<String> read(PerfDataBuilder file) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        EventLog log = new EventLog(reader.names());
        quality = reader.read(log);
        return log.lines().stream().filter(l -> !l.startsWith("window")).toList();
    }

    /** One line per event: time, CPU, tid woken. */
    private static String line(long timeNs, int cpu, int tid) {
        return timeNs + " cpu" + cpu + " by 1: waking w:" + tid + " [0] flags 0";
    }

    private static PerfDataBuilder file() {
        return PerfDataBuilder.littleEndian().schedEvents();
    }

    private static void waking(PerfDataBuilder file, long timeNs, int cpu, int tid) {
        file.at(cpu, timeNs, 1).waking("w", tid, 0, 0);
    }

    @Test
    void cpusAreMergedWithoutRounds() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 5);
        waking(file, 30, 0, 6);
        waking(file, 20, 1, 7);
        waking(file, 40, 1, 8);
        waking(file, 35, 0, 9);

        assertThat(read(file))
                .containsExactly(line(10, 0, 5), line(20, 1, 7), line(30, 0, 6), line(35, 0, 9), line(40, 1, 8));
        assertThat(quality.backwardsTimes()).isZero();
    }

    @Test
    void aRoundHoldsBackWhatTheNextOneMayPrecede() throws IOException {
        // perf's own example (tools/perf/util/ordered-events.c): the second round holds records older than the first's.
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        waking(file, 50, 1, 2);
        file.finishedRound();
        waking(file, 40, 0, 3);
        waking(file, 60, 1, 4);
        file.finishedRound();
        waking(file, 55, 0, 5);
        file.finishedRound();

        assertThat(read(file))
                .containsExactly(line(10, 0, 1), line(40, 0, 3), line(50, 1, 2), line(55, 0, 5), line(60, 1, 4));
        assertThat(quality.backwardsTimes()).isZero();
    }

    @Test
    void aStepBackOnOneCpuKeepsTheOrderOfTheFileAndTheTimeBeforeAndIsCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        waking(file, 30, 0, 2);
        waking(file, 20, 0, 3);
        waking(file, 40, 0, 4);

        assertThat(read(file)).containsExactly(line(10, 0, 1), line(30, 0, 2), line(30, 0, 3), line(40, 0, 4));
        assertThat(quality.backwardsTimes()).isEqualTo(1);
    }

    /** perf record --overwrite: CPU by CPU, newest first; what the dummy event notes has a buffer of its own. */
    @Test
    void aBufferThatWasWrittenBackwardsIsTurnedAround() throws IOException {
        PerfDataBuilder file =
                PerfDataBuilder.littleEndian().overwrite().switchEvents().schedEvents();
        file.at(0, 15, 1).switchIn(2);
        file.at(0, 15, 1).switchOut(3, false);
        file.at(0, 35, 1).switchIn(3);
        waking(file, 29, 0, 6);
        waking(file, 20, 0, 5);
        waking(file, 20, 0, 4);
        waking(file, 10, 0, 3);
        waking(file, 25, 1, 8);
        waking(file, 5, 1, 7);
        // The same CPU's buffer at a later time, as with --switch-output or a second signal.
        waking(file, 40, 1, 10);
        waking(file, 30, 1, 9);

        assertThat(read(file))
                .containsExactly(
                        line(5, 1, 7),
                        line(10, 0, 3),
                        "15 cpu0 by 1: in, prev 2",
                        "15 cpu0 by 1: out, next 3",
                        line(20, 0, 4),
                        line(20, 0, 5),
                        line(25, 1, 8),
                        line(29, 0, 6),
                        line(30, 1, 9),
                        "35 cpu0 by 1: in, prev 3",
                        line(40, 1, 10));
        assertThat(quality.backwardsTimes()).isZero();
        assertThat(quality.records()).isEqualTo(11);
    }

    @Test
    void equalTimesKeepTheOrderOfTheFileWithinACpu() throws IOException {
        PerfDataBuilder file = file();
        for (int tid = 1; tid <= 5; tid++) {
            waking(file, 10, 1, tid);
            waking(file, 10, 0, 100 + tid);
        }

        List<String> lines = read(file);
        assertThat(lines.stream().filter(l -> l.contains("cpu1")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 5)
                        .mapToObj(t -> line(10, 1, t))
                        .toList());
        assertThat(lines.stream().filter(l -> l.contains("cpu0")))
                .containsExactlyElementsOf(IntStream.rangeClosed(101, 105)
                        .mapToObj(t -> line(10, 0, t))
                        .toList());
    }

    static IntStream seeds() {
        return IntStream.range(0, 40);
    }

    private record Event(long timeNs, int cpu, int tid) {}

    /** Random rings of up to 9 CPUs, flushed in random pieces, each round as perf promises it. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyRoundsGiveTheOrderOfTime(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int cpus = random.nextInt(1, 10);
        List<List<Event>> rings = new ArrayList<>();
        IntStream.range(0, cpus).forEach(i -> rings.add(new ArrayList<>()));
        List<Event> all = new ArrayList<>();
        long now = 1;
        PerfDataBuilder file = file();
        int[] left = new int[cpus];
        for (int round = 0; round < 30; round++) {
            for (int i = random.nextInt(0, 40); i > 0; i--) {
                now += random.nextInt(0, 3);
                Event event = new Event(now, random.nextInt(0, cpus), all.size());
                all.add(event);
                rings.get(event.cpu).add(event);
            }
            for (int cpu = 0; cpu < cpus; cpu++) {
                // perf reads a ring while it is still written: some newest records stay for the next round, not longer.
                List<Event> ring = rings.get(cpu);
                int taken = random.nextInt(0, 4) == 0 ? random.nextInt(left[cpu], ring.size() + 1) : ring.size();
                ring.subList(0, taken).forEach(e -> waking(file, e.timeNs, e.cpu, e.tid));
                ring.subList(0, taken).clear();
                left[cpu] = ring.size();
            }
            if (seed % 2 == 0) {
                file.finishedRound();
            }
        }
        rings.forEach(ring -> ring.forEach(e -> waking(file, e.timeNs, e.cpu, e.tid)));

        List<String> lines = read(file);
        List<String> expected = all.stream()
                .sorted(Comparator.comparingLong(Event::timeNs))
                .map(e -> line(e.timeNs, e.cpu, e.tid))
                .toList();
        assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(quality.backwardsTimes()).isZero();
        assertThat(lines.stream().map(ReaderOrderTest::timeOf).toList()).isSorted();
        for (int cpu = 0; cpu < cpus; cpu++) {
            String ofCpu = " cpu" + cpu + " ";
            assertThat(lines.stream().filter(l -> l.contains(ofCpu)))
                    .containsExactlyElementsOf(
                            expected.stream().filter(l -> l.contains(ofCpu)).toList());
        }
    }

    private static long timeOf(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    @Test
    void lossesNotedTwiceAreCountedOnce() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.at(0, 20, 1).lost(7).lost(3).lostSamples(4, 0).lostSamples(6, 0);

        assertThat(read(file)).contains("20 cpu0: lost 7", "20 cpu0: lost 3");
        assertThat(quality.lostEvents()).isEqualTo(10);
        assertThat(quality.lostRecords()).isEqualTo(2);
    }

    @Test
    void lossesOnlyInTheSumsAreCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.at(0, 20, 1).lostSamples(4, 0).lostSamples(6, 0);

        read(file);
        assertThat(quality.lostEvents()).isEqualTo(10);
    }

    @Test
    void samplesThatAFilterDroppedAreNotLost() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        // PERF_RECORD_MISC_LOST_SAMPLES_BPF: dropped by a BPF filter as the user asked.
        file.at(0, 20, 1).lostSamples(4, 1 << 15);

        read(file);
        assertThat(quality.lostEvents()).isZero();
    }

    @Test
    void unknownRecordsAreSkippedAndCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.record(200, 0, new byte[24]).record(63, 0, new byte[5]).record(0, 0, new byte[0]);
        waking(file, 20, 0, 2);

        assertThat(read(file)).containsExactly(line(10, 0, 1), line(20, 0, 2));
        assertThat(quality.unknownRecords()).isEqualTo(3);
        assertThat(quality.records()).isEqualTo(5);
    }

    @Test
    void samplesOfUnknownIdsAreSkippedAndCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.at(0, 15, 1).sampleWithId(99_999, new byte[64]);

        assertThat(read(file)).containsExactly(line(10, 0, 1));
        assertThat(quality.unknownIds()).isEqualTo(1);
    }

    @Test
    void recordsTooShortForTheirTypeAreSkippedAndCounted() throws IOException {
        PerfDataBuilder file = file().switchEvents();
        waking(file, 10, 0, 1);
        file.record(9, 0, new byte[8]).record(9, 0, new byte[56]).record(3, 0, new byte[0]);
        file.at(0, 12, 1).sampleWithId(1011, new byte[12]);
        waking(file, 20, 0, 2);

        assertThat(read(file)).containsExactly(line(10, 0, 1), line(20, 0, 2));
        assertThat(quality.malformedRecords()).isEqualTo(4);
    }

    @Test
    void bytesThatAreNoWholeRecordAreCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.record(9, 0, new byte[12], 128);

        assertThat(read(file)).containsExactly(line(10, 0, 1));
        assertThat(quality.trailingBytes()).isEqualTo(20);
    }

    @Test
    void fewerBytesThanAHeaderAreCounted() throws IOException {
        PerfDataBuilder file = file();
        waking(file, 10, 0, 1);
        file.finishedRound();
        PerfDataBuilder longer = file.record(68, 0, new byte[3], 11).record(68, 0, new byte[2]);

        read(longer);
        assertThat(quality.trailingBytes()).isZero();
        assertThat(quality.records()).isEqualTo(4);
    }

    @Test
    void switchRecordsBehindTheLastTracepointComeAfterTheWindowsEnd() throws IOException {
        PerfDataBuilder file = file().switchEvents();
        file.at(0, 10, 5).schedSwitch(5, 1, 6);
        file.at(0, 20, 6).switchOut(7, true);
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        EventLog log = new EventLog(reader.names());
        reader.read(log);

        assertThat(log.lines()).containsSubsequence("window of cpu0 ends 10", "20 cpu0 by 6: out, next 7 preempt");
    }
}
