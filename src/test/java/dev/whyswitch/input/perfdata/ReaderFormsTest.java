package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import dev.whyswitch.RealRecordings;
import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** One recording in every form that a perf.data can have: the events must be the same. */
final class ReaderFormsTest {
    private static final int DATA_OFFSET = 40;
    private static final int DATA_SIZE = 48;
    private static final int FEATURES = 72;

    @TempDir
    private Path directory;

    private record Read(List<String> events, TraceQuality quality, String format) {}

    private static Read read(PerfDataReader reader) throws IOException {
        EventLog log = new EventLog(reader.names());
        TraceQuality quality = reader.read(log);
        return new Read(log.lines(), quality, reader.info().format());
    }

    private Read read(byte[] bytes) throws IOException {
        return read(PerfDataReader.open(Files.write(directory.resolve("perf.data"), bytes)));
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] data(byte[] file) {
        int from = (int) little(file).getLong(DATA_OFFSET);
        return Arrays.copyOfRange(file, from, from + (int) little(file).getLong(DATA_SIZE));
    }

    /** The file with other records in its data section; the feature sections behind it move along. */
    private static byte[] withData(byte[] file, byte[] data) {
        int from = (int) little(file).getLong(DATA_OFFSET);
        int end = from + (int) little(file).getLong(DATA_SIZE);
        int shift = from + data.length - end;
        ByteBuffer changed = ByteBuffer.allocate(file.length + shift).order(ByteOrder.LITTLE_ENDIAN);
        changed.put(file, 0, from).put(data).put(file, end, file.length - end);
        changed.putLong(DATA_SIZE, data.length);
        int features = Long.bitCount(little(file).getLong(FEATURES));
        for (int i = 0; i < features; i++) {
            int entry = end + shift + 16 * i;
            changed.putLong(entry, changed.getLong(entry) + shift);
        }
        return changed.array();
    }

    private static byte[] packed(byte[] plain, String how) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (how) {
            case "gzip" -> new GZIPOutputStream(bytes);
            case "zstd" -> new ZstdOutputStream(bytes);
            default -> new XZOutputStream(bytes, new LZMA2Options());
        }) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "xz"})
    void aPackedFileIsReadAsThePlainOne(String how) throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");

        assertThat(read(packed(mix, how)).events()).isEqualTo(read(mix).events());
    }

    @Test
    void standardInputIsReadAsAFile() throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(mix));
        try {
            assertThat(read(PerfDataReader.open(Path.of("-"))).events())
                    .isEqualTo(read(mix).events());
        } finally {
            System.setIn(before);
        }
    }

    /** Records compressed as perf does: one zstd stream, flushed and never ended, cut anywhere. */
    private static byte[] compressed(byte[] records, int type, int pieceBytes) throws IOException {
        ByteArrayOutputStream flushed = new ByteArrayOutputStream();
        byte[] stream;
        try (ZstdOutputStream zstd = new ZstdOutputStream(flushed)) {
            zstd.write(records);
            zstd.flush();
            stream = flushed.toByteArray();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = 0; at < stream.length; at += pieceBytes) {
            byte[] payload = Arrays.copyOfRange(stream, at, Math.min(stream.length, at + pieceBytes));
            boolean second = type == RecordType.PERF_RECORD_COMPRESSED2;
            int body = second ? 8 + (payload.length + 7) / 8 * 8 : payload.length;
            ByteBuffer record = ByteBuffer.allocate(8 + body).order(ByteOrder.LITTLE_ENDIAN);
            record.putInt(type).putShort((short) 0).putShort((short) (8 + body));
            if (second) {
                record.putLong(payload.length);
            }
            record.put(payload);
            all.writeBytes(record.array());
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {RecordType.PERF_RECORD_COMPRESSED, RecordType.PERF_RECORD_COMPRESSED2})
    void compressedRecordsAreThePlainOnes(int type) throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        byte[] compressed = withData(mix, compressed(data(mix), type, 1001));

        assertThat(read(compressed).events()).isEqualTo(read(mix).events());
    }

    @Test
    void whatPerfWroteTwiceIsFoundInCompressedRecordsToo() throws IOException {
        byte[] twice = RealRecordings.bytes("twice.data");
        byte[] compressed = withData(twice, compressed(data(twice), RecordType.PERF_RECORD_COMPRESSED, 1001));

        Read read = read(compressed);
        assertThat(read.events()).isEqualTo(read(twice).events());
        assertThat(read.quality().repeatedRecords()).isEqualTo(203);
    }

    /** However much the last compressed record holds, and wherever zstd's blocks of 128 KiB end. */
    @ParameterizedTest
    @ValueSource(ints = {100_000, 150_000, 200_000, 250_000, 300_000, 350_000})
    void whatIsUnpackedIsWholeToItsEnd(int bytes) throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        byte[] data = data(mix);
        int end = 0;
        while (end < bytes) {
            end += little(data).getShort(end + 6);
        }
        byte[] records = Arrays.copyOf(data, end);
        byte[] compressed = withData(mix, compressed(records, RecordType.PERF_RECORD_COMPRESSED, 65_000));

        assertThat(read(compressed).events())
                .isEqualTo(read(withData(mix, records)).events());
    }

    /** 1,200 lines of sched_switch in perf script's text of this file do not begin with swapper. */
    @Test
    void whatPerfCompressedHasTheSwitchesThatPerfShows() throws IOException {
        List<String> events = read(RealRecordings.bytes("mix.zstd.data")).events();

        assertThat(events.stream().filter(line -> line.contains(" ==> ") && !line.contains(" by 0: ")))
                .hasSize(1200);
    }

    /** As above: 2,301. */
    @Test
    void whatPerfWroteIntoAPipeHasTheSwitchesThatPerfShows() throws IOException {
        Read pipe = read(RealRecordings.bytes("mix.pipe.data"));

        assertThat(pipe.format()).isEqualTo("perf.data, pipe form");
        assertThat(pipe.events().stream().filter(line -> line.contains(" ==> ") && !line.contains(" by 0: ")))
                .hasSize(2301);
    }

    @Test
    void textAmongTheRecordsOfAPipeIsSkippedAndCounted() throws IOException {
        byte[] pipe = RealRecordings.bytes("mix.pipe.data");
        byte[] text = "warning: the recorded program wrote this\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        int at = 16;
        for (int records = 0; records < 2000; records++) {
            at += little(pipe).getShort(at + 6) & 0xFFFF;
            at += little(pipe).getInt(at) == RecordType.PERF_RECORD_HEADER_TRACING_DATA
                    ? 16 + little(pipe).getInt(at + 8)
                    : 0;
        }
        ByteArrayOutputStream mixed = new ByteArrayOutputStream();
        mixed.write(pipe, 0, at);
        mixed.writeBytes(text);
        mixed.write(pipe, at, pipe.length - at);

        Read read = read(mixed.toByteArray());

        assertThat(read.quality().foreignBytes()).isEqualTo(text.length);
        assertThat(read.events()).isEqualTo(read(pipe).events());
    }

    /** What perf leaves when it is killed: the size of the data is 0, nothing lies behind it. */
    private static byte[] killed(byte[] file) {
        int end = (int) (little(file).getLong(DATA_OFFSET) + little(file).getLong(DATA_SIZE));
        byte[] killed = Arrays.copyOf(file, end);
        little(killed).putLong(DATA_SIZE, 0);
        return killed;
    }

    @Test
    void withoutFormatsTheSwitchesAreFoundByTheirContent() throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        List<String> switches = new ArrayList<>(read(mix).events());
        switches.removeIf(line -> !line.contains(" ==> "));

        Read guessed = read(killed(mix));

        assertThat(guessed.format()).endsWith("sched_switch guessed");
        assertThat(guessed.events().stream().filter(line -> line.contains(" ==> ")))
                .hasSize(1204)
                .containsExactlyElementsOf(switches);
    }

    @Test
    void formatsOfAnotherRecordingGiveAllEvents() throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        Path other = Files.write(directory.resolve("other.data"), mix);
        Path killed = Files.write(directory.resolve("killed.data"), killed(mix));

        Read read = read(PerfDataReader.open(killed, Optional.of(other)));

        assertThat(read.format()).isEqualTo("perf.data, unfinished");
        assertThat(read.events()).isEqualTo(read(mix).events());
    }

    @Test
    void theFilesOfADirectoryAreOneRecording() throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        List<ByteArrayOutputStream> ofCpu = List.of(new ByteArrayOutputStream(), new ByteArrayOutputStream());
        byte[] data = data(mix);
        for (int at = 0; at < data.length; ) {
            int size = little(data).getShort(at + 6) & 0xFFFF;
            boolean sample = little(data).getInt(at) == RecordType.PERF_RECORD_SAMPLE;
            // IDENTIFIER, IP, TID, TIME, CPU: perf evlist -v of the file.
            (sample ? ofCpu.get(little(data).getInt(at + 40)) : first).write(data, at, size);
            at += size;
        }
        Path recorded = Files.createDirectory(directory.resolve("perf.data.dir"));
        Files.write(recorded.resolve("data"), withData(mix, first.toByteArray()));
        Files.write(recorded.resolve("data.0"), ofCpu.get(0).toByteArray());
        Files.write(recorded.resolve("data.1"), ofCpu.get(1).toByteArray());

        List<String> events = read(PerfDataReader.open(recorded)).events();

        assertThat(events).containsExactlyInAnyOrderElementsOf(read(mix).events());

        assertThat(events.stream().filter(line -> line.contains(" ==> ")))
                .containsExactlyElementsOf(read(mix).events().stream()
                        .filter(line -> line.contains(" ==> "))
                        .toList());
    }

    @Test
    void aFileMissingInTheMiddleOfADirectoryIsNamed() throws IOException {
        byte[] mix = RealRecordings.bytes("mix.file.data");
        Path recorded = Files.createDirectory(directory.resolve("perf.data.dir"));
        Files.write(recorded.resolve("data"), mix);
        for (String name : List.of("data.1", "data.4", "data.10", "data.old", "data.")) {
            Files.write(recorded.resolve(name), new byte[0]);
        }

        PerfDataReader reader = PerfDataReader.open(recorded);

        assertThat(reader.info().missingFiles())
                .containsExactly("data.0", "data.2", "data.3", "data.5", "data.6", "data.7", "data.8", "data.9");
        assertThat(switches(read(reader).events(), 0))
                .hasSizeGreaterThan(500)
                .isEqualTo(switches(read(mix).events(), 0));
    }

    @Test
    void nothingIsMissingFromASingleFile() throws IOException {
        Path file = RealRecordings.unpack("mix.file.data", directory);

        assertThat(PerfDataReader.open(file).info().missingFiles()).isEmpty();
    }

    /** As simpleperf writes them; perf puts them behind the record. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void formatsInsideTheirRecordAreFound(boolean big) throws IOException {
        ByteOrder order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        PerfDataBuilder plain = PerfDataBuilder.in(order).schedEvents();
        PerfDataBuilder inside = PerfDataBuilder.in(order).schedEvents();
        inside.comm(10, 10, "before").tracingDataRecord();
        for (PerfDataBuilder file : List.of(plain, inside)) {
            file.at(0, 100, 10).schedSwitch(10, 1, 11).at(0, 200, 11).schedSwitch(11, 0, 10);
        }

        Read read = read(inside.bytes());

        assertThat(read.format()).isEqualTo("perf.data");
        assertThat(read.quality().trailingBytes()).isZero();
        assertThat(switches(read.events(), 0))
                .hasSize(2)
                .isEqualTo(switches(read(plain.bytes()).events(), 0));
    }

    private static List<String> switches(List<String> events, int cpu) {
        return events.stream()
                .filter(line -> line.contains(" ==> ") && line.contains(" cpu" + cpu + " "))
                .toList();
    }

    /** --overwrite fills ring buffers from their end: in the file, the newest record of each comes first. */
    @Test
    void aRecordingWrittenBackwardIsReadForward() throws IOException {
        long writeBackward = 1L << 27;
        PerfDataBuilder forward = PerfDataBuilder.littleEndian().schedEvents();
        PerfDataBuilder backward = PerfDataBuilder.littleEndian().schedEvents().attrFlags(writeBackward);
        backward.finishedRound();
        for (int i = 0; i < 20; i++) {
            // Two records of each time: their order is the buffer's too.
            forward.at(i % 2, 100 + i / 4, i).schedSwitch(i, 1, i + 1);
        }
        for (int cpu = 0; cpu < 2; cpu++) {
            for (int i = 19; i >= 0; i--) {
                if (i % 2 == cpu) {
                    backward.at(cpu, 100 + i / 4, i).schedSwitch(i, 1, i + 1);
                }
            }
        }

        Read read = read(backward.bytes());

        assertThat(read.quality().backwardsTimes()).isZero();
        for (int cpu = 0; cpu < 2; cpu++) {
            assertThat(switches(read.events(), cpu))
                    .hasSize(10)
                    .isEqualTo(switches(read(forward.bytes()).events(), cpu));
        }
    }
}
