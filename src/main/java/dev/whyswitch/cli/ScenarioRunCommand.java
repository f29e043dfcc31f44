package dev.whyswitch.cli;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.json.Json;
import dev.whyswitch.record.MachineFacts;
import dev.whyswitch.record.Ownership;
import dev.whyswitch.record.PerfProbe;
import dev.whyswitch.record.Probe;
import dev.whyswitch.record.RunFolder;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.report.BatchReport;
import dev.whyswitch.report.Completeness;
import dev.whyswitch.report.RunReport;
import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.Catalogue;
import dev.whyswitch.scenario.ScenarioRunner;
import dev.whyswitch.scenario.Size;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code whyswitch scenario run}: what run-trace.sh hands over to. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        header = "Runs scenarios under a probe, analyses the recordings and writes one report.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = "Needs root. run-trace.sh does the set-up and calls this.",
        optionListHeading = "%nOptions:%n")
final class ScenarioRunCommand implements Callable<Integer> {
    /** What records. */
    enum ProbeKind {
        perf,
        bpftrace
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--size",
            paramLabel = "quick|default|full",
            defaultValue = "default",
            description = "How much is run (default: ${DEFAULT-VALUE}).")
    private Size size;

    @Option(names = "--scenario", paramLabel = "NAME", description = "Only this scenario; may be repeated.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "0",
            description = "Runs of each variant, instead of the size's own number.")
    private int runs;

    @Option(
            names = "--probe",
            paramLabel = "perf|bpftrace",
            defaultValue = "perf",
            description = "What records (default: ${DEFAULT-VALUE}).")
    private ProbeKind probe;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the random order of the runs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            defaultValue = "workloads",
            description = "Folder of the programs and the catalogue (default: ${DEFAULT-VALUE}).")
    private Path workloads;

    @Option(names = "-o", paramLabel = "DIR", required = true, description = "Folder of the report; made if missing.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        Catalogue catalogue = Workloads.catalogue(workloads);
        List<Catalogue.Scenario> scenarios = chosen(catalogue);
        if (probe == ProbeKind.bpftrace) {
            throw new EnvironmentException("the bpftrace probe is not there yet; use --probe perf");
        }
        if (runs < 0) {
            throw new ParameterException(spec.commandLine(), "--runs needs a number above 0, not " + runs);
        }
        Workloads.checkBuilt(workloads, scenarios);
        Files.createDirectories(folder);
        ScenarioRunner.Plan plan = new ScenarioRunner.Plan(catalogue, scenarios, size, runs, seed, workloads, folder);
        Probe recorder = new PerfProbe();
        try (StopOnSignal stop = StopOnSignal.interruptThisThread()) {
            Batch batch = ScenarioRunner.run(plan, recorder, MachineFacts.gather(), new RunHooks());
            stop.shield();
            Json.write(folder.resolve("batch.json"), batch);
            ReportFiles.write(folder, BatchReport.of(batch));
            Ownership.ofCaller().give(folder);
            spec.commandLine().getErr().println("whyswitch: report: " + folder.resolve(ReportFiles.REPORT));
            return stop.isRequested() ? ExitCode.INTERRUPTED : ExitCode.OK;
        }
    }

    private List<Catalogue.Scenario> chosen(Catalogue catalogue) {
        if (names.isEmpty()) {
            return catalogue.scenarios();
        }
        List<Catalogue.Scenario> scenarios = new ArrayList<>();
        for (String name : names) {
            Catalogue.Scenario scenario = catalogue.scenario(name);
            if (scenario == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no scenario '" + name + "'; there are "
                                + String.join(
                                        ", ",
                                        catalogue.scenarios().stream()
                                                .map(Catalogue.Scenario::id)
                                                .toList()));
            }
            // Named twice it would run into the same folders again.
            if (!scenarios.contains(scenario)) {
                scenarios.add(scenario);
            }
        }
        return scenarios;
    }

    private final class RunHooks implements ScenarioRunner.Hooks {
        private final PrintWriter err = spec.commandLine().getErr();

        @Override
        public Analysis analyze(Path recording, Analyzer.Options options) throws IOException {
            return Recordings.analyze(recording, options);
        }

        @Override
        public boolean isIncomplete(Analysis analysis) {
            return Completeness.of(analysis).isIncomplete();
        }

        @Override
        public void write(RunFolder run, RunRecord record, Analysis analysis) throws IOException {
            Json.write(run.analysis(), analysis);
            ReportFiles.write(run.path(), RunReport.of(record, analysis));
            Ownership.ofCaller().give(run.path());
        }

        @Override
        public void progress(int number, int all, String scenario, String variant, int round) {
            err.println(
                    "whyswitch: run " + number + " of " + all + ": " + scenario + ", " + variant + ", round " + round);
        }
    }
}
