package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings in every form, real ones and built ones, damaged: what {@link ReadingCheck} says holds of all. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DamagedRecordingsTest {
    private static final int SEEDS = 3;
    private static final int MUTANTS = 90;

    /** One place in so many is damaged, odd so that all bytes of words are; with -Ddamage.step=1 each, which takes minutes. */
    private static final int STEP = Integer.getInteger("damage.step", 41);

    @TempDir
    private Path directory;

    private interface Reading {
        Optional<TraceQuality> of(Path file, Optional<Path> formats) throws IOException;
    }

    private static Optional<TraceQuality> check(Reading reading, String what, Path file, Optional<Path> formats)
            throws IOException {
        try {
            return reading.of(file, formats);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
    }

    private Optional<TraceQuality> analyze(String what, byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("perf.data"), bytes);
        return check(ReadingCheck::analyze, what, file, Optional.empty());
    }

    private Optional<TraceQuality> read(String what, byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("perf.data"), bytes);
        return check(ReadingCheck::read, what, file, Optional.empty());
    }

    private static List<String> names() throws IOException {
        return List.copyOf(SmallRecordings.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void undamagedTheyAreReadToTheLastByte(String name) throws IOException {
        byte[] bytes = SmallRecordings.all().get(name);
        TraceQuality quality = analyze(name, bytes).orElseThrow();

        assertThat(quality.schedEvents()).isPositive();
        assertThat(quality.trailingBytes()).isZero();
        assertThat(quality.foreignBytes()).isZero();
        assertThat(quality.malformedRecords()).isZero();
        if (!name.contains("zstd")) {
            assertThat(quality.recordBytes()).isEqualTo(dataBytes(bytes));
        }
    }

    /** Size of the data section by the header; all behind the header of a pipe. */
    private static long dataBytes(byte[] bytes) {
        ByteBuffer file =
                ByteBuffer.wrap(bytes).order(bytes[0] == 'P' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        return file.getLong(8) == 16 ? bytes.length - 16 : file.getLong(48);
    }

    @ParameterizedTest
    @MethodSource("names")
    void cutAnywhere(String name) throws IOException {
        byte[] whole = SmallRecordings.all().get(name);
        for (int length = 0; length < whole.length; length += STEP) {
            byte[] cut = Arrays.copyOf(whole, length);
            Optional<TraceQuality> quality = read(name + " cut to " + length, cut);
            if (quality.isPresent() && !name.contains("zstd")) {
                boolean pipe =
                        ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong(8) == 16;
                long from = pipe ? 16 : whole.length - behindOffset(whole);
                long all = Math.min(dataBytes(whole), length - from);
                TraceQuality q = quality.get();
                assertThat(q.recordBytes() + q.trailingBytes() + q.foreignBytes())
                        .as("bytes of %s cut to %d", name, length)
                        .isEqualTo(all);
            }
        }
    }

    private static long behindOffset(byte[] bytes) {
        ByteBuffer file =
                ByteBuffer.wrap(bytes).order(bytes[0] == 'P' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        return bytes.length - file.getLong(40);
    }

    @ParameterizedTest
    @MethodSource("names")
    void withAByteChanged(String name) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        byte[] bytes = SmallRecordings.all().get(name);
        for (int at = 0; at < bytes.length; at += STEP) {
            byte before = bytes[at];
            int[] values = {0, 0xFF, before ^ 0x80, before ^ 1, random.nextInt(256)};
            bytes[at] = (byte) values[random.nextInt(values.length)];
            read(name + ": byte " + at + " " + before + " -> " + bytes[at], bytes);
            bytes[at] = before;
        }
    }

    @Test
    void theFileOfOneThreadOfADirectoryCutOrWithAByteChanged() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("perf.data.dir"));
        Files.write(folder.resolve("data"), RealRecordings.bytes("small.dir.data"));
        Files.write(folder.resolve("data.1"), RealRecordings.bytes("small.dir.data.1"));
        byte[] whole = RealRecordings.bytes("small.dir.data.0");
        Path part = folder.resolve("data.0");
        Files.write(part, whole);
        long records = check(ReadingCheck::read, "whole", folder, Optional.empty())
                .orElseThrow()
                .recordBytes();
        for (int length = 0; length < whole.length; length += STEP) {
            Files.write(part, Arrays.copyOf(whole, length));
            TraceQuality quality = check(ReadingCheck::read, "cut to " + length, folder, Optional.empty())
                    .orElseThrow();
            assertThat(quality.recordBytes() + quality.trailingBytes()).isEqualTo(records - whole.length + length);
        }
        for (int at = 0; at < whole.length; at += STEP) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            Files.write(part, changed);
            check(ReadingCheck::read, "byte " + at, folder, Optional.empty());
        }
    }

    private static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void damagedInSeveralPlacesAndByRecords(int seed) throws IOException {
        List<byte[]> files = new ArrayList<>(SmallRecordings.all().values());
        for (int mutant = 0; mutant < MUTANTS; mutant++) {
            byte[] whole = files.get(mutant % files.size());
            analyze("mutant " + mutant + " of seed " + seed, new Mutation(seed * 1000L + mutant, files).of(whole));
        }
    }

    /** The larger real recordings: what small ones do not hold, call chains and all scheduler events. */
    @ParameterizedTest
    @ValueSource(strings = {"mixed.data", "t1.data", "mix.pipe.data", "mix.zstd.data"})
    void largerOnesDamagedInSeveralPlaces(String name) throws IOException {
        byte[] whole = RealRecordings.bytes(name);
        for (int mutant = 0; mutant < 4; mutant++) {
            analyze("mutant " + mutant, new Mutation(mutant, List.of(whole)).of(whole));
        }
    }

    @Test
    void formatsOfAnyContent() throws IOException {
        byte[] killed = ReaderFuzz.killed();
        Path file = Files.write(directory.resolve("killed"), killed);
        Path formats = directory.resolve("formats");
        byte[] text = TestFormat.schedSwitch(8).text().getBytes(StandardCharsets.US_ASCII);
        for (int mutant = 0; mutant < 200; mutant++) {
            Files.write(formats, new Mutation(mutant, List.of(text, killed)).of(text));
            check(ReadingCheck::analyze, "formats " + mutant, file, Optional.of(formats));
        }
    }
}
