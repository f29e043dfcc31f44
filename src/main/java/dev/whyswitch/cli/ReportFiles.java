package dev.whyswitch.cli;

import dev.whyswitch.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Puts a report into a folder. */
final class ReportFiles {
    /** Name of the report itself. */
    static final String REPORT = "report.md";

    private ReportFiles() {}

    /** Writes report.md and the figures; makes the folders. */
    static void write(Path folder, Report report) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> figure : report.figures().entrySet()) {
            Path path = folder.resolve(figure.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, figure.getValue());
        }
        Files.writeString(folder.resolve(REPORT), report.markdown());
    }
}
