package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of old perfs, of other machines, and with sections that are not there. */
final class ReaderHeaderTest {
    private static final String SWITCH = "100 cpu1 by 10: a:10 [98] S ==> b:11 [120]";
    private static final int BYTES_OF_VERSION_2_HEADER = 104;

    @TempDir
    private Path directory;

    private static PerfDataBuilder file(ByteOrder order) {
        PerfDataBuilder file = PerfDataBuilder.in(order)
                .events(TestFormat.schedSwitch(8), TestFormat.waking())
                .machine("vm", "6.18.44", "6.1.192", "ppc", 2)
                .commandLine("perf", "sched", "record");
        return file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);
    }

    private List<String> read(PerfDataReader reader) throws IOException {
        EventLog log = new EventLog(reader.names());
        reader.read(log);
        return log.lines();
    }

    private PerfDataReader open(byte[] bytes) throws IOException {
        return PerfDataReader.open(Files.write(directory.resolve("perf.data"), bytes));
    }

    static List<ByteOrder> byteOrders() {
        return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void theByteOrderOfVersion1IsThatOfItsAttrSize(ByteOrder order) throws IOException {
        PerfDataReader reader = open(file(order).version1().bytes());

        assertThat(read(reader)).contains(SWITCH);
        assertThat(reader.info().hostname()).isEqualTo("vm");
    }

    @Test
    void version1InPipeFormIsRecognised() {
        byte[] big = new TestBytes(ByteOrder.BIG_ENDIAN)
                .raw("PERFFILE".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .u64(16)
                .toArray();

        assertThatThrownBy(() -> open(big))
                .isInstanceOf(PerfDataException.class)
                .hasMessageContaining("the stream ended before them");
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void featureBitsInWordsOf4BytesAreRead(ByteOrder order) throws IOException {
        TraceInfo info = open(file(order).longsOf4Bytes().bytes()).info();

        assertThat(info.hostname()).isEqualTo("vm");
        assertThat(info.arch()).isEqualTo("ppc");
        assertThat(info.recorderCommand()).containsExactly("perf", "sched", "record");
        assertThat(read(open(file(order).longsOf4Bytes().bytes()))).contains(SWITCH);
    }

    @ParameterizedTest
    @CsvSource({"LITTLE, 4", "LITTLE, 8", "BIG, 4", "BIG, 8"})
    void featureBitsWithoutAHostnameAreRead(String order, int longBytes) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.in(order.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                .events(TestFormat.schedSwitch(8));
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(open((longBytes == 4 ? file.longsOf4Bytes() : file).bytes())))
                .contains(SWITCH);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void aHeaderWithoutFeatureBitsHasNoFeatures(ByteOrder order) throws IOException {
        PerfDataReader reader = open(file(order).withoutFeatureBits().bytes());

        // No formats either: sched_switch is told by its content.
        assertThat(reader.info().format()).endsWith("sched_switch guessed");
        assertThat(reader.info().hostname()).isEmpty();
        assertThat(read(reader)).contains(SWITCH);
    }

    @Test
    void aHeaderThatEndsBeforeItsSectionsIsRefused() {
        byte[] bytes = file(ByteOrder.LITTLE_ENDIAN).bytes();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(8, 64);

        assertThatThrownBy(() -> open(bytes))
                .isInstanceOf(PerfDataException.class)
                .hasMessageContaining("header of 64 bytes, expected 72 or more");
    }

    @ParameterizedTest
    @CsvSource({"16, 0", "32, 0", "32, 143"})
    void withoutAttributesThereIsNothingToRead(int at, long size) {
        byte[] bytes = file(ByteOrder.LITTLE_ENDIAN).bytes();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, size);

        assertThatThrownBy(() -> open(bytes))
                .isInstanceOf(PerfDataException.class)
                .hasMessageContaining("no event attributes");
    }

    /** 0 means 64, the first version; larger than its place in the file: perf inject raised one of both sizes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 64, 144, 4096})
    void theSizeInAnAttributeMayBeWrong(int size) throws IOException {
        byte[] bytes = file(ByteOrder.LITTLE_ENDIAN).bytes();
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = header.getLong(24); at < header.getLong(24) + header.getLong(32); at += header.getLong(16)) {
            header.putInt((int) at + 4, size);
        }

        assertThat(read(open(bytes))).contains(SWITCH);
    }

    @Test
    void cpusMayBeMoreThanTheHeaderSays() throws IOException {
        PerfDataBuilder file = file(ByteOrder.LITTLE_ENDIAN);
        file.at(4095, 200, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(open(file.bytes()))).contains("200 cpu4095 by 10: a:10 [98] S ==> b:11 [120]");
    }

    @Test
    void aFileCutBeforeItsFeaturesIsReadAsFarAsItGoes() throws IOException {
        byte[] whole = file(ByteOrder.LITTLE_ENDIAN).bytes();
        ByteBuffer header = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int table = (int) (header.getLong(40) + header.getLong(48));

        for (int length : new int[] {table, table + 20, table + 16 * 8 + 40}) {
            PerfDataReader reader = open(Arrays.copyOf(whole, length));

            assertThat(reader.info().endIsMissing()).as("cut at %d", length).isTrue();
            assertThat(read(reader)).contains(SWITCH);
        }
    }

    @Test
    void anUnknownFeatureOccupiesItsPlaceInTheTable() throws IOException {
        TraceInfo info = open(file(ByteOrder.LITTLE_ENDIAN)
                        .feature(2, new byte[24])
                        .feature(10, new byte[40])
                        .bytes())
                .info();

        assertThat(info.recorderCommand()).containsExactly("perf", "sched", "record");
    }

    /** perf 6.12 may write attributes and ids behind data and features (TRAPS of section order). */
    @Test
    void attributesMayLieBehindEverything() throws IOException {
        byte[] bytes = file(ByteOrder.LITTLE_ENDIAN).bytes();
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int attrs = (int) header.getLong(24);
        int size = (int) header.getLong(32);
        byte[] moved = Arrays.copyOf(bytes, bytes.length + size);
        System.arraycopy(bytes, attrs, moved, bytes.length, size);
        Arrays.fill(moved, attrs, attrs + size, (byte) 0xEE);
        ByteBuffer.wrap(moved).order(ByteOrder.LITTLE_ENDIAN).putLong(24, bytes.length);

        assertThat(read(open(moved))).contains(SWITCH);
        assertThat(attrs).isGreaterThan(BYTES_OF_VERSION_2_HEADER - 1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, CLOCK_REALTIME",
        "1, CLOCK_MONOTONIC",
        "4, CLOCK_MONOTONIC_RAW",
        "7, CLOCK_BOOTTIME",
        "11, CLOCK_TAI",
        "9, clock 9",
        "-1, perf default (sched_clock)"
    })
    void theClockOfTheTimesIsNamed(int id, String name) throws IOException {
        assertThat(open(file(ByteOrder.LITTLE_ENDIAN).clock(id).bytes()).info().clock())
                .isEqualTo(name);
    }

    @Test
    void aRecordingOfEverySwitchIsNoSample() throws IOException {
        assertThat(open(file(ByteOrder.LITTLE_ENDIAN).bytes()).info().selection())
                .isEqualTo(Selection.ALL);
    }

    @Test
    void aPeriodOrARateMakesASample() throws IOException {
        long freq = 1 << 10;

        assertThat(open(PerfDataBuilder.littleEndian()
                                .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.PERIOD)
                                .samplePeriod(100)
                                .events(TestFormat.schedSwitch(8))
                                .at(0, 100, 10)
                                .schedSwitch(10, 1, 11)
                                .bytes())
                        .info()
                        .selection())
                .isEqualTo(new Selection(false, 100, 0, List.of()));
        assertThat(open(file(ByteOrder.BIG_ENDIAN)
                                .samplePeriod(4000)
                                .attrFlags(freq)
                                .bytes())
                        .info()
                        .selection())
                .isEqualTo(new Selection(false, 0, 4000, List.of()));
    }

    /** With PERF_SAMPLE_PERIOD a tracepoint's every event is written, whatever its period (perf_swevent_event). */
    @Test
    void aPeriodThatSamplesTellIsNone() throws IOException {
        assertThat(open(file(ByteOrder.LITTLE_ENDIAN).samplePeriod(100).bytes())
                        .info()
                        .selection())
                .isEqualTo(Selection.ALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "record,-a,-e,sched:sched_switch,--filter,prev_pid != 0",
                "record,-e,sched:*,-a,--filter,prev_pid != 0",
                "record,--event=sched:sched_switch,--filter=prev_pid != 0",
                "record,-e,sched:sched_switch,--exclude-perf",
            })
    void aFilterOnTheSwitchesIsNoticed(String words) throws IOException {
        byte[] bytes =
                file(ByteOrder.LITTLE_ENDIAN).commandLine(words.split(",")).bytes();

        assertThat(open(bytes).info().selection().filters()).hasSize(1).allMatch(f -> f.startsWith("--"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "record,-e,sched:sched_switch,-e,sched:sched_waking,--filter,pid != 0",
                "record,-e,sched:sched_switch,--,./program,-e,sched_switch,--filter,x",
                "sched,record"
            })
    void aFilterOnSomethingElseIsNone(String words) throws IOException {
        byte[] bytes =
                file(ByteOrder.LITTLE_ENDIAN).commandLine(words.split(",")).bytes();

        assertThat(open(bytes).info().selection().filters()).isEmpty();
    }
}
