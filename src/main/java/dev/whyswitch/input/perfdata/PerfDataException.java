package dev.whyswitch.input.perfdata;

import java.io.IOException;

/** A file that cannot be read as perf.data: one line with file, offset, what was expected, what was found, what to do. */
public final class PerfDataException extends IOException {
    private static final long serialVersionUID = 1L;

    PerfDataException(String file, String message) {
        super(file + ": " + message);
    }

    PerfDataException(String file, long offset, String message) {
        super(file + ": at byte " + offset + ": " + message);
    }
}
