package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records at offsets that no int holds, and records as large as there are. */
final class ReaderLargeFileTest {
    private static final long GIB = 1L << 30;
    private static final int SWITCH_BYTES = 128;
    private static final int AUXTRACE = 71;
    private static final int UNKNOWN = 200;
    private static final int LARGEST = 65_528;

    @TempDir
    private Path directory;

    private FileChannel file;
    private long at;

    /** A record at {@link #at} of which only the header is written: its payload is a hole. */
    private void hollow(int type, int size, long behind) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(type).putShort((short) 0).putShort((short) size).putLong(behind);
        file.write(header.flip(), at);
        at += size + behind;
    }

    /** Skips to {@code to}: one record whose payload lies behind it. */
    private void skipTo(long to) throws IOException {
        hollow(AUXTRACE, 48, to - at - 48);
    }

    private static byte[] record(byte[] small, int index) {
        ByteBuffer bytes = ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN);
        byte[] record = new byte[SWITCH_BYTES];
        bytes.get((int) bytes.getLong(40) + index * SWITCH_BYTES, record);
        return record;
    }

    private void write(byte[] record) throws IOException {
        file.write(ByteBuffer.wrap(record), at);
        at += record.length;
    }

    @Test
    void switchesBeyond4GibAndAcrossWindowsAreRead() throws IOException {
        PerfDataBuilder builder = PerfDataBuilder.littleEndian().events(TestFormat.schedSwitch(8));
        for (int i = 0; i < 8; i++) {
            builder.at(0, 100 + i, 10 + i).schedSwitch(10 + i, 1, 11 + i);
        }
        byte[] small = builder.bytes();
        ByteBuffer header = ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN);
        long dataAt = header.getLong(40);
        int featuresAt = (int) (dataAt + header.getLong(48));
        Path path = directory.resolve("large.data");
        file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE);
        at = dataAt;
        write(record(small, 0));
        // A switch across each of 1, 2, 3 and 4 GiB, where an int or a mapping would end, at another byte of it.
        for (int window = 1; window <= 4; window++) {
            skipTo(window * GIB - 8L * window - 3 * (LARGEST / 8 * 8L) - 4);
            for (int i = 0; i < 3; i++) {
                hollow(UNKNOWN, LARGEST, 0);
            }
            assertThat(at).isBetween(window * GIB - SWITCH_BYTES, window * GIB);
            write(record(small, window));
        }
        hollow(UNKNOWN, LARGEST, 0);
        write(record(small, 5));
        // The largest record itself across a boundary.
        skipTo(5 * GIB - LARGEST / 2);
        hollow(UNKNOWN, LARGEST, 0);
        write(record(small, 6));
        write(record(small, 7));
        long shift = at - featuresAt;
        header.putLong(48, at - dataAt);
        file.write(ByteBuffer.wrap(small, 0, (int) dataAt), 0);
        int features = Long.bitCount(header.getLong(72));
        for (int i = 0; i < features; i++) {
            int entry = featuresAt + 16 * i;
            header.putLong(entry, header.getLong(entry) + shift);
        }
        file.write(ByteBuffer.wrap(small, featuresAt, small.length - featuresAt), at);
        file.close();

        PerfDataReader reader = PerfDataReader.open(path);
        EventLog log = new EventLog(reader.names());
        TraceQuality quality = reader.read(log);

        assertThat(log.lines().stream().filter(line -> line.contains(" ==> ")))
                .hasSize(8)
                .startsWith("100 cpu0 by 10: t10:10 [120] S ==> t11:11 [120]")
                .endsWith("107 cpu0 by 17: t17:17 [120] S ==> t18:18 [120]");
        assertThat(quality.unknownRecords()).isEqualTo(4 * 3 + 2);
        assertThat(quality.trailingBytes()).isZero();
        assertThat(reader.info().sizeBytes()).isGreaterThan(5 * GIB);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1024, 65_368})
    void samplesWithUserStacksAreRead(int stackBytes) throws IOException {
        PerfDataBuilder builder =
                PerfDataBuilder.littleEndian().userStack(stackBytes).events(TestFormat.schedSwitch(8));
        builder.at(0, 100, 10).schedSwitch(10, 1, 11);
        builder.at(0, 101, 11).schedSwitch(11, 0, 10);
        PerfDataReader reader = PerfDataReader.open(builder.write(directory));
        EventLog log = new EventLog(reader.names());
        TraceQuality quality = reader.read(log);

        assertThat(log.lines())
                .containsAll(List.of(
                        "100 cpu0 by 10: t10:10 [120] S ==> t11:11 [120]",
                        "101 cpu0 by 11: t11:11 [120] R ==> t10:10 [120]"));
        assertThat(quality.malformedRecords()).isZero();
    }
}
