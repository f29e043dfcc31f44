package dev.whyswitch.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code whyswitch}. */
@Command(
        name = "whyswitch",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        header = "Tells why threads were switched off their CPU.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = {
            "Reads what the kernel's scheduler did, splits every context switch into preemption (the thread could"
                    + " still run) and synchronization (it had to wait), checks the counts against the kernel's own,"
                    + " and writes a report.",
            ""
        },
        commandListHeading = "%nCommands:%n",
        optionListHeading = "Options:%n",
        footerHeading = "%n",
        footer = {
            "Replay the scenarios on this machine:",
            "  sudo ./run-trace.sh --quick",
            "See why the threads of a program of your own were switched off:",
            "  sudo perf sched record --switch-events -o perf.data -- ./program",
            "  sudo chown $USER perf.data",
            "  whyswitch analyze perf.data | less",
            "",
            "Exit codes: 0 ok, 1 failure, 2 usage, 3 unreadable input, 4 the machine lacks something,"
                    + " 5 incomplete recording with --strict, 130 stopped by Ctrl-C."
        },
        subcommands = {AnalyzeCommand.class, ScenarioCommand.class})
final class WhySwitch implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of a failure.")
    private boolean debug;

    /** A failure is told with its stack trace. */
    boolean isDebug() {
        return debug;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
