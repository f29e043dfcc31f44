package dev.whyswitch.record;

import java.io.IOException;

/** A way to record what the scheduler does. Immutable; each {@link #start} begins one recording. */
public interface Probe {
    /** Its name in run.json, such as {@code perf}. */
    String kind();

    /** Pages of buffer per CPU; 0 if it has no buffer that could be made larger. */
    int bufferPages();

    /** The same with other buffers. */
    Probe withBufferPages(int pages);

    /**
     * Starts recording into {@code folder}; returns when it records.
     *
     * @throws ProbeException if it does not
     */
    RunningProbe start(RunFolder folder) throws IOException, InterruptedException;
}
