package dev.whyswitch.record;

import dev.whyswitch.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * One run as {@code run.json} keeps it.
 *
 * @param schema {@link Json#RUN_SCHEMA}
 * @param scenario id of the scenario, or empty
 * @param variant id of the variant, or empty
 * @param round number of the round within the batch, from 0
 * @param attempt 1, or more if earlier attempts lost events
 * @param startedAt ISO-8601, UTC
 * @param program what was run
 * @param machine where
 * @param probe what recorded it
 * @param result how it ended; a program that failed is a result too
 * @param cpuTimes what each CPU did from just before the program's start until its end was seen
 * @param loadAverageBefore load average of the minute before
 * @param output ground truth that the program printed
 * @param notes what a reader must know: losses of earlier attempts, output cut short, …
 */
public record RunRecord(
        int schema,
        String scenario,
        String variant,
        int round,
        int attempt,
        String startedAt,
        Program program,
        MachineFacts machine,
        ProbeRecord probe,
        ProgramResult result,
        CpuTimes cpuTimes,
        double loadAverageBefore,
        WorkloadOutput output,
        List<String> notes) {
    /** Takes a copy. */
    public RunRecord {
        notes = List.copyOf(notes);
    }

    RunRecord with(ProbeRecord newProbe, List<String> newNotes) {
        return new RunRecord(
                schema,
                scenario,
                variant,
                round,
                attempt,
                startedAt,
                program,
                machine,
                newProbe,
                result,
                cpuTimes,
                loadAverageBefore,
                output,
                newNotes);
    }

    RunRecord withLostEvents(long lostEvents) {
        return with(
                new ProbeRecord(probe.kind, probe.command, probe.bufferPages, probe.recording, probe.times, lostEvents),
                notes);
    }

    /** The same run once its recording is deleted. */
    public RunRecord withoutRecording() {
        return with(
                new ProbeRecord(probe.kind, probe.command, probe.bufferPages, "", probe.times, probe.lostEvents),
                notes);
    }

    /**
     * The {@link ProgramSpec} of the run, in the types of JSON.
     *
     * @param command the program and its arguments
     * @param directory working directory
     * @param environment variables that were added
     * @param cpus CPUs it was bound to; empty: those of the caller
     * @param policy scheduling policy
     * @param priority real-time priority, or 0
     * @param timeLimitNs time limit, nanoseconds
     */
    public record Program(
            List<String> command,
            String directory,
            Map<String, String> environment,
            List<Integer> cpus,
            SchedulingPolicy policy,
            int priority,
            long timeLimitNs) {
        /** Takes copies that keep their order. */
        public Program {
            command = List.copyOf(command);
            environment = Ordered.copyOf(environment);
            cpus = List.copyOf(cpus);
        }

        static Program of(ProgramSpec spec) {
            return new Program(
                    spec.command(),
                    spec.directory().toString(),
                    spec.environment(),
                    spec.cpus(),
                    spec.policy(),
                    spec.priority(),
                    spec.timeLimit().toNanos());
        }
    }

    /**
     * What recorded the run.
     *
     * @param kind {@link Probe#kind}
     * @param command command line of the probe, empty if it has no process
     * @param bufferPages pages of buffer per CPU, or 0
     * @param recording name of the recording in the run folder, empty if there is none
     * @param times CLOCK_MONOTONIC times
     * @param lostEvents events lost in the recording that was kept
     */
    public record ProbeRecord(
            String kind, List<String> command, int bufferPages, String recording, ProbeTimes times, long lostEvents) {
        /** Takes a copy. */
        public ProbeRecord {
            command = List.copyOf(command);
        }
    }

    /** Writes {@code run.json}: whole or not at all. */
    public void write(RunFolder folder) throws IOException {
        Path unfinished = folder.path().resolve("run.json.tmp");
        Json.write(unfinished, this);
        Files.move(unfinished, folder.run(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Reads the {@code run.json} of a folder.
     *
     * @throws IOException if it is not there, not JSON of this shape, or of another schema
     */
    public static RunRecord read(RunFolder folder) throws IOException {
        RunRecord run = Json.read(folder.run(), RunRecord.class);
        if (run.schema != Json.RUN_SCHEMA) {
            throw new IOException(folder.run() + ": schema " + run.schema + ", this whyswitch reads " + Json.RUN_SCHEMA
                    + "; record the run again");
        }
        return run;
    }
}
