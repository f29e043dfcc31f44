package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Recordings of single tasks: told apart from those of whole CPUs, in the order of time without any CPU. */
final class ReaderTasksTest {
    private static final long WITHOUT_CPU = PerfDataBuilder.TID | PerfDataBuilder.TIME;
    private static final long ENABLE_ON_EXEC = 1 << 12;

    @TempDir
    private Path directory;

    private TraceQuality quality;

    private List<String> read(PerfDataBuilder file) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        EventLog log = new EventLog(reader.names());
        quality = reader.read(log);
        return log.lines();
    }

    private boolean isSingleTasks(PerfDataBuilder file) throws IOException {
        return PerfDataReader.open(file.write(directory)).recordsSingleTasks();
    }

    private static PerfDataBuilder tracepoints() {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        return file.at(0, 100, 10).schedSwitch(10, 1, 11);
    }

    private static PerfDataBuilder switchRecords(ByteOrder order) {
        return PerfDataBuilder.in(order).sampleType(WITHOUT_CPU).switchEvents();
    }

    @ParameterizedTest
    @CsvSource({
        "nothing, false",
        "ID_INDEX of a CPU, false",
        "ID_INDEX of a task, true",
        "THREAD_MAP of CPUs, false",
        "THREAD_MAP of a task, true",
        "SWITCH_CPU_WIDE, false",
        "SWITCH, true"
    })
    void whatWasRecordedIsTold(String record, boolean singleTasks) throws IOException {
        PerfDataBuilder file = tracepoints();
        switch (record) {
            // The first sign decides: a SWITCH behind it changes nothing.
            case "ID_INDEX of a CPU" -> file.idIndex(0, -1).taskSwitchIn();
            case "ID_INDEX of a task" -> file.idIndex(0, 10).switchIn(10);
            case "THREAD_MAP of CPUs" -> file.threadMap(-1).taskSwitchIn();
            case "THREAD_MAP of a task" -> file.threadMap(10).switchIn(10);
            case "SWITCH_CPU_WIDE" -> file.switchIn(10);
            case "SWITCH" -> file.taskSwitchIn();
            default -> file.finishedRound();
        }

        assertThat(isSingleTasks(file)).isEqualTo(singleTasks);
    }

    @Test
    void withoutARecordThatTellsTheAttributeDoes() throws IOException {
        assertThat(isSingleTasks(tracepoints().attrFlags(ENABLE_ON_EXEC))).isTrue();
        assertThat(isSingleTasks(switchRecords(ByteOrder.LITTLE_ENDIAN))).isTrue();
    }

    static List<ByteOrder> byteOrders() {
        return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void everyRecordOfATaskArrives(ByteOrder order) throws IOException {
        PerfDataBuilder file = switchRecords(order);
        file.at(7, 100, 20, 21).taskSwitchIn();
        file.at(7, 101, 20, 21).taskSwitchOut(true);
        file.at(7, 102, 20, 21).taskSwitchOut(false);
        file.at(7, 103, 20, 21).exit(9, 20, 21);

        assertThat(read(file))
                .containsExactly(
                        "100 cpu-1 by 21: in, prev -1",
                        "101 cpu-1 by 21: out, next -1 preempt",
                        "102 cpu-1 by 21: out, next -1",
                        "103 cpu-1: exit 20/21");
        assertThat(quality.switchRecords()).isEqualTo(3);
        assertThat(quality.malformedRecords()).isZero();
    }

    @Test
    void withACpuInTheRecordItIsNamed() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .sampleType(WITHOUT_CPU | PerfDataBuilder.CPU)
                .switchEvents();
        file.at(3, 100, 21).taskSwitchIn();

        assertThat(read(file)).containsExactly("100 cpu3 by 21: in, prev -1");
    }

    @Test
    void aSwitchRecordTooShortForItsTrailerIsCounted() throws IOException {
        PerfDataBuilder file = switchRecords(ByteOrder.LITTLE_ENDIAN);
        file.at(0, 100, 21).taskSwitchIn().record(14, 0, new byte[8]);

        read(file);
        assertThat(quality.switchRecords()).isEqualTo(1);
    }

    static IntStream seeds() {
        return IntStream.range(0, 30);
    }

    private record Event(long timeNs, int ring, int tid) {}

    /** Rings of several CPUs that the records do not name, flushed piece by piece: out in the order of time. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void recordsWithoutACpuAreSortedByTime(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int rings = random.nextInt(1, 9);
        List<Event> all = new ArrayList<>();
        long now = 1;
        PerfDataBuilder file = switchRecords(ByteOrder.LITTLE_ENDIAN);
        for (int round = 0; round < 20; round++) {
            List<Event> fresh = new ArrayList<>();
            for (int i = random.nextInt(0, 60); i > 0; i--) {
                now += 1 + random.nextInt(0, 3);
                fresh.add(new Event(now, random.nextInt(0, rings), 1 + all.size() + fresh.size()));
            }
            all.addAll(fresh);
            fresh.sort(Comparator.comparingInt(Event::ring));
            fresh.forEach(e -> file.at(0, e.timeNs, e.tid).taskSwitchIn());
            if (seed % 3 != 0) {
                file.finishedRound();
            }
        }

        List<String> expected = all.stream()
                .map(e -> e.timeNs + " cpu-1 by " + e.tid + ": in, prev -1")
                .toList();
        assertThat(read(file)).containsExactlyElementsOf(expected);
        assertThat(quality.backwardsTimes()).isZero();
    }

    /** Records of equal time in one ring keep the order in which they were made. */
    @Test
    void equalTimesInOneRingKeepTheirOrder() throws IOException {
        PerfDataBuilder file = switchRecords(ByteOrder.LITTLE_ENDIAN);
        for (int tid = 1; tid <= 5; tid++) {
            file.at(0, 100, tid).taskSwitchIn();
        }

        assertThat(read(file))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 5)
                        .mapToObj(tid -> "100 cpu-1 by " + tid + ": in, prev -1")
                        .toList());
    }
}
