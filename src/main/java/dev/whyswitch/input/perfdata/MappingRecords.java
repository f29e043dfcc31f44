package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.AddressSpaces;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The records that change what is mapped in processes, to {@link AddressSpaces}.
 *
 * <pre>
 * MMAP   u32 pid, tid, u64 addr, len, pgoff, char filename[]
 * MMAP2  u32 pid, tid, u64 addr, len, pgoff, 24 bytes of inode or build id, u32 prot, flags, char filename[]
 * </pre>
 */
final class MappingRecords {
    private static final int MMAP_NAME = 40;
    private static final int MMAP2_NAME = 72;

    /** Data, which no code lies in: perf record --data. */
    private static final int PERF_RECORD_MISC_MMAP_DATA = 1 << 13;

    /** perf made the record for a process that it found: not a copy of its parent. */
    private static final int PERF_RECORD_MISC_FORK_EXEC = 1 << 13;

    private final AddressSpaces spaces;

    MappingRecords(AddressSpaces spaces) {
        this.spaces = spaces;
    }

    /** Takes the record at {@code start} if it is one of those. */
    void take(ByteBuffer buffer, int start, int size, int type) {
        boolean marked = (buffer.getShort(start + 4) & PERF_RECORD_MISC_MMAP_DATA) != 0;
        switch (type) {
            case RecordType.PERF_RECORD_MMAP -> map(buffer, start, size, MMAP_NAME, marked);
            case RecordType.PERF_RECORD_MMAP2 -> map(buffer, start, size, MMAP2_NAME, marked);
            case RecordType.PERF_RECORD_COMM -> {
                if ((buffer.getShort(start + 4) & RecordType.PERF_RECORD_MISC_COMM_EXEC) != 0 && size >= 16) {
                    spaces.exec(buffer.getInt(start + 8));
                }
            }
            case RecordType.PERF_RECORD_FORK -> fork(buffer, start, size);
            case RecordType.PERF_RECORD_EXIT -> {
                if (size >= 24 && buffer.getInt(start + 8) == buffer.getInt(start + 16)) {
                    spaces.exit(buffer.getInt(start + 8));
                }
            }
            default -> {
                // Other records map nothing.
            }
        }
    }

    private void fork(ByteBuffer buffer, int start, int size) {
        if (size < 24 || buffer.getInt(start + 8) == buffer.getInt(start + 12)) {
            return;
        }
        if ((buffer.getShort(start + 4) & PERF_RECORD_MISC_FORK_EXEC) != 0) {
            spaces.exec(buffer.getInt(start + 8));
        } else {
            spaces.fork(buffer.getInt(start + 12), buffer.getInt(start + 8));
        }
    }

    private void map(ByteBuffer buffer, int start, int size, int nameAt, boolean isData) {
        // The kernel's own mapping has pid -1; its functions are known by their addresses.
        if (isData || size <= nameAt || buffer.getInt(start + 8) < 0) {
            return;
        }
        int end = start + nameAt;
        while (end < start + size && buffer.get(end) != 0) {
            end++;
        }
        byte[] name = new byte[end - start - nameAt];
        buffer.get(start + nameAt, name);
        spaces.map(
                buffer.getInt(start + 8),
                buffer.getLong(start + 16),
                buffer.getLong(start + 24),
                buffer.getLong(start + 32),
                new String(name, StandardCharsets.UTF_8));
    }
}
