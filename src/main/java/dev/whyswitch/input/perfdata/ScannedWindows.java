package dev.whyswitch.input.perfdata;

/**
 * The pieces of a file that were scanned last. Records are delivered a round or two after they were scanned, so that most
 * are still in memory and need not be read again.
 */
final class ScannedWindows {
    /** Read at once; must hold the largest record. */
    private static final int WINDOW_BYTES = 1 << 18;

    /** Windows for 16 MiB: two rounds of small machines. Of larger ones, streams read their records again. */
    static final int MANY = 64;

    private final InputFile file;
    /** By number of the window modulo their number; their offsets ascend with the number. */
    private final FileWindow[] windows;

    private long count;

    /** The last {@code windows} pieces of {@code file}; a power of two. */
    ScannedWindows(InputFile file, int windows) {
        this.file = file;
        this.windows = new FileWindow[windows];
    }

    /** The window that holds {@code bytes} from {@code offset} on, where scanning is; reads on up to {@code limit}. */
    FileWindow at(long offset, int bytes, long limit) throws PerfDataException {
        FileWindow newest = count > 0 ? window(count - 1) : null;
        if (newest != null && newest.holds(offset, bytes)) {
            return newest;
        }
        int slot = (int) (count++ & (windows.length - 1));
        if (windows[slot] == null) {
            windows[slot] = file.window(WINDOW_BYTES);
        }
        windows[slot].move(offset, limit);
        return windows[slot];
    }

    /** The window that holds {@code bytes} from {@code offset} on, null if none does any more. */
    FileWindow holding(long offset, int bytes) {
        long low = Math.max(0, count - windows.length);
        long high = count;
        while (high - low > 1) {
            long middle = (low + high) >>> 1;
            if (window(middle).from() <= offset) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low < count && window(low).holds(offset, bytes) ? window(low) : null;
    }

    private FileWindow window(long number) {
        return windows[(int) (number & (windows.length - 1))];
    }
}
