package dev.whyswitch.record;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The real perf of this machine, for tests that need one. */
public final class Perf {
    private Perf() {}

    /** Skips the test, with the reason, where no system-wide recording is possible. */
    public static void assumeRecording() throws IOException, InterruptedException {
        assumeTrue(Libc.geteuid() == 0, "a system-wide recording needs root");
        assumeTrue(!MachineFacts.gather().perfVersion().isEmpty(), "perf is not installed");
        ProgramResult stat;
        try (RunningProgram program = ProgramLauncher.start(
                ProgramSpec.of(List.of("perf", "stat", "-a", "-e", "sched:sched_switch", "true")))) {
            stat = program.await();
        }
        assumeTrue(stat.succeeded(), "perf cannot count sched:sched_switch here: " + stat.describeEnd());
    }

    /** Standard output of a command that has to succeed. */
    static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": exit code " + process.exitValue());
        }
        return text;
    }

    /** Processes of this machine whose command line holds {@code text}. */
    static List<String> processesWith(String text) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(text))
                .toList();
    }
}
