package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares text with a file of src/test/resources/report; {@code -Dgolden.update=true} rewrites the file instead. */
final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/report");

    private Golden() {}

    static void check(String file, String actual) throws IOException {
        Path path = FOLDER.resolve(file);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(path.getParent());
            Files.writeString(path, actual);
        }
        assertThat(path).exists();
        assertThat(actual).isEqualTo(Files.readString(path));
    }

    static void check(String folder, Report report) throws IOException {
        check(folder + "/report.md", report.markdown());
        for (var figure : report.figures().entrySet()) {
            check(folder + "/" + figure.getKey(), figure.getValue());
        }
    }
}
