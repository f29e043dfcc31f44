package dev.whyswitch.input.perfdata;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Records inside PERF_RECORD_COMPRESSED and COMPRESSED2 (perf record -z) to plain records. The payloads of all such records
 * of a file are one zstd stream, and a record may begin in one and end in the next; what lies between them in the file
 * (rounds, feature records) is kept in its place.
 *
 * <pre>
 * COMPRESSED   header, payload up to the record's end
 * COMPRESSED2  header, u64 size of the payload, payload, padding to 8 (perf 6.16; its header.size can overflow: the u64 holds)
 * </pre>
 */
final class CompressedRecords {
    private static final int HEADER_BYTES = 8;
    private static final int OUTPUT_BYTES = 1 << 18;

    private final InputFile file;
    private final Spool spool;
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);
    /** Bytes of a record whose end has not come yet. */
    private final ByteBuffer rest = ByteBuffer.allocateDirect(InputFile.MAX_RECORD_BYTES);

    private long packedBytes;

    private CompressedRecords(InputFile file, Spool spool, ByteOrder order) {
        this.file = file;
        this.spool = spool;
        output.order(order);
        rest.order(order);
    }

    /** True if one of the records is compressed; looks no further than the first sample. */
    static boolean isIn(RecordPart part) throws PerfDataException {
        InputFile file = part.file();
        long to = part.to();
        long at = part.from();
        while (at + HEADER_BYTES <= to) {
            int type = file.i32(at);
            if (RecordType.isCompressed(type)) {
                return true;
            }
            long next = RecordType.next(file, at, to);
            if (type == RecordType.PERF_RECORD_SAMPLE || next < 0) {
                return false;
            }
            at = next;
        }
        return false;
    }

    /** The records of {@code part}, none of them compressed any more. */
    static InputFile unpack(RecordPart part, ByteOrder order) throws IOException {
        InputFile file = part.file();
        try (Spool spool = new Spool(file.name() + " (unpacked)")) {
            CompressedRecords records = new CompressedRecords(file, spool, order);
            try {
                records.copy(part.from(), part.to());
            } finally {
                records.zstd.close();
            }
            InputFile plain = spool.finish();
            plain.order(order);
            return plain;
        }
    }

    private void copy(long from, long to) throws IOException {
        long at = from;
        while (at + HEADER_BYTES <= to) {
            int type = file.i32(at);
            long next = RecordType.next(file, at, to);
            if (next < 0 || next > to) {
                break;
            }
            if (type == RecordType.PERF_RECORD_COMPRESSED) {
                unpack(at, at + HEADER_BYTES, file.u16(at + 6) - HEADER_BYTES);
            } else if (type == RecordType.PERF_RECORD_COMPRESSED2) {
                unpack(at, at + 2 * HEADER_BYTES, file.i64(at + HEADER_BYTES));
            } else {
                spool.copy(file, at, next);
            }
            at = next;
        }
        rest.flip();
        // The end of a recording that was cut: not a whole record, which the reader counts.
        spool.write(rest);
    }

    private void unpack(long record, long from, long length) throws IOException {
        ByteBuffer input = file.slice(from, length);
        packedBytes += length;
        boolean full = false;
        // A full output says that zstd may hold more of it, also when the input is used up.
        while (input.hasRemaining() || full) {
            int before = input.position();
            output.clear();
            try {
                zstd.decompressDirectByteBufferStream(output, input);
            } catch (ZstdException e) {
                throw new PerfDataException(file.name(), record, "compressed record is damaged: " + e.getMessage());
            }
            boolean stuck = input.hasRemaining() && input.position() == before && output.position() == 0;
            full = !output.hasRemaining();
            output.flip();
            if (stuck) {
                throw new PerfDataException(file.name(), record, "compressed record is damaged: it does not unpack");
            }
            split(record);
            spool.checkGrowth(packedBytes);
        }
    }

    /** Writes the whole records of {@link #rest} and {@link #output} to the spool; keeps the rest. */
    private void split(long record) throws IOException {
        while (output.hasRemaining()) {
            if (rest.position() < HEADER_BYTES) {
                rest.put(output.get());
                continue;
            }
            int size = rest.getShort(6) & 0xFFFF;
            if (size < HEADER_BYTES) {
                throw new PerfDataException(
                        file.name(),
                        record,
                        "inside this compressed record, a record has size " + size + ", expected 8");
            }
            int missing = Math.min(size - rest.position(), output.remaining());
            rest.put(output.slice(output.position(), missing));
            output.position(output.position() + missing);
            if (rest.position() == size) {
                rest.flip();
                spool.write(rest);
                rest.clear();
            }
        }
    }
}
