package dev.whyswitch.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JsonTest {
    @TempDir
    private Path directory;

    private record Inner(String taskName, double share) {}

    private record Outer(long windowNs, boolean isDone, List<Inner> rows, String missing) {}

    private Outer read(String text) throws IOException {
        return Json.read(Files.writeString(directory.resolve("x.json"), text), Outer.class);
    }

    @Test
    void recordsComeBackAsTheyWere() throws IOException {
        Outer outer = new Outer(Long.MAX_VALUE, true, List.of(new Inner("a=\"b\"\n\u00e4", 0.1)), null);
        Path file = directory.resolve("x.json");
        Json.write(file, outer);

        assertThat(Json.read(file, Outer.class)).isEqualTo(outer);
        assertThat(Json.text(outer))
                .contains("\"window_ns\" : 9223372036854775807")
                .contains("\"task_name\"")
                .contains("0.1")
                .doesNotContain("missing")
                .endsWith("}\n");
    }

    @Test
    void propertiesOfANewerVersionAreIgnored() throws IOException {
        assertThat(read("{\"window_ns\": 5, \"is_done\": false, \"colour\": {\"of\": [1]}}")
                        .windowNs())
                .isEqualTo(5);
    }

    @Test
    void whatIsWrongIsSaidWithFileAndPlaceInOneLine() {
        assertThatThrownBy(() -> read("{\"window_ns\": 5,\n \"is_done\": maybe}"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("x.json:2:")
                .hasMessageNotContainingAny("\n");
        assertThatThrownBy(() -> read("")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> read("{\"window_ns\": \"five\"}"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("x.json:1:");
        assertThatThrownBy(() -> read("{\"window_ns\": null}")).isInstanceOf(JsonException.class);
    }
}
