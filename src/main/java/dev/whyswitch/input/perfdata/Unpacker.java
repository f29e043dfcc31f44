package dev.whyswitch.input.perfdata;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.tukaani.xz.XZInputStream;

/** What a user names to a file: a file as it is, standard input, or a file that gzip, zstd or xz has packed as a whole. */
final class Unpacker {
    /** The path that means standard input. */
    static final Path STANDARD_INPUT = Path.of("-");

    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
    private static final int CHUNK_BYTES = 1 << 16;

    /** Enough for `xz -9`, which wants 65 MiB to unpack. */
    private static final int XZ_MEMORY_KIB = 100 << 10;

    private Unpacker() {}

    static InputFile open(Path path) throws IOException {
        if (path.equals(STANDARD_INPUT)) {
            return unpack("standard input", new BufferedInputStream(System.in));
        }
        byte[] magic = new byte[XZ.length];
        try (InputStream in = Files.newInputStream(path)) {
            magic = in.readNBytes(magic.length);
        }
        if (isPacked(magic) || !Files.isRegularFile(path)) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
                return unpack(path.toString(), in);
            }
        }
        return InputFile.open(path);
    }

    private static boolean isPacked(byte[] magic) {
        return startsWith(magic, GZIP) || startsWith(magic, ZSTD) || startsWith(magic, XZ);
    }

    private static boolean startsWith(byte[] bytes, byte[] start) {
        return bytes.length >= start.length && Arrays.equals(Arrays.copyOf(bytes, start.length), start);
    }

    private static InputFile unpack(String name, InputStream in) throws IOException {
        in.mark(XZ.length);
        byte[] magic = in.readNBytes(XZ.length);
        in.reset();
        try (Spool spool = new Spool(name)) {
            byte[] chunk = new byte[CHUNK_BYTES];
            Counted packed = new Counted(in);
            try (InputStream plain = plain(packed, magic)) {
                int begin = plain.readNBytes(chunk, 0, PerfHeader.MAGIC_BYTES);
                spool.write(ByteBuffer.wrap(chunk, 0, begin));
                String begun = new String(chunk, 0, begin, StandardCharsets.ISO_8859_1);
                // Anything else is refused by its beginning: it may be endless.
                for (int n = PerfHeader.isMagic(begun) ? plain.read(chunk) : -1; n >= 0; n = plain.read(chunk)) {
                    spool.write(ByteBuffer.wrap(chunk, 0, n));
                    spool.checkGrowth(packed.bytes);
                }
            } catch (PerfDataException e) {
                throw e;
            } catch (IOException e) {
                throw new PerfDataException(name, "cannot be unpacked: " + e.getMessage() + "; is it complete?");
            }
            return spool.finish();
        }
    }

    private static InputStream plain(InputStream in, byte[] magic) throws IOException {
        if (startsWith(magic, GZIP)) {
            return new GZIPInputStream(in, CHUNK_BYTES);
        }
        if (startsWith(magic, XZ)) {
            return new XZInputStream(in, XZ_MEMORY_KIB);
        }
        return startsWith(magic, ZSTD) ? new ZstdInputStream(in) : in;
    }

    /** Counts what is read. */
    private static final class Counted extends FilterInputStream {
        private long bytes;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            bytes += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
