package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Packed recordings that are broken, or that unpack to what no disk holds: one clear line, and soon. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PackedDamageTest {
    /** More than is unpacked without a look at how much it grew. */
    private static final int BOMB_MIB = 80;

    @TempDir
    private Path directory;

    /** How a file is packed as a whole. */
    enum Packing {
        GZIP,
        ZSTD,
        XZ;

        OutputStream open(OutputStream to) throws IOException {
            return switch (this) {
                case GZIP -> new GZIPOutputStream(to);
                case ZSTD -> new ZstdOutputStream(to);
                case XZ -> new XZOutputStream(to, new LZMA2Options(0));
            };
        }

        byte[] of(byte[] plain) throws IOException {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = open(packed)) {
                out.write(plain);
            }
            return packed.toByteArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatGrowsAsNoRecordingDoesIsRefused(Packing packing) throws IOException {
        Path bomb = directory.resolve("bomb");
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out = packing.open(Files.newOutputStream(bomb))) {
            out.write("PERFILE2\20\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1));
            for (int i = 0; i < BOMB_MIB; i++) {
                out.write(zeros);
            }
        }

        assertThatThrownBy(() -> PerfDataReader.open(bomb))
                .isInstanceOf(PerfDataException.class)
                .hasMessageStartingWith(bomb + ": unpacks to more than 256 times its size");
    }

    /** One record of many small ones: 80 MiB of FINISHED_ROUND in some kilobytes. */
    @Test
    void aCompressedRecordThatGrowsAsNoRecordingDoesIsRefused() throws IOException {
        byte[] rounds = new byte[BOMB_MIB << 20];
        byte[] round =
                new TestBytes(ByteOrder.LITTLE_ENDIAN).u32(68).u16(0).u16(8).toArray();
        for (int at = 0; at < rounds.length; at += 8) {
            System.arraycopy(round, 0, rounds, at, 8);
        }
        PerfDataBuilder file = PerfDataBuilder.littleEndian().schedEvents();
        byte[] stream = Zstd.compress(rounds);
        assertThat(stream).hasSizeLessThan(65_000);
        Path bomb = file.record(81, 0, stream).write(directory);

        assertThatThrownBy(() -> PerfDataReader.open(bomb))
                .isInstanceOf(PerfDataException.class)
                .hasMessageContaining("unpacks to more than 256 times its size");
    }

    @ParameterizedTest
    @EnumSource
    void cutOrWithAByteChangedItIsReadOrRefused(Packing packing) throws IOException {
        byte[] packed = packing.of(SmallRecordings.all().get("small.file.data"));
        Path file = directory.resolve("perf.data.packed");
        for (int at = 0; at < packed.length; at += 31) {
            Files.write(file, Arrays.copyOf(packed, at));
            assertThat(ReadingCheck.read(file, Optional.empty()))
                    .as("cut to %d", at)
                    .isEmpty();
            byte[] changed = packed.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            Files.write(file, changed);
            ReadingCheck.read(file, Optional.empty());
        }
    }
}
