package dev.whyswitch.record;

import dev.whyswitch.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes recorded runs: program and probe side by side, again with larger buffers if events were lost. */
public final class Recorder {
    /** Attempts at one run, the first included. */
    public static final int MAX_ATTEMPTS = 3;

    /** Factor of the buffer from one attempt to the next. */
    public static final int BUFFER_GROWTH = 4;

    /** Share of the memory that the buffers of all CPUs may take. */
    private static final double BUFFER_MEMORY_SHARE = 0.25;

    private static final long PAGE_BYTES = 4096;
    private static final Path LOAD_AVERAGE = Path.of("/proc/loadavg");

    private final RunRequest request;
    private final LossCounter losses;
    private final RunFolder folder;
    private final ProgramSpec program;
    private final List<String> notes = new ArrayList<>();

    private Recorder(RunRequest request, LossCounter losses) {
        this.request = request;
        this.losses = losses;
        this.folder = new RunFolder(request.folder());
        this.program = request.program().withOutput(folder.stdout(), folder.stderr());
    }

    /**
     * Makes one run and writes its folder. A program that fails is a result. After an interrupt neither program nor
     * probe is left, and the folder has no {@code run.json}.
     *
     * @throws ProgramException if the program cannot be started as asked
     * @throws ProbeException if the probe fails
     * @throws WorkloadOutputException if a program that ended well printed broken ground truth
     */
    public static RunRecord record(RunRequest request, Probe probe, LossCounter losses)
            throws IOException, InterruptedException {
        Recorder recorder = new Recorder(request, losses);
        Files.createDirectories(recorder.folder.path());
        try {
            RunRecord run = recorder.attempts(probe);
            run.write(recorder.folder);
            return run;
        } finally {
            Ownership.ofCaller().give(recorder.folder.path());
        }
    }

    private RunRecord attempts(Probe first) throws IOException, InterruptedException {
        Probe probe = first;
        for (int attempt = 1; ; attempt++) {
            RunRecord run = attempt(probe, attempt);
            long lost = run.probe().lostEvents();
            if (lost == 0) {
                return withNotes(run);
            }
            if (attempt == MAX_ATTEMPTS || probe.bufferPages() == 0) {
                notes.add(lost + " events lost in attempt " + attempt + ", the last");
                return withNotes(run);
            }
            int pages = probe.bufferPages() * BUFFER_GROWTH;
            if (bufferBytes(pages) > BUFFER_MEMORY_SHARE * request.machine().memoryBytes()) {
                notes.add(lost + " events lost; not repeated with larger buffers: " + pages
                        + " pages per CPU would take more than a quarter of the memory");
                return withNotes(run);
            }
            notes.add("attempt " + attempt + " lost " + lost + " events with " + probe.bufferPages()
                    + " pages per CPU; repeated with " + pages);
            probe = probe.withBufferPages(pages);
        }
    }

    private long bufferBytes(int pages) {
        return pages * PAGE_BYTES * Runtime.getRuntime().availableProcessors();
    }

    private RunRecord attempt(Probe probe, int attempt) throws IOException, InterruptedException {
        removeOldFiles();
        String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        double load = Double.parseDouble(Files.readString(LOAD_AVERAGE).split(" ", 2)[0]);
        CpuTimes before;
        CpuTimes after;
        ProgramResult result;
        RunRecord.ProbeRecord probeRecord;
        Optional<Path> recordingFile;
        try (RunningProbe recording = probe.start(folder)) {
            before = CpuTimes.now();
            try (RunningProgram running = ProgramLauncher.start(program)) {
                result = running.await();
            }
            after = CpuTimes.now();
            ProbeTimes times = recording.stop();
            recordingFile = recording.recording();
            probeRecord = new RunRecord.ProbeRecord(
                    probe.kind(),
                    recording.command(),
                    probe.bufferPages(),
                    recordingFile.map(file -> file.getFileName().toString()).orElse(""),
                    times,
                    0);
        }
        WorkloadOutput output = output(result);
        RunRecord run = new RunRecord(
                Json.RUN_SCHEMA,
                request.scenario(),
                request.variant(),
                request.round(),
                attempt,
                startedAt,
                RunRecord.Program.of(program),
                request.machine(),
                probeRecord,
                result,
                after.minus(before),
                load,
                output,
                List.of());
        return recordingFile.isPresent() ? run.withLostEvents(losses.lostEvents(run, recordingFile.get())) : run;
    }

    /** perf would keep an older recording beside the new one, as perf.data.old. */
    private void removeOldFiles() throws IOException {
        for (Path file : List.of(
                folder.run(),
                folder.recording(),
                folder.stdout(),
                folder.stderr(),
                folder.probeStdout(),
                folder.probeStderr(),
                folder.analysis(),
                folder.report())) {
            Files.deleteIfExists(file);
        }
    }

    private WorkloadOutput output(ProgramResult result) throws IOException {
        if (!request.printsGroundTruth()) {
            return WorkloadOutput.NONE;
        }
        try {
            return WorkloadOutput.read(folder.stdout());
        } catch (WorkloadOutputException e) {
            if (result.succeeded()) {
                throw e;
            }
            notes.add("output of a failed program not used: " + e.getMessage());
            return WorkloadOutput.NONE;
        }
    }

    private RunRecord withNotes(RunRecord run) {
        return run.with(run.probe(), notes);
    }
}
