package dev.whyswitch.record;

import java.nio.file.Path;

/**
 * Where the files of one run lie. A folder with a {@code run.json} holds a complete run: it is written last.
 *
 * @param path the folder, absolute
 */
public record RunFolder(Path path) {
    /** Makes the path absolute. */
    public RunFolder {
        path = path.toAbsolutePath().normalize();
    }

    /** What was run, where and how it ended: a {@link RunRecord}. */
    public Path run() {
        return path.resolve("run.json");
    }

    /** The recording of the perf probe. */
    public Path recording() {
        return path.resolve("perf.data");
    }

    /** Standard output of the program. */
    public Path stdout() {
        return path.resolve("stdout.txt");
    }

    /** Standard error of the program. */
    public Path stderr() {
        return path.resolve("stderr.txt");
    }

    /** Standard output of the probe. */
    public Path probeStdout() {
        return path.resolve("probe.stdout.txt");
    }

    /** Standard error of the probe. */
    public Path probeStderr() {
        return path.resolve("probe.stderr.txt");
    }

    /** The analysis of the recording. */
    public Path analysis() {
        return path.resolve("analysis.json");
    }

    /** The report. */
    public Path report() {
        return path.resolve("report.md");
    }

    /** The folder of the report's pictures. */
    public Path figures() {
        return path.resolve("figures");
    }
}
