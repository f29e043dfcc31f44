package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    @Test
    void plainNamesStayAsTheyAre() {
        assertThat(Markdown.name("kworker/1:0-ev*")).isEqualTo("`kworker/1:0-ev*`");
        assertThat(Markdown.name("<idle>")).isEqualTo("`<idle>`");
        assertThat(Markdown.name("")).isEqualTo("(no name)");
    }

    @Test
    void namesThatBreakCodeQuotesAreEscaped() {
        assertThat(Markdown.name("a|b")).isEqualTo("a\\|b");
        assertThat(Markdown.name("`tick`")).isEqualTo("\\`tick\\`");
        assertThat(Markdown.name("\\|")).isEqualTo("\\\\\\|");
        assertThat(Markdown.name("<b>|&")).isEqualTo("&lt;b&gt;\\|&amp;");
        assertThat(Markdown.name(" lead ")).isEqualTo("␠lead␠");
        assertThat(Markdown.name("   ")).isEqualTo("␠␠␠");
    }

    @Test
    void whatCannotBeSeenIsShown() {
        assertThat(Markdown.name("x\ny\t\u007F")).isEqualTo("`x␊y␉␡`");
        assertThat(Markdown.name("\u202Egnp\u0085")).isEqualTo("`\uFFFDgnp\uFFFD`");
        assertThat(Markdown.visible("\uD800a\uFFFE")).isEqualTo("\uFFFDa\uFFFD");
        assertThat(Markdown.visible("日本🐧")).isEqualTo("日本🐧");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyBytesStayInTheirCell(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(15)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextBoolean()
                        ? (byte) "|\\`\n\r*_<&".charAt(random.nextInt(9))
                        : (byte) random.nextInt();
            }
            String name = Markdown.name(new String(bytes, StandardCharsets.UTF_8));
            Markdown out =
                    new Markdown().table(new Table().words("name").numbers("n").row(name, "1"));
            List<String> lines = out.toString().lines().toList();
            assertThat(lines).hasSize(3);
            assertThat(unescapedPipes(lines.get(2))).as(name).isEqualTo(3);
        }
    }

    /** Pipes that end a cell: not behind an odd number of backslashes. */
    private static int unescapedPipes(String line) {
        int pipes = 0;
        boolean escaped = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '|' && !escaped) {
                pipes++;
            }
            escaped = c == '\\' && !escaped;
        }
        return pipes;
    }

    @Test
    void tableIsPaddedAndNumbersAreAtTheRight() {
        Table table =
                new Table().words("thread").numbers("n").row("`mix`", "12").totalRow("all", "1,204");
        assertThat(new Markdown().table(table)).hasToString("""
                        | thread  |         n |
                        | ------- | --------: |
                        | `mix`   |        12 |
                        | **all** | **1,204** |
                        """);
    }

    @Test
    void rowMustFitItsTable() {
        Table table = new Table().words("a").numbers("b");
        assertThatThrownBy(() -> table.row("1")).isInstanceOf(IllegalArgumentException.class);
        table.row("1", "2");
        assertThatThrownBy(() -> table.words("late")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void verbatimBlockCannotBeLeft() {
        assertThat(new Markdown().verbatim(List.of("```", "a\tb"))).hasToString("```text\n    ```\na␉b\n```\n");
    }

    @Test
    void commandLineIsQuotedForTheShell() {
        assertThat(OriginSection.commandLine(List.of("perf", "record", "-e", "sched:*", "it's", "")))
                .isEqualTo("perf record -e 'sched:*' 'it'\\''s' ''");
    }
}
