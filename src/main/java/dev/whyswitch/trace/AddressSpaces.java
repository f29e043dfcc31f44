package dev.whyswitch.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Which file lies where in the memory of each process, as the recording has told up to now: an address becomes file and
 * offset. The reader of a recording keeps it in step with the events that it hands on.
 *
 * <p>A fork shares the parent's mappings until one of the two changes them; an exec starts anew. Memory is bounded: above
 * {@link #MAX_MAPPINGS}, processes that have ended are forgotten first, then new mappings are not taken, and counted.
 */
public final class AddressSpaces {
    /** Answer for an address that lies in no known mapping. */
    public static final int UNKNOWN = -1;

    /** Mappings that are kept at most, 28 bytes each. */
    public static final int MAX_MAPPINGS = 1 << 20;

    /** Files that are kept at most; they are not forgotten. */
    private static final int MAX_FILES = 1 << 16;

    private final int maxMappings;
    private final List<String> files = new ArrayList<>();
    private final Map<String, Integer> fileIds = new HashMap<>();
    private final Map<Integer, Space> spaces = new HashMap<>();
    /** Mappings in all spaces; those that a fork shares count for both. */
    private int mappings;

    private long refused;
    /** Offset in the file that the last {@link #find} found. */
    private long foundOffset;

    /** Sorted by start; no two overlap. */
    private static final class Space {
        long[] starts;
        long[] ends;
        long[] offsets;
        int[] fileIds;
        int size;
        boolean isShared;
        boolean hasEnded;
    }

    /** Nothing is mapped. */
    public AddressSpaces() {
        this(MAX_MAPPINGS);
    }

    AddressSpaces(int maxMappings) {
        this.maxMappings = maxMappings;
    }

    /** Process {@code tgid} has {@code bytes} of {@code file}, from {@code offset} on, at {@code start}. */
    public void map(int tgid, long start, long bytes, long offset, String file) {
        if (bytes <= 0 || start + bytes < start) {
            return;
        }
        Space space = spaces.get(tgid);
        if (space == null || space.hasEnded) {
            space = renew(tgid);
        }
        if (mappings + 2 > maxMappings) {
            forgetEnded();
        }
        if (mappings + 2 > maxMappings || (files.size() == MAX_FILES && !fileIds.containsKey(file))) {
            refused++;
            return;
        }
        own(space, space.size + 2);
        mappings -= space.size;
        cut(space, start, start + bytes);
        insert(space, start, start + bytes, offset, id(file));
        mappings += space.size;
    }

    private int id(String file) {
        return fileIds.computeIfAbsent(file, name -> {
            files.add(name);
            return files.size() - 1;
        });
    }

    private Space renew(int tgid) {
        Space old = spaces.get(tgid);
        mappings -= old == null ? 0 : old.size;
        Space space = new Space();
        space.starts = new long[8];
        space.ends = new long[8];
        space.offsets = new long[8];
        space.fileIds = new int[8];
        spaces.put(tgid, space);
        return space;
    }

    /** Makes the columns of {@code space} its own and long enough for {@code size}. */
    private static void own(Space space, int size) {
        if (space.isShared || size > space.starts.length) {
            int capacity = size > space.starts.length ? Math.max(size, space.starts.length * 2) : space.starts.length;
            space.starts = Arrays.copyOf(space.starts, capacity);
            space.ends = Arrays.copyOf(space.ends, capacity);
            space.offsets = Arrays.copyOf(space.offsets, capacity);
            space.fileIds = Arrays.copyOf(space.fileIds, capacity);
            space.isShared = false;
        }
    }

    /** Takes everything between {@code from} and {@code to} out, as a new mapping there does. */
    private static void cut(Space space, long from, long to) {
        for (int i = space.size - 1; i >= 0; i--) {
            boolean startsBefore = space.starts[i] < from;
            boolean endsBehind = space.ends[i] > to;
            if (space.ends[i] <= from || space.starts[i] >= to) {
                continue;
            }
            if (startsBefore && endsBehind) {
                long rest = to - space.starts[i];
                insertAt(space, i + 1, to, space.ends[i], space.offsets[i] + rest, space.fileIds[i]);
                space.ends[i] = from;
            } else if (startsBefore) {
                space.ends[i] = from;
            } else if (endsBehind) {
                space.offsets[i] += to - space.starts[i];
                space.starts[i] = to;
            } else {
                move(space, i + 1, i);
                space.size--;
            }
        }
    }

    private static void insert(Space space, long start, long end, long offset, int file) {
        insertAt(space, indexBehind(space, start), start, end, offset, file);
    }

    private static void insertAt(Space space, int at, long start, long end, long offset, int file) {
        move(space, at, at + 1);
        space.size++;
        space.starts[at] = start;
        space.ends[at] = end;
        space.offsets[at] = offset;
        space.fileIds[at] = file;
    }

    /** Moves what begins at index {@code from} to index {@code to}. */
    private static void move(Space space, int from, int to) {
        int count = space.size - from;
        System.arraycopy(space.starts, from, space.starts, to, count);
        System.arraycopy(space.ends, from, space.ends, to, count);
        System.arraycopy(space.offsets, from, space.offsets, to, count);
        System.arraycopy(space.fileIds, from, space.fileIds, to, count);
    }

    /** Index of the first mapping that starts behind {@code address}. */
    private static int indexBehind(Space space, long address) {
        int low = 0;
        int high = space.size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (space.starts[middle] <= address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Process {@code tgid} begins as a copy of {@code parentTgid}. */
    public void fork(int parentTgid, int tgid) {
        if (parentTgid == tgid) {
            return;
        }
        Space parent = spaces.get(parentTgid);
        if (parent == null) {
            drop(tgid);
            return;
        }
        if (mappings + parent.size > maxMappings) {
            forgetEnded();
        }
        drop(tgid);
        if (mappings + parent.size > maxMappings) {
            refused += parent.size;
            return;
        }
        Space child = new Space();
        child.starts = parent.starts;
        child.ends = parent.ends;
        child.offsets = parent.offsets;
        child.fileIds = parent.fileIds;
        child.size = parent.size;
        child.isShared = true;
        parent.isShared = true;
        spaces.put(tgid, child);
        mappings += child.size;
    }

    /** Process {@code tgid} runs another program: nothing that was mapped is any more. */
    public void exec(int tgid) {
        drop(tgid);
    }

    /** The first thread of process {@code tgid} ended; others may still need what is mapped. */
    public void exit(int tgid) {
        Space space = spaces.get(tgid);
        if (space != null) {
            space.hasEnded = true;
        }
    }

    private void drop(int tgid) {
        Space space = spaces.remove(tgid);
        mappings -= space == null ? 0 : space.size;
    }

    private void forgetEnded() {
        for (Iterator<Space> all = spaces.values().iterator(); all.hasNext(); ) {
            Space space = all.next();
            if (space.hasEnded) {
                mappings -= space.size;
                all.remove();
            }
        }
    }

    /**
     * The file that {@code address} of process {@code tgid} lies in, {@link #UNKNOWN} if none is known; {@link
     * #foundOffset} then tells where in it.
     */
    public int find(int tgid, long address) {
        Space space = spaces.get(tgid);
        int at = space == null ? UNKNOWN : indexBehind(space, address) - 1;
        if (at < 0 || address >= space.ends[at]) {
            return UNKNOWN;
        }
        foundOffset = address - space.starts[at] + space.offsets[at];
        return space.fileIds[at];
    }

    /** Bytes from the start of the file that the last {@link #find} found to its address. */
    public long foundOffset() {
        return foundOffset;
    }

    /** Path of file {@code id}. */
    public String file(int id) {
        return files.get(id);
    }

    /** How many mappings are kept. */
    public int mappings() {
        return mappings;
    }

    /** How many could not be kept. */
    public long refused() {
        return refused;
    }
}
