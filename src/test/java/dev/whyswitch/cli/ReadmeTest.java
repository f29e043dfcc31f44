package dev.whyswitch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples in README.md are what the program prints. {@code -Dgolden.update=true} writes them anew. */
final class ReadmeTest {
    private static final Path README = Path.of("README.md");

    @TempDir
    private Path folder;

    @Test
    void sampleOfTheScenariosIsThatOfTheCommittedReport() throws IOException {
        String report = Files.readString(Path.of("analysis/reports/sample/report.md"));
        String table = between(report, "## At a glance\n\n", "\n\n");

        isInReadme("sample: analysis/reports/sample/report.md, At a glance", table);
    }

    @Test
    void sampleOfAnalyzeIsWhatItPrints() throws IOException {
        Path mix = RealRecordings.unpack("mix.file.data", folder);
        String report = Cli.run("analyze", "--pid", "18154", mix.toString()).out();
        String headline = between(report, "\n\n", "\n\n");
        String table = between(report, "## The split\n\n", "\n\n");

        isInReadme("output: analyze --pid 18154 mix.file.data, first table", headline + "\n\n" + table);
    }

    /** Every command line of ours in the text is one that the program or the script takes. */
    @Test
    void everyScenarioNamedIsThere() throws IOException {
        List<String> ids = Workloads.catalogue(Path.of("workloads")).scenarios().stream()
                .map(scenario -> scenario.id())
                .toList();

        assertThat(Files.readString(README).split("--scenario ", -1))
                .hasSize(ids.size() + 1)
                .satisfies(parts -> {
                    for (int i = 1; i < parts.length; i++) {
                        assertThat(ids).contains(parts[i].substring(0, parts[i].indexOf('`')));
                    }
                });
    }

    private static String between(String text, String before, String after) {
        int from = text.indexOf(before) + before.length();
        return text.substring(from, text.indexOf(after, from));
    }

    private static void isInReadme(String what, String expected) throws IOException {
        String readme = Files.readString(README);
        int begin = readme.indexOf("<!-- " + what + " -->");
        assertThat(begin).as("the mark of '%s' in README.md", what).isNotNegative();
        int from = readme.indexOf('\n', begin) + 1;
        int to = readme.indexOf("<!-- end of", from);
        String block = "\n" + expected + "\n\n";
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(README, readme.substring(0, from) + block + readme.substring(to));
        } else {
            assertThat(readme.substring(from, to)).isEqualTo(block);
        }
    }
}
