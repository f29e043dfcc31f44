package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadOutputTest {
    private static final String THREAD =
            "thread name=worker0 tid=4711 t0_ns=100 t1_ns=900 nvcsw=23 nivcsw=4" + " user_ns=500 sys_ns=60";

    @TempDir
    Path folder;

    private WorkloadOutput read(String text) throws IOException {
        return WorkloadOutput.read(Files.writeString(folder.resolve("out.txt"), text));
    }

    @Test
    void everyKindOfLineIsRead() throws IOException {
        WorkloadOutput output = read("""
                threads started: 2
                %s
                thread name=main tid=1 t0_ns=0 t1_ns=1 nvcsw=0 nivcsw=0 user_ns=0 sys_ns=0 count=42
                children count=200 failed=1 parent=77 t0_ns=5 t1_ns=6 nvcsw=7 nivcsw=8 user_ns=9 sys_ns=10
                snapshot index=0 t_ns=50 n0=1
                snapshot index=1 t_ns=90 n0=2

                result wall_ns=800 total=42 rate=1.5
                """.formatted(THREAD));

        assertThat(output)
                .isEqualTo(new WorkloadOutput(
                        List.of(
                                new ThreadCounters("worker0", 4711, 100, 900, 23, 4, 500, 60, Map.of()),
                                new ThreadCounters("main", 1, 0, 1, 0, 0, 0, 0, Map.of("count", "42"))),
                        List.of(new ChildrenCounters(200, 1, 77, 5, 6, 7, 8, 9, 10, Map.of())),
                        Map.of("wall_ns", "800", "total", "42", "rate", "1.5"),
                        List.of(
                                Map.of("index", "0", "t_ns", "50", "n0", "1"),
                                Map.of("index", "1", "t_ns", "90", "n0", "2"))));
        assertThat(output.result().keySet()).containsExactly("wall_ns", "total", "rate");
    }

    @Test
    void freeTextInAnyEncodingIsIgnored() throws IOException {
        Path file = folder.resolve("latin1.txt");
        Files.write(file, "gr\u00fc\u00dfe\nresult wall_ns=1\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(WorkloadOutput.read(file).result()).isEqualTo(Map.of("wall_ns", "1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "thread name=a tid=1 t0_ns=0 t1_ns=1 nvcsw=0 nivcsw=0 user_ns=0 | sys_ns= is missing",
                "thread name=a tid=x t0_ns=0 t1_ns=1 nvcsw=0 nivcsw=0 user_ns=0 sys_ns=0 | tid=x is not a whole number",
                "thread name=a tid=9999999999 t0_ns=0 | tid=9999999999 is out of range",
                "thread name=a tid=1 tid=2 | tid comes twice",
                "thread name=a oops | 'oops' is not key=value",
                "children count=1 failed=0 | parent= is missing",
                "snapshot =1 | '=1' is not key=value",
                "result total=5 | wall_ns= is missing",
                "result wall_ns=1.5 | wall_ns=1.5 is not a whole number",
                "result | wall_ns= is missing",
            })
    void brokenLineIsNamedWithFileAndLine(String line, String problem) {
        assertThatThrownBy(() -> read("free text\n" + THREAD + "\n" + line + "\n"))
                .isInstanceOf(WorkloadOutputException.class)
                .hasMessage(folder.resolve("out.txt") + ":3: " + problem);
    }

    @Test
    void secondResultIsRefused() {
        assertThatThrownBy(() -> read("result wall_ns=1\nresult wall_ns=2\n"))
                .hasMessageEndingWith(":2: a second result line");
    }
}
