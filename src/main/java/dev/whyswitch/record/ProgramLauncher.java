package dev.whyswitch.record;

import java.io.IOException;

/** Starts programs. */
public final class ProgramLauncher {
    private ProgramLauncher() {}

    /**
     * Starts {@code spec} and returns at once. The caller must {@link RunningProgram#close} it.
     *
     * @throws ProgramException if it cannot be started as asked; the message says why and what to do
     */
    public static RunningProgram start(ProgramSpec spec) throws IOException, InterruptedException {
        return RunningProgram.start(spec);
    }
}
