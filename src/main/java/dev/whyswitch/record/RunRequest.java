package dev.whyswitch.record;

import java.nio.file.Path;

/**
 * One run to make.
 *
 * @param folder the run folder; made if it is not there, files of an earlier run in it are replaced
 * @param scenario id of the scenario, or empty for a program of the user's own
 * @param variant id of the variant, or empty
 * @param round number of the round within the batch, from 0
 * @param program what to run; its output files are set by the recorder
 * @param printsGroundTruth whether the program prints {@link WorkloadOutput}
 * @param machine the machine, gathered once for all runs
 */
public record RunRequest(
        Path folder,
        String scenario,
        String variant,
        int round,
        ProgramSpec program,
        boolean printsGroundTruth,
        MachineFacts machine) {}
