package dev.whyswitch.input.perfdata;

import java.io.IOException;

/** A file that cannot be read as perf.data: one line with file, offset, what was expected, what was found, what to do. */
public final class PerfDataException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Longer messages quote the file's own texts: of a damaged one anything. */
    private static final int MAX_CHARS = 500;

    PerfDataException(String file, String message) {
        super(file + ": " + oneLine(message));
    }

    PerfDataException(String file, long offset, String message) {
        super(file + ": at byte " + offset + ": " + oneLine(message));
    }

    private static String oneLine(String message) {
        String printable = message.replaceAll("\\p{Cntrl}", ".");
        return printable.length() <= MAX_CHARS ? printable : printable.substring(0, MAX_CHARS) + " …";
    }
}
