package dev.whyswitch.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.whyswitch.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The committed catalogue, and catalogues that contradict themselves. */
final class CatalogueTest {
    private static final Path COMMITTED = Path.of("workloads", "catalogue.json");

    @TempDir
    private Path directory;

    @Test
    void everyScenarioHasAProgramClaimsAndAQuickVariant() throws IOException {
        Catalogue catalogue = Catalogue.read(COMMITTED);

        assertThat(catalogue.scenarios())
                .extracting(Catalogue.Scenario::id)
                .containsExactly("prio-mutex", "counters", "fork-serial-batch");
        assertThat(catalogue.scenarios()).allSatisfy(scenario -> {
            assertThat(Path.of("workloads", scenario.program() + ".c")).exists();
            assertThat(scenario.claims()).isNotEmpty().allMatch(c -> c.id().startsWith(scenario.document() + "-C"));
            assertThat(scenario.variants(Size.QUICK)).isNotEmpty();
            assertThat(scenario.variants(Size.DEFAULT)).isEqualTo(scenario.variants());
        });
    }

    @Test
    void parametersOfTheSizeFillTheArguments() throws IOException {
        Catalogue.Scenario fork = Catalogue.read(COMMITTED).scenario("fork-serial-batch");

        assertThat(fork.arguments(fork.variants().get(1), Size.QUICK))
                .isEqualTo(List.of("--children", "1000", "--window", "all"));
        assertThat(fork.arguments(fork.variants().get(0), Size.FULL))
                .isEqualTo(List.of("--children", "3000", "--window", "1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "document": "S2",      | "document": "S9",      | scenario fork-serial-batch: unknown document S9
            "id": "counters"       | "id": "prio-mutex"     | scenario prio-mutex: two scenarios have this id
            "id": "rr-min"         | "id": "rr-max"         | scenario prio-mutex: two variants are named rr-max
            {children}             | {people}               | argument {people} of variant one-by-one has no value at size quick
            "schema": 1            | "schema": 2            | catalogue of schema 2, expected 1
            "time_limit_seconds": 30 | "time_limit_seconds": "soon" | Cannot deserialize
            """)
    void aCatalogueThatContradictsItselfIsRefused(String before, String after, String message) throws IOException {
        Path file = Files.writeString(
                directory.resolve("catalogue.json"), Files.readString(COMMITTED).replace(before, after));

        assertThatThrownBy(() -> Catalogue.read(file))
                .isInstanceOf(JsonException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }
}
