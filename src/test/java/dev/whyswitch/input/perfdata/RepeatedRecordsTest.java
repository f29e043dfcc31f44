package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What perf wrote twice is handed on once; what only looks like it is kept. */
final class RepeatedRecordsTest {
    @TempDir
    private Path directory;

    private TraceQuality quality;

    private List<String> read(Path path) throws IOException {
        try (PerfDataReader reader = PerfDataReader.open(path)) {
            EventLog log = new EventLog(reader.names());
            quality = reader.read(log);
            return log.lines();
        }
    }

    /** The tids woken, in the order in which they are handed on. */
    private List<Integer> tids(PerfDataBuilder file) throws IOException {
        return tids(file.write(directory));
    }

    private List<Integer> tids(Path path) throws IOException {
        return read(path).stream()
                .filter(line -> line.contains(" waking "))
                .map(line -> Integer.valueOf(line.replaceAll(".* w:(\\d+) .*", "$1")))
                .toList();
    }

    private static PerfDataBuilder file() {
        return PerfDataBuilder.littleEndian().schedEvents();
    }

    /** A piece of a ring buffer: at each of the times, a record that wakes the thread of that number. */
    private static void piece(PerfDataBuilder file, int cpu, int... timesNs) {
        for (int timeNs : timesNs) {
            file.at(cpu, timeNs, 1).waking("w", timeNs, 0, 0);
        }
    }

    private void assertRepeated(long repeated, long backwards) {
        assertThat(quality.repeatedRecords()).isEqualTo(repeated);
        assertThat(quality.backwardsTimes()).isEqualTo(backwards);
    }

    /** The numbers are perf script's, by the commands in the recordings' README. */
    @Test
    void recordingWithABlockWrittenTwiceHasEachEventOnce() throws IOException {
        List<String> lines = read(RealRecordings.unpack("twice.data", directory));

        assertThat(lines.stream().filter(line -> line.contains(" ==> "))).hasSize(34);
        assertThat(lines.stream().filter(line -> line.contains(" waking "))).hasSize(22);
        assertThat(lines.stream().filter(line -> line.matches(".*: exit [1-9]\\d*/.*")))
                .hasSize(1);
        assertRepeated(203, 0);
    }

    @Test
    void blockOfTheNextRoundIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30, 40);
        piece(file, 1, 15, 45);
        file.finishedRound();
        piece(file, 0, 30, 40, 50);
        piece(file, 1, 47, 55);
        file.finishedRound();

        assertThat(tids(file)).containsExactly(10, 15, 20, 30, 40, 45, 47, 50, 55);
        assertRepeated(2, 0);
        assertThat(quality.schedEvents()).isEqualTo(9);
        assertThat(quality.records()).isEqualTo(13);
    }

    /** perf may wait until a buffer holds enough (--mmap-flush); the first copy is handed on long before the second comes. */
    @Test
    void blockOfALaterRoundIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30, 40);
        for (int round = 0; round < 5; round++) {
            file.finishedRound();
            piece(file, 1, 50 + round);
        }
        file.finishedRound();
        piece(file, 0, 20, 30, 40, 60);

        assertThat(tids(file)).containsExactly(10, 20, 30, 40, 50, 51, 52, 53, 54, 60);
        assertRepeated(3, 0);
    }

    @Test
    void blockOfTheSameRoundIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30);
        piece(file, 1, 12, 22);
        piece(file, 0, 20, 30, 40);

        assertThat(tids(file)).containsExactly(10, 12, 20, 22, 30, 40);
        assertRepeated(2, 0);
    }

    /** As in a directory, whose files have no rounds. */
    @Test
    void blockThatTouchesTheFirstOneIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30, 20, 30, 40, 50);

        assertThat(tids(file)).containsExactly(10, 20, 30, 40, 50);
        assertRepeated(2, 0);
    }

    @Test
    void eachOfSeveralBlocksInARowIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30);
        file.finishedRound();
        piece(file, 0, 20, 30, 40, 50);
        file.finishedRound();
        piece(file, 0, 40, 50);
        file.finishedRound();
        piece(file, 0, 60);

        assertThat(tids(file)).containsExactly(10, 20, 30, 40, 50, 60);
        assertRepeated(4, 0);
    }

    @Test
    void singleRecordIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20);
        file.finishedRound();
        piece(file, 0, 20, 30);

        assertThat(tids(file)).containsExactly(10, 20, 30);
        assertRepeated(1, 0);
    }

    /** A recording of single tasks can hold an event for the thread that made it and for the one it is about. */
    @Test
    void equalNeighboursOfOnePieceAreKept() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 20, 30);

        assertThat(tids(file)).containsExactly(10, 20, 20, 30);
        assertRepeated(0, 0);
    }

    @Test
    void equalTimesWhereAPieceBeginsAreKeptIfTheRecordsDiffer() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20);
        file.finishedRound();
        file.at(0, 20, 1).waking("w", 21, 0, 0);

        assertThat(tids(file)).containsExactly(10, 20, 21);
        assertRepeated(0, 0);
    }

    /** With a coarse clock many records have one time; the same two switches may be there again and again. */
    @Test
    void equalTimesOfACoarseClockAreNoRepetition() throws IOException {
        PerfDataBuilder file = file();
        file.at(0, 20, 5).schedSwitch(5, 0, 6).at(0, 20, 6).schedSwitch(6, 0, 5);
        file.finishedRound();
        file.at(0, 20, 5).schedSwitch(5, 0, 6).at(0, 20, 6).schedSwitch(6, 0, 5);

        assertThat(read(file.write(directory)).stream().filter(line -> line.contains(" ==> ")))
                .hasSize(4);
        assertRepeated(0, 0);
    }

    @Test
    void stepBackToOtherRecordsIsKeptAndCounted() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30);
        file.finishedRound();
        piece(file, 0, 15, 40);
        file.finishedRound();
        file.at(0, 15, 1).waking("w", 16, 0, 0);

        assertThat(tids(file)).containsExactlyInAnyOrder(10, 20, 30, 15, 40, 16);
        assertThat(quality.repeatedRecords()).isZero();
        assertThat(quality.backwardsTimes()).isPositive();
    }

    /** A part of the last piece that does not reach its end is nothing that perf does. */
    @Test
    void equalRecordWithoutThoseBehindItIsKept() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30);
        piece(file, 0, 20, 40);

        assertThat(tids(file)).containsExactly(10, 20, 30, 20, 40);
        assertRepeated(0, 1);
    }

    @Test
    void oneOtherByteInABlockKeepsAllOfIt() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30, 40);
        file.finishedRound();
        piece(file, 0, 20, 30);
        file.at(0, 40, 1).waking("w", 40, 1, 0);

        assertThat(tids(file)).hasSize(7);
        assertThat(quality.repeatedRecords()).isZero();
        assertThat(quality.backwardsTimes()).isPositive();
    }

    @Test
    void anotherCpusEqualTimesAreNoRepetition() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20);
        piece(file, 1, 10, 20);
        piece(file, 0, 30);

        assertThat(tids(file)).containsExactly(10, 10, 20, 20, 30);
        assertRepeated(0, 0);
    }

    @Test
    void blockInWhichTheFileEndsIsDropped() throws IOException {
        PerfDataBuilder file = file();
        piece(file, 0, 10, 20, 30, 40);
        file.finishedRound();
        piece(file, 0, 20, 30);
        PerfDataBuilder next = file();
        piece(next, 0, 40);
        ByteBuffer bytes = ByteBuffer.wrap(next.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int record = (int) bytes.getLong(40);
        file.record(9, 1, Arrays.copyOfRange(bytes.array(), record + 8, record + 20), bytes.getShort(record + 6));

        assertThat(tids(file)).containsExactly(10, 20, 30, 40);
        assertRepeated(2, 0);
        assertThat(quality.trailingBytes()).isEqualTo(20);
    }

    @Test
    void longBlockAtTheEndOfALongPieceIsDropped() throws IOException {
        int recordBytes = file().at(0, 1, 1).waking("w", 1, 0, 0).bytes().length - file().bytes().length;
        int all = (int) (3 * RepeatedRecords.LOOK_BACK_BYTES / recordBytes);
        int twice = 3000;
        assertThat(twice * recordBytes).isGreaterThan(1 << 17);
        PerfDataBuilder file = file();
        piece(file, 0, IntStream.rangeClosed(1, all).toArray());
        piece(file, 0, IntStream.rangeClosed(all - twice + 1, all + 1).toArray());

        try (PerfDataReader reader = PerfDataReader.open(file.write(directory))) {
            quality = reader.read(new SilentSink() {});
        }
        assertThat(quality.schedEvents()).isEqualTo(all + 1);
        assertRepeated(twice, 0);
    }

    static IntStream seeds() {
        return IntStream.range(0, 40);
    }

    /** Random events, taken from the ring buffers as perf takes them: up to the second head, to go on from the first. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyRaceOfPerfIsUndone(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int cpus = random.nextInt(1, 5);
        List<List<Integer>> rings = new ArrayList<>();
        IntStream.range(0, cpus).forEach(cpu -> rings.add(new ArrayList<>()));
        int[] previous = new int[cpus];
        int[] written = new int[cpus];
        int events = 0;
        int repeated = 0;
        PerfDataBuilder file = file();
        for (int round = 0; round < 40; round++) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                List<Integer> ring = rings.get(cpu);
                events = happen(random.nextInt(20), events, rings, random);
                int firstHead = ring.size();
                if (random.nextInt(3) == 0 && round < 39) {
                    events = happen(random.nextBoolean() ? 2 : 40, events, rings, random);
                }
                piece(
                        file,
                        cpu,
                        ring.subList(previous[cpu], ring.size()).stream()
                                .mapToInt(i -> i)
                                .toArray());
                repeated += written[cpu] - previous[cpu];
                previous[cpu] = firstHead;
                written[cpu] = ring.size();
            }
            file.finishedRound();
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            List<Integer> ring = rings.get(cpu);
            piece(
                    file,
                    cpu,
                    ring.subList(written[cpu], ring.size()).stream()
                            .mapToInt(i -> i)
                            .toArray());
        }

        assertThat(tids(file))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, events).boxed().toList());
        assertThat(repeated).isPositive();
        assertRepeated(repeated, 0);
    }

    /** {@code count} more events, each at the time of its number, on any CPU; returns the number of the last one. */
    private static int happen(int count, int events, List<List<Integer>> rings, SplittableRandom random) {
        int last = events;
        for (int i = 0; i < count; i++) {
            rings.get(random.nextInt(rings.size())).add(++last);
        }
        return last;
    }
}
