package dev.whyswitch.input.perfdata;

/**
 * Text among the records of a pipe: the recorded program, or perf itself, wrote to the same descriptor. It is told by a
 * record type of four printable characters, and skipped up to where whole records follow again.
 */
final class StrayText {
    /** This many plausible records in a row are no accident. */
    private static final int RECORDS = 3;

    private StrayText() {}

    /** True if {@code type} is text and not a type. */
    static boolean isText(int type) {
        for (int shift = 0; shift < 32; shift += 8) {
            int c = type >>> shift & 0xFF;
            if (c != '\n' && c != '\r' && c != '\t' && (c < ' ' || c > '~')) {
                return false;
            }
        }
        return true;
    }

    /** Where records follow again behind the text at {@code at}; {@code end} if nowhere. */
    static long resume(InputFile file, long at, long end) throws PerfDataException {
        for (long start = at + 1; start + 8 <= end; start++) {
            if (areRecords(file, start, end)) {
                return start;
            }
        }
        return end;
    }

    private static boolean areRecords(InputFile file, long start, long end) throws PerfDataException {
        long at = start;
        for (int i = 0; i < RECORDS && at < end; i++) {
            if (at + 8 > end || !RecordType.isKnown(file.i32(at))) {
                return false;
            }
            at = RecordType.next(file, at, end);
            if (at < 0) {
                return false;
            }
        }
        return true;
    }
}
