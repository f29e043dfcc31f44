package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of every event arrives as it was written, in all layouts that perf and kernels have. */
final class ReaderEventsTest {
    private static final String SWITCH = "100 cpu1 by 10: a:10 [98] S ==> b:11 [120]";

    @TempDir
    private Path directory;

    private TraceQuality quality;

    private List<String> read(PerfDataBuilder file) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        EventLog log = new EventLog(reader.names());
        quality = reader.read(log);
        return log.lines();
    }

    static List<ByteOrder> byteOrders() {
        return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void everyFieldArrivesInEitherByteOrder(ByteOrder order) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.in(order).schedEvents().switchEvents();
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);
        file.at(1, 101, 9, 10).switchOut(11, true);
        file.at(1, 102, 11).switchIn(10);
        file.at(1, 103, 11).waking("w", 12, 139, 0x18);
        file.at(1, 104, 11).wakeup("w", 12, 139, 3);
        file.at(1, 105, 11).schedFork(11, 13);
        file.at(1, 106, 11).fork(20, 11, 21, 13);
        file.at(1, 107, 11).wakeupNew("n", 13, 0, 2);
        file.at(1, 108, 11).migrate("w", 12, 3, 5);
        file.at(1, 109, 11).runtime(12, 123_456_789_012L);
        file.at(1, 110, 11).comm(20, 11, "renamed");
        file.at(1, 111, 11).lost(42);

        assertThat(read(file))
                .containsExactly(
                        "window of cpu1 ends 100",
                        SWITCH,
                        "101 cpu1 by 10: out, next 11 preempt",
                        "102 cpu1 by 11: in, prev 10",
                        "103 cpu1 by 11: waking w:12 [139] flags 24",
                        "104 cpu1 by 11: wakeup w:12 [139] on 3",
                        "105 cpu1: fork -1/11 to -1/13",
                        "106 cpu1: fork 20/11 to 21/13",
                        "107 cpu1 by 11: wakeup_new n:13 [0] on 2",
                        "108 cpu1 by 11: migrate 12 3 to 5",
                        "109 cpu1 by 11: runtime 12 123456789012",
                        "110: name 20/11 renamed",
                        "111 cpu1: lost 42");
        long dataBytes = ByteBuffer.wrap(file.bytes()).order(order).getLong(48);
        assertThat(quality).isEqualTo(new TraceQuality(12, 7, 2, 42, 1, 0, 0, 0, 0, 0, 0, dataBytes, 0));
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void samplesAreReadWithPlainIds(ByteOrder order) throws IOException {
        long type = (PerfDataBuilder.USUAL & ~PerfDataBuilder.IDENTIFIER) | PerfDataBuilder.ID;
        PerfDataBuilder file =
                PerfDataBuilder.in(order).sampleType(type).schedEvents().switchEvents();
        file.at(1, 99, 10).waking("w", 12, 1, 0);
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);
        file.at(1, 101, 10).switchOut(11, false);

        assertThat(read(file))
                .containsExactly(
                        "window of cpu1 ends 100",
                        "99 cpu1 by 10: waking w:12 [1] flags 0",
                        SWITCH,
                        "101 cpu1 by 10: out, next 11");
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void oneEventNeedsNoId(ByteOrder order) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.in(order)
                .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.IDENTIFIER)
                .events(TestFormat.schedSwitch(8));
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);
        file.at(1, 200, 11).comm(11, 11, "x");

        assertThat(read(file)).contains(SWITCH, "200: name 11/11 x");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127})
    void rawIsFoundBehindCallchains(int depth) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.CALLCHAIN | PerfDataBuilder.STREAM_ID)
                .callchain(depth)
                .schedEvents();
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, 4, 7, 20, 23, 8, 9, 11, 12, 15, 28, 31})
    void rawIsFoundBehindCounterValues(long readFormat) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.READ | PerfDataBuilder.ADDR)
                .read(readFormat, 3)
                .schedEvents();
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void prevStateOfFourBytesIsRead(ByteOrder order) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.in(order).events(TestFormat.schedSwitch(4));
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @Test
    void fieldsBehindExtraCommonFieldsAreFound() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .events(TestFormat.schedSwitch(8, "common_migrate_disable", "common_preempt_lazy_count"));
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void namesInDataLocAreRead(ByteOrder order) throws IOException {
        TestFormat format =
                TestFormat.of("sched_waking", 375).dynamicComm("comm").ints("pid", "prio", "target_cpu");
        PerfDataBuilder file = PerfDataBuilder.in(order).events(TestFormat.schedSwitch(8), format);
        file.at(0, 100, 10).waking("a", 12, 1, 0);
        file.at(0, 101, 10).waking("fifteen letters", 13, 1, 0);

        assertThat(read(file))
                .contains(
                        "100 cpu0 by 10: waking a:12 [1] flags 0",
                        "101 cpu0 by 10: waking fifteen letters:13 [1] flags 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "=", "a\nb", "prev_pid=7 ==>", "[x] (y)", "", "\u00c3\u00a4", "sixteen letters!"})
    void namesMayHoldAnyByte(String name) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        file.at(0, 100, 10).schedSwitch(name, 10, 98, 1, name, 11, 120);

        String shown = name.equals("\u00c3\u00a4") ? "\u00e4" : name;
        assertThat(read(file)).contains("100 cpu0 by 10: " + shown + ":10 [98] S ==> " + shown + ":11 [120]");
    }

    @Test
    void aNameCutInsideACharacterKeepsTheRest() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        file.at(0, 100, 10).waking("fourteen bytes\u00c3", 10, 98, 0);

        assertThat(read(file)).contains("100 cpu0 by 10: waking fourteen bytes\ufffd:10 [98] flags 0");
    }

    @Test
    void aWakeupThatWokeNobodyIsNoEvent() throws IOException {
        TestFormat old = TestFormat.of("sched_wakeup", 374).comm("comm").ints("pid", "prio", "success", "target_cpu");
        PerfDataBuilder file = PerfDataBuilder.littleEndian().events(TestFormat.schedSwitch(8), old);
        file.at(0, 100, 10).sample("sched_wakeup", Map.of("pid", 12, "success", 0));
        file.at(0, 101, 10).sample("sched_wakeup", Map.of("pid", 12, "success", 1));

        assertThat(read(file)).containsExactly("101 cpu0 by 10: wakeup :12 [0] on 0");
    }

    @Test
    void recordsWithoutTimeGiveNamesAndNothingElse() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        file.at(0, 0, 0).comm(7, 8, "old one");
        file.at(0, -1, 0).comm(7, 9, "old two");
        file.at(0, 0, 0).fork(1, 1, 7, 7);
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file))
                .containsExactly("0: name 7/8 old one", "0: name 7/9 old two", "window of cpu1 ends 100", SWITCH);
    }

    @Test
    void olderRecordsWithoutTrailersGiveNames() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().noSampleIdAll().schedEvents();
        file.at(1, 50, 10).comm(7, 8, "named");
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);
        file.at(1, 150, 10).lost(5);

        assertThat(read(file)).containsExactly("0: name 7/8 named", "window of cpu1 ends 100", SWITCH);
        assertThat(quality.lostEvents()).isEqualTo(5);
        assertThat(quality.lostRecords()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 72, 96, 112, 136, 200})
    void attributesOfOtherSizesAreRead(int size) throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().attrSize(size).schedEvents();
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @Test
    void withoutEventNamesTheFormatsName() throws IOException {
        PerfDataBuilder file =
                PerfDataBuilder.littleEndian().withoutEventNames().schedEvents();
        file.at(1, 100, 10).schedSwitch("a", 10, 98, 1, "b", 11, 120);

        assertThat(read(file)).contains(SWITCH);
    }

    @Test
    void withoutTracepointsSwitchRecordsMakeTheWindow() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian()
                .sampleType(PerfDataBuilder.USUAL & ~PerfDataBuilder.RAW)
                .switchEvents();
        file.at(0, 100, 10).switchOut(11, false);
        file.at(0, 101, 11).switchIn(10);
        file.at(0, 150, 11).comm(11, 11, "x");

        assertThat(read(file)).startsWith("window of cpu0 ends 101").hasSize(4);
    }

    /** perf's rule: the records that it makes itself carry no id. */
    @Test
    void theIdZeroMeansTheFirstEvent() throws IOException {
        TestFormat format = TestFormat.schedSwitch(8);
        PerfDataBuilder file = PerfDataBuilder.littleEndian().events(format, TestFormat.waking());
        file.at(1, 100, 10)
                .sampleWithId(
                        0,
                        format.payload(
                                ByteOrder.LITTLE_ENDIAN,
                                Map.of("prev_pid", 10, "prev_prio", 98, "prev_state", 1, "next_pid", 11)));

        assertThat(read(file)).contains("100 cpu1 by 10: :10 [98] S ==> :11 [0]");
    }

    /** The kernel writes -1 for a task that was reaped: who it was stands in the event's own fields. */
    @Test
    void anExitingThreadIsNamedByItsSwitch() throws IOException {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        file.at(1, 100, -1).schedSwitch("a", 10, 98, 16, "b", 11, 120);

        assertThat(read(file)).contains("100 cpu1 by -1: a:10 [98] X ==> b:11 [120]");
    }
}
