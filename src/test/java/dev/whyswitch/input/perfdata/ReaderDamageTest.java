package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are no whole perf.data: a result or one clear line, never anything else. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ReaderDamageTest {
    private static final int SEEDS = 4;

    @TempDir
    private Path directory;

    private static PerfDataBuilder small() {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .events(TestFormat.schedSwitch(8), TestFormat.waking())
                .switchEvents()
                .machine("vm", "6.18.44", "6.1.192", "x86_64", 2)
                .commandLine("perf", "sched", "record");
        file.at(0, 100, 10).schedSwitch(10, 1, 11);
        file.at(0, 101, 10).switchOut(11, false);
        file.at(0, 102, 11).switchIn(10);
        file.finishedRound();
        file.at(1, 104, 12).waking("w", 10, 120, 0);
        file.at(0, 105, 11).fork(11, 11, 13, 13);
        file.at(0, 106, 11).comm(13, 13, "child");
        file.at(0, 107, 11).lost(3);
        return file.finishedRound();
    }

    /** Reads {@code bytes} to the end; true if that went well, false on PerfDataException. */
    private boolean reads(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("perf.data"), bytes);
        try {
            PerfDataReader reader = PerfDataReader.open(file);
            reader.read(new EventLog(reader.names()));
            return true;
        } catch (PerfDataException e) {
            assertThat(e.getMessage()).startsWith(file + ": ").doesNotContain("\n");
            return false;
        }
    }

    private String refusal(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("perf.data"), bytes);
        try {
            PerfDataReader reader = PerfDataReader.open(file);
            reader.read(new EventLog(reader.names()));
            return "read without complaint";
        } catch (PerfDataException e) {
            return e.getMessage();
        }
    }

    @Test
    void theUndamagedFileIsRead() throws IOException {
        assertThat(reads(small().bytes())).isTrue();
    }

    @Test
    void aFileCutAtAnyByteIsReadOrRefused() throws IOException {
        byte[] whole = small().bytes();
        for (int length = 0; length < whole.length; length++) {
            reads(Arrays.copyOf(whole, length));
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    /** Each byte of the file is changed by one of the seeds. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aFileWithOneByteChangedIsReadOrRefused(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = small().bytes();
        for (int at = seed; at < whole.length; at += SEEDS) {
            byte before = whole[at];
            int[] values = {0, 0xFF, before ^ 0x80, before ^ 1, random.nextInt(256)};
            whole[at] = (byte) values[random.nextInt(values.length)];
            try {
                reads(whole);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("byte " + at + " " + before + " -> " + whole[at], e);
            }
            whole[at] = before;
        }
    }

    /** Eight bytes at a time: what a single byte cannot do to an offset or a size. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aFileWithOneWordChangedIsReadOrRefused(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(1000 + seed);
        byte[] whole = small().bytes();
        long[] values = {0, -1, -8, -16, Long.MAX_VALUE, Long.MIN_VALUE, 71, 0x0010_0000_0000_0047L, whole.length};
        for (int at = 0; at + 8 <= whole.length; at += 4) {
            byte[] changed = whole.clone();
            long value = random.nextInt(4) == 0 ? random.nextLong() : values[random.nextInt(values.length)];
            ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
            try {
                reads(changed);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("word at " + at + " = " + value, e);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "field:pid_t prev_pid;\toffset:24, field:pid_t prev_pid;\toffset:99999999999",
        "offset:24;, offset:2147483647;",
        "ID: 372, ID: 99999999999",
        "ID: 372, ID: x",
        "size:8, size:99999999999",
        "'{ 0x00000001,', '{ 0xffffffffffffffffff,'",
        "'{ 0x00000001,', '{ 08,'",
    })
    void aFormatTextThatIsNoFormatIsReadOrRefused(String from, String to) throws IOException {
        byte[] text = TestFormat.schedSwitch(8)
                .text()
                .replace("int prev_pid", "pid_t prev_pid")
                .getBytes(StandardCharsets.US_ASCII);
        String damaged = new String(text, StandardCharsets.US_ASCII).replace(from, to);
        assertThat(damaged).isNotEqualTo(new String(text, StandardCharsets.US_ASCII));
        byte[] format = damaged.getBytes(StandardCharsets.US_ASCII);
        TestBytes section = new TestBytes(ByteOrder.LITTLE_ENDIAN).u8(23).u8(8).u8(68);
        section.raw("tracing".getBytes(StandardCharsets.US_ASCII))
                .cString("0.6")
                .u8(0)
                .u8(8)
                .u32(4096);
        section.cString("header_page").u64(0).cString("header_event").u64(0).u32(0);
        section.u32(1)
                .cString("sched")
                .u32(1)
                .u64(format.length)
                .raw(format)
                .u32(0)
                .u32(0)
                .u64(0);
        PerfDataBuilder file =
                PerfDataBuilder.littleEndian().events(TestFormat.schedSwitch(8)).feature(1, section.toArray());
        file.at(0, 100, 10).schedSwitch(10, 1, 11);

        reads(file.bytes());
    }

    @Test
    void aRecordSmallerThanItsHeaderIsOneClearError() throws IOException {
        PerfDataBuilder file = small().record(9, 0, new byte[8], 7);

        assertThat(refusal(file.bytes())).contains("record of type 9 has size 7, expected at least 8");
    }

    @Test
    void auxtraceOfNegativeSizeDoesNotGoBack() throws IOException {
        byte[] back = new TestBytes(ByteOrder.LITTLE_ENDIAN).u64(-16).toArray();
        PerfDataReader reader = PerfDataReader.open(small().record(71, 0, back).write(directory));

        // The record of 16 bytes is no record: what begins there is counted as left over.
        assertThat(reader.read(new EventLog(reader.names())).trailingBytes()).isEqualTo(16);
    }

    @Test
    void payloadBehindItsRecordIsSteppedOver() throws IOException {
        byte[] size = new TestBytes(ByteOrder.LITTLE_ENDIAN).u64(24).zeros(24).toArray();
        PerfDataBuilder file = small().record(71, 0, size, 16);
        file.at(0, 200, 11).schedSwitch(11, 1, 12);
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        EventLog log = new EventLog(reader.names());
        reader.read(log);

        assertThat(log.lines()).contains("200 cpu0 by 11: t11:11 [120] S ==> t12:12 [120]");
    }

    @Test
    void filesOfOtherKindsAreNamedAsSuch() throws IOException {
        assertThatThrownBy(() -> PerfDataReader.open(directory.resolve("none")))
                .isInstanceOf(PerfDataException.class)
                .hasMessageEndingWith("none: no such file");
        assertThatThrownBy(() -> PerfDataReader.open(directory))
                .isInstanceOf(PerfDataException.class)
                .hasMessageContaining("is a directory without the file 'data'");
        assertThat(refusal(new byte[0])).contains("the file is empty");
        assertThat(refusal("PID COMM\n1 init\n".getBytes(StandardCharsets.US_ASCII)))
                .contains("not a perf.data file", "found \"PID COMM\"");
        assertThat(refusal("PERFILE2\20\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1)))
                .contains("the stream ended before them");
    }

    @Test
    void whatAKilledPerfLeavesIsReadAndSaidToBeUnfinished() throws IOException {
        byte[] killed = small().bytes();
        Arrays.fill(killed, 48, 56, (byte) 0);
        PerfDataReader reader = PerfDataReader.open(Files.write(directory.resolve("killed"), killed));
        EventLog log = new EventLog(reader.names());
        reader.read(log);

        assertThat(reader.info().format())
                .isEqualTo("perf.data, unfinished, event formats missing: sched_switch guessed");
        assertThat(log.lines()).contains("100 cpu0 by 10: t10:10 [120] S ==> t11:11 [120]");
    }

    @Test
    void aFileWithoutSchedulerEventsSaysWhatItHas() throws IOException {
        TestFormat other = TestFormat.of("sched_process_exit", 367).ints("pid");
        PerfDataBuilder file = PerfDataBuilder.littleEndian().events(other);
        file.at(0, 1, 1).comm(1, 1, "x");

        assertThat(refusal(file.bytes())).contains("no context switches (recorded: sched:sched_process_exit)");
    }

    @Test
    void anEventThatDoesNotLookLikeASwitchIsNotTakenForOne() throws IOException {
        PerfDataBuilder file =
                PerfDataBuilder.littleEndian().events(TestFormat.waking()).feature(1, new byte[0]);
        file.at(0, 100, 10).waking("w", 11, 120, 0);

        assertThat(refusal(file.bytes())).contains("event formats are missing").contains("--formats");
    }

    @Test
    void switchesWithoutFieldsOrTimesOrCpusAreRefused() throws IOException {
        assertThat(refusal(PerfDataBuilder.littleEndian()
                        .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.RAW)
                        .schedEvents()
                        .at(0, 1, 1)
                        .comm(1, 1, "x")
                        .bytes()))
                .contains("without its fields");
        assertThat(refusal(PerfDataBuilder.littleEndian()
                        .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.TIME)
                        .schedEvents()
                        .at(0, 1, 1)
                        .comm(1, 1, "x")
                        .bytes()))
                .contains("without times");
        assertThat(refusal(PerfDataBuilder.littleEndian()
                        .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.CPU)
                        .schedEvents()
                        .switchEvents()
                        .at(0, 1, 1)
                        .switchOut(2, false)
                        .bytes()))
                .contains("without CPUs");
    }

    @Test
    void aHalfCompressedRecordingIsRefused() throws IOException {
        assertThat(refusal(small().record(81, 0, new byte[16]).bytes()))
                .contains("a compressed record behind samples that are not");
    }

    @Test
    void whatTheMachineSaysArrives() throws IOException {
        TraceInfo info = PerfDataReader.open(small().clock(1).write(directory)).info();

        assertThat(info.hostname()).isEqualTo("vm");
        assertThat(info.osRelease()).isEqualTo("6.18.44");
        assertThat(info.recorderVersion()).isEqualTo("6.1.192");
        assertThat(info.arch()).isEqualTo("x86_64");
        assertThat(info.cpusOnline()).isEqualTo(2);
        assertThat(info.recorderCommand()).containsExactly("perf", "sched", "record");
        assertThat(info.clock()).isEqualTo("CLOCK_MONOTONIC");
        assertThat(info.events())
                .startsWith("sched:sched_switch")
                .endsWith("dummy:HG")
                .hasSize(3);
    }

    static List<Integer> describingFeatures() {
        return List.of(3, 4, 5, 6, 7, 11, 100);
    }

    @ParameterizedTest
    @MethodSource("describingFeatures")
    void anEmptyFeatureSectionIsAsIfItWereAbsent(int bit) throws IOException {
        assertThat(reads(small().feature(bit % 64, new byte[0]).bytes())).isTrue();
    }

    @Test
    void aFeatureSectionOutsideTheFileIsAsIfItWereAbsent() throws IOException {
        byte[] bytes = small().bytes();
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int table = (int) (file.getLong(40) + file.getLong(48));
        // The second entry of the table is HOSTNAME's, behind TRACING_DATA's.
        file.putLong(table + 16, Long.MAX_VALUE - 3);

        assertThat(reads(bytes)).isTrue();
    }
}
