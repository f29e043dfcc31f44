package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Path;

/** Reads from a recording how many events it lost. */
@FunctionalInterface
public interface LossCounter {
    /**
     * Number of events lost in {@code recording}.
     *
     * @param run the run that it is of, complete but for this number, so that whoever reads the recording for it can
     *     analyse it at once
     */
    long lostEvents(RunRecord run, Path recording) throws IOException;
}
