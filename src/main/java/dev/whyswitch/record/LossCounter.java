package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Path;

/** Reads from a recording how many events it lost. */
@FunctionalInterface
public interface LossCounter {
    /** Number of events lost in {@code recording}. */
    long lostEvents(Path recording) throws IOException;
}
