package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.input.perfdata.ReaderFuzz.Form;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs that once broke something: src/test/resources/corpus, whose README says what. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CorpusTest {
    private static Path corpus() {
        try {
            return Path.of(CorpusTest.class.getResource("/corpus").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Arguments> inputs() throws IOException {
        List<Arguments> inputs = new ArrayList<>();
        for (Form form : Form.values()) {
            Path folder = corpus().resolve(form.name());
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.sorted()
                            .forEach(file -> inputs.add(
                                    Arguments.of(form, file.getFileName().toString())));
                }
            }
        }
        return inputs;
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void isReadOrRefused(Form form, String name, @TempDir Path directory) throws IOException {
        form.check(Files.readAllBytes(corpus().resolve(form.name()).resolve(name)), directory);
    }

    @Test
    void theReadmeNamesEachInput() throws IOException {
        String readme = Files.readString(corpus().resolve("README.md"));

        assertThat(inputs())
                .isNotEmpty()
                .allSatisfy(input -> assertThat(readme).contains("| " + input.get()[0] + "/" + input.get()[1] + " |"));
    }
}
