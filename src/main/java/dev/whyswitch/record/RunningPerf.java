package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The process of a {@link PerfProbe}. Not for use by several threads at once. */
final class RunningPerf implements RunningProbe {
    /** perf that has not enabled its events after this long never will. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** perf that knows {@code stop} (5.12 and newer) acknowledges it at once; an older one is sent SIGINT after this. */
    private static final Duration STOP_ACK_LIMIT = Duration.ofSeconds(2);

    /** perf reads its whole file once more at the end, for the build ids. */
    private static final Duration END_LIMIT = Duration.ofMinutes(5);

    /** Between two looks for an acknowledgement. Only before the program starts and after it has ended. */
    private static final Duration ACK_PAUSE = Duration.ofMillis(2);

    /** Longer than any run: it is ended by us. */
    private static final Duration NO_LIMIT = Duration.ofDays(365);

    private final ControlFifos fifos;
    private final RunningProgram perf;
    private final List<String> command;
    private final RunFolder folder;
    private final long startNs;
    private long enabledNs;

    private RunningPerf(ControlFifos fifos, RunningProgram perf, List<String> command, RunFolder folder, long startNs) {
        this.fifos = fifos;
        this.perf = perf;
        this.command = command;
        this.folder = folder;
        this.startNs = startNs;
    }

    static RunningPerf start(PerfProbe probe, RunFolder folder) throws IOException, InterruptedException {
        ControlFifos fifos = new ControlFifos();
        try {
            List<String> command = probe.command(fifos.option(), folder);
            // LC_ALL: its messages are looked at. PERF_CONFIG: the user's ~/.perfconfig must not change the recording.
            ProgramSpec spec = ProgramSpec.of(command)
                    .withEnvironment(Map.of("LC_ALL", "C", "PERF_CONFIG", "/dev/null"))
                    .withPolicy(SchedulingPolicy.OTHER, 0)
                    .withOutput(folder.probeStdout(), folder.probeStderr())
                    .withTimeLimit(NO_LIMIT);
            long startNs = Libc.monotonicNs();
            RunningPerf running = new RunningPerf(fifos, launch(spec), command, folder, startNs);
            try {
                running.enable();
                return running;
            } catch (IOException | InterruptedException | RuntimeException e) {
                running.perf.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            fifos.close();
            throw e;
        }
    }

    private static RunningProgram launch(ProgramSpec spec) throws IOException, InterruptedException {
        try {
            return ProgramLauncher.start(spec);
        } catch (ProgramException e) {
            throw new ProbeException(e.getMessage() + "; " + PerfTrouble.PACKAGES, e);
        }
    }

    private void enable() throws IOException, InterruptedException {
        fifos.send("enable");
        if (!awaitAcknowledgement(START_LIMIT)) {
            throw PerfTrouble.explain(
                    perf.hasEnded()
                            ? "perf ended at once with " + perf.await().describeEnd()
                            : "perf did not begin to record within " + START_LIMIT.toSeconds() + " s",
                    folder);
        }
        enabledNs = Libc.monotonicNs();
    }

    /** Whether one came before perf's end and before {@code limit}. */
    private boolean awaitAcknowledgement(Duration limit) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (!fifos.takeAcknowledgement()) {
            if (perf.awaitEnd(ACK_PAUSE) || System.nanoTime() > deadlineNs) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<String> command() {
        return command;
    }

    @Override
    public Optional<Path> recording() {
        return Optional.of(folder.recording());
    }

    @Override
    public ProbeTimes stop() throws IOException, InterruptedException {
        if (perf.hasEnded()) {
            throw PerfTrouble.explain(
                    "perf ended before it was told to, with " + perf.await().describeEnd(), folder);
        }
        long stopNs = Libc.monotonicNs();
        fifos.send("stop");
        if (!awaitAcknowledgement(STOP_ACK_LIMIT)) {
            perf.signal(Libc.SIGINT);
        }
        if (!perf.awaitEnd(END_LIMIT)) {
            throw PerfTrouble.explain("perf did not end within " + END_LIMIT.toMinutes() + " minutes", folder);
        }
        ProgramResult result = perf.await();
        // After SIGINT perf completes its file and then dies of the same signal (record__sig_exit()).
        if (result.exitCode() != 0 && result.signal() != Libc.SIGINT) {
            throw PerfTrouble.explain("perf failed with " + result.describeEnd(), folder);
        }
        return new ProbeTimes(startNs, enabledNs, stopNs, result.endNs());
    }

    @Override
    public void close() {
        perf.close();
        try {
            fifos.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove the FIFOs of perf: " + e.getMessage(), e);
        }
    }
}
