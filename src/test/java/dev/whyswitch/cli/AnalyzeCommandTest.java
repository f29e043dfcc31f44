package dev.whyswitch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.whyswitch.RealRecordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on the real recording of src/test/resources/recordings and on files that are none. */
final class AnalyzeCommandTest {
    @TempDir
    private Path folder;

    private Path mix() throws IOException {
        return RealRecordings.unpack("mix.file.data", folder);
    }

    private void isOneLineAndThree(Cli cli, String... words) {
        assertThat(cli.code()).isEqualTo(3);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).startsWith("whyswitch: ").contains(words);
    }

    @Test
    void reportSaysTheSplitOfTheProgram() throws IOException {
        Cli cli = Cli.run("analyze", "--pid", "18154", mix().toString());

        // grep -c in perf script's text: 651 R and 7 R+ of the program, 11 ends.
        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).startsWith("# Why threads were switched off their CPU: `mix.file.data`\n");
        assertThat(cli.out().lines().filter(line -> line.startsWith("| `mix spin` ")))
                .hasSize(4);
    }

    @Test
    void jsonHoldsTheKernelsCountsOfEveryThread() throws IOException {
        Cli cli = Cli.run("analyze", "--format", "json", mix().toString());

        JsonNode json = new ObjectMapper().readTree(cli.out());
        assertThat(cli.code()).isEqualTo(0);
        // ru_nivcsw, mix.rusage.txt.
        assertThat(preemptions(json, 18157)).isEqualTo(237);
        assertThat(preemptions(json, 18156)).isEqualTo(215);
        assertThat(preemptions(json, 18158)).isEqualTo(192);
        assertThat(preemptions(json, 18159)).isEqualTo(0);
        assertThat(preemptions(json, 18160)).isEqualTo(0);
        assertThat(preemptions(json, 18154)).isEqualTo(3);
    }

    private static long preemptions(JsonNode json, int tid) {
        for (JsonNode thread : json.get("threads")) {
            if (thread.get("tid").asInt() == tid) {
                return thread.get("sums").get("preemptions").asLong();
            }
        }
        throw new AssertionError("no thread " + tid);
    }

    @Test
    void folderGetsReportFigureAndNumbers() throws IOException {
        Path out = folder.resolve("out");

        Cli cli = Cli.run("analyze", "-o", out.toString(), mix().toString());

        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.out()).isEqualTo(out.resolve("report.md") + System.lineSeparator());
        assertThat(out.resolve("analysis.json")).isNotEmptyFile();
        assertThat(Files.readString(out.resolve("report.md"))).contains("](figures/threads.svg)");
        assertThat(Files.readString(out.resolve("figures/threads.svg"))).startsWith("<svg");
    }

    @Test
    void missingFileIsToldInOneLine() {
        isOneLineAndThree(Cli.run("analyze", "/nowhere/perf.data"), "/nowhere/perf.data", "no such file");
    }

    @Test
    void emptyFileIsToldInOneLine() throws IOException {
        Path file = Files.createFile(folder.resolve("empty.data"));
        isOneLineAndThree(Cli.run("analyze", file.toString()), "empty.data", "empty");
    }

    @Test
    void textFileIsToldInOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.txt"), "hello world, this is no recording\n");
        isOneLineAndThree(Cli.run("analyze", file.toString()), "notes.txt", "not a perf.data file", "hello wo");
    }

    @Test
    void recordingWithoutSwitchesIsToldInOneLine() throws IOException {
        Path file = RealRecordings.unpack("cpu-clock.data", folder);
        isOneLineAndThree(
                Cli.run("analyze", file.toString()), "holds no context switches", "cpu-clock", "perf sched record");
    }

    @Test
    void recordingOfAnotherProcessIsUsage() throws IOException {
        Cli cli = Cli.run("analyze", "--pid", "4711", mix().toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).startsWith("whyswitch: no thread of process 4711 ran in ");
    }

    @Test
    void unknownOptionIsUsageInOneLine() {
        Cli cli = Cli.run("analyze", "--frobnicate", "x");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).contains("--frobnicate").contains("whyswitch analyze --help");
    }

    @Test
    void noCommandIsUsage() {
        Cli cli = Cli.run();

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).startsWith("whyswitch: which command?");
    }

    @Test
    void helpFitsATerminalAndNamesEveryCommand() {
        Cli cli = Cli.run("--help");

        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.out()).contains("analyze").contains("scenario").contains("Exit codes");
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 100);
    }

    /** The kernel writes every event of a tracepoint whose samples tell their period: see the recordings' README. */
    @Test
    void aPeriodThatPerfRecordsIsNoSample() throws IOException {
        Path file = RealRecordings.unpack("switch.period.data", folder);
        Cli cli = Cli.run("analyze", file.toString());

        assertThat(cli.out()).contains("counted one by one").doesNotContain("sampled:");
    }

    @Test
    void aRateIsSaidToBeASample() throws IOException {
        Path file = RealRecordings.unpack("switch.rate.data", folder);
        Cli cli = Cli.run("analyze", "--strict", file.toString());

        assertThat(cli.code()).isEqualTo(5);
        assertThat(cli.out())
                .contains("Incomplete (sampled: about 200 switches a second", "left their CPU at least")
                .doesNotContain("counted one by one");
    }

    @Test
    void aFilterIsSaid() throws IOException {
        Path file = RealRecordings.unpack("switch.filter.data", folder);
        Cli cli = Cli.run("analyze", "--strict", file.toString());

        assertThat(cli.code()).isEqualTo(5);
        assertThat(cli.out()).contains("recorded with `--filter prev_prio > 100`, which leaves out switches");
    }

    @Test
    void aMissingFileOfADirectoryIsSaid() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("recorded"));
        Files.write(directory.resolve("data"), RealRecordings.bytes("mix.file.data"));
        Files.createFile(directory.resolve("data.1"));
        Cli cli = Cli.run("analyze", "--strict", directory.toString());

        assertThat(cli.code()).isEqualTo(5);
        assertThat(cli.out()).contains("Incomplete (`data.0` of the recording is missing)", "| missing ");
    }

    /** 205 switch-outs, 102 of them preempt, by perf script: see the recordings' README. */
    @Test
    void singleTasksAreReportedWithoutCpus() throws IOException {
        Path file = RealRecordings.unpack("tasks.user.data", folder);
        Cli cli = Cli.run("analyze", "--strict", file.toString());

        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out())
                .contains("left their CPU 205 times", "preemption (102:")
                .contains("Single tasks were recorded, not whole CPUs")
                .contains("so there is no table of CPUs")
                .contains("comes out the same")
                .doesNotContain("sum over CPUs", "| running (%)");
    }

    @Test
    void withoutSwitchInsTheUnknownTimeIsSaid() throws IOException {
        Path file = RealRecordings.unpack("tasks.tracepoint.data", folder);
        Cli cli = Cli.run("analyze", file.toString());

        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.out())
                .contains("left their CPU 211 times", "it is not known what they did", "comes out the same");
    }
}
