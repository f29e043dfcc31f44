package dev.whyswitch.cli;

import dev.whyswitch.scenario.Catalogue;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code whyswitch scenario …}. */
@Command(
        name = "scenario",
        mixinStandardHelpOptions = true,
        header = "Replays the scenarios of workloads/ under a probe.",
        synopsisHeading = "%nUsage: ",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        subcommands = {ScenarioRunCommand.class, ScenarioCommand.ListCommand.class})
final class ScenarioCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? run or list");
    }

    /** {@code whyswitch scenario list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            header = "Lists the scenarios and their variants.",
            synopsisHeading = "%nUsage: ",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n")
    static final class ListCommand implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Option(
                names = "--workloads",
                paramLabel = "DIR",
                defaultValue = "workloads",
                description = "Folder of the programs and the catalogue (default: ${DEFAULT-VALUE}).")
        private Path workloads;

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            for (Catalogue.Scenario scenario : Workloads.catalogue(workloads).scenarios()) {
                out.println(scenario.id() + ": " + scenario.title());
                for (Catalogue.Variant variant : scenario.variants()) {
                    out.println("  " + variant.id() + ": " + variant.says());
                }
            }
            return ExitCode.OK;
        }
    }
}
