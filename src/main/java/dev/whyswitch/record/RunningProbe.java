package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A probe that records. */
public interface RunningProbe extends AutoCloseable {
    /** The command line of its process, one word an element; empty if it has none. */
    List<String> command();

    /** The file that it writes, if any. */
    Optional<Path> recording();

    /**
     * Stops recording and waits until the recording is complete.
     *
     * @throws ProbeException if the probe fails at this
     */
    ProbeTimes stop() throws IOException, InterruptedException;

    /** Ends its process and removes what it needed only while running; what it has written stays. */
    @Override
    void close();
}
