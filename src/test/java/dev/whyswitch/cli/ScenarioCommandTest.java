package dev.whyswitch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.scenario.Catalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be told before anything is recorded. */
final class ScenarioCommandTest {
    @TempDir
    private Path folder;

    @Test
    void listNamesEveryScenarioAndVariant() {
        Cli cli = Cli.run("scenario", "list");

        assertThat(cli.code()).isEqualTo(0);
        assertThat(cli.out().lines().filter(line -> !line.startsWith(" ")))
                .containsExactly(
                        "prio-mutex: Four threads and one mutex, at the highest and the lowest SCHED_RR priority",
                        "counters: Two threads that only count, on two CPUs and on one",
                        "fork-serial-batch: Children forked and waited for one by one, or all forked and then all waited for");
        assertThat(cli.out()).contains("  one-cpu-fifo: one CPU for both, SCHED_FIFO");
    }

    @Test
    void unknownScenarioIsUsageAndNamesThoseThatAre() {
        Cli cli = Cli.run("scenario", "run", "--scenario", "nonsense", "-o", folder.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).contains("no scenario 'nonsense'; there are prio-mutex, counters, fork-serial-batch");
    }

    @Test
    void unknownScenarioIsRefusedBeforeAFolderIsMade() {
        Path report = folder.resolve("report");

        Cli cli =
                Cli.run("scenario", "run", "--scenario", "counters", "--scenario", "nonsense", "-o", report.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(report).doesNotExist();
    }

    /** The script knows the names before there is a Java program to ask. */
    @Test
    void scriptRefusesAnUnknownScenarioBeforeItMakesAnything() throws IOException, InterruptedException {
        Path report = folder.resolve("report");
        Process script = new ProcessBuilder("./run-trace.sh", "--scenario", "nonsense", "-o", report.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String names = Workloads.catalogue(Path.of("workloads")).scenarios().stream()
                .map(Catalogue.Scenario::id)
                .collect(Collectors.joining(", "));

        assertThat(script.waitFor()).isEqualTo(2);
        assertThat(said).isEqualTo("run-trace: no scenario 'nonsense'; there are " + names + " (try --help)\n");
        assertThat(report).doesNotExist();
    }

    @Test
    void programsThatAreNotBuiltAreTheEnvironment() {
        Cli cli = Cli.run("scenario", "run", "--workloads", folder.toString(), "-o", folder.toString());

        assertThat(cli.code()).isEqualTo(4);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).contains("catalogue.json: no such file").contains("--workloads");
    }

    @Test
    void theProbeThatIsNotThereYetSaysSo() {
        Cli cli = Cli.run("scenario", "run", "--probe", "bpftrace", "-o", folder.toString());

        assertThat(cli.code()).isEqualTo(4);
        assertThat(cli.err()).isEqualTo("whyswitch: the bpftrace probe is not there yet; use --probe perf\n");
    }
}
