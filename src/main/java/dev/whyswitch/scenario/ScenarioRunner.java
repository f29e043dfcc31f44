package dev.whyswitch.scenario;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.analyze.CounterCheck;
import dev.whyswitch.analyze.KernelCounters;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.json.Json;
import dev.whyswitch.record.ChildrenCounters;
import dev.whyswitch.record.LossCounter;
import dev.whyswitch.record.MachineFacts;
import dev.whyswitch.record.Probe;
import dev.whyswitch.record.ProgramException;
import dev.whyswitch.record.ProgramSpec;
import dev.whyswitch.record.Recorder;
import dev.whyswitch.record.RunFolder;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.RunRequest;
import dev.whyswitch.record.ThreadCounters;
import dev.whyswitch.scenario.Catalogue.Scenario;
import dev.whyswitch.scenario.Catalogue.Variant;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Runs scenarios under a probe: in each round every variant once, in random order, so that what drifts on the machine
 * meets all variants alike. An interrupt ends the batch with what was measured so far.
 */
public final class ScenarioRunner {
    private static final String CATALOGUE_BINARIES = "bin";

    private final Plan plan;
    private final Probe probe;
    private final Hooks hooks;
    private final MachineFacts machine;
    private final List<String> notes = new ArrayList<>();
    private int done;

    /**
     * What to run.
     *
     * @param catalogue all scenarios and documents
     * @param scenarios those to run
     * @param size how much of them
     * @param rounds how often each variant runs; 0: as often as the size says
     * @param seed of the order
     * @param workloads folder of the C programs; their binaries are in its folder bin
     * @param folder where the run folders go
     */
    public record Plan(
            Catalogue catalogue,
            List<Scenario> scenarios,
            Size size,
            int rounds,
            long seed,
            Path workloads,
            Path folder) {
        /** Takes a copy of the list. */
        public Plan {
            scenarios = List.copyOf(scenarios);
        }

        int roundsOf(Scenario scenario) {
            return rounds > 0 ? rounds : scenario.sizes().get(size).rounds();
        }

        /** How many runs it comes to. */
        public int runs() {
            return scenarios.stream()
                    .mapToInt(s -> roundsOf(s) * s.variants(size).size())
                    .sum();
        }
    }

    /** What lies outside this package: reading a recording, judging and writing its report, telling the user. */
    public interface Hooks {
        /** The analysis of a recording. */
        Analysis analyze(Path recording, Analyzer.Options options) throws IOException;

        /** Whether the analysis stands on a recording that is whole enough. */
        boolean isIncomplete(Analysis analysis);

        /** Writes analysis and report of a run into its folder. */
        void write(RunFolder folder, RunRecord run, Analysis analysis) throws IOException;

        /** Run {@code number} of {@code all} begins. */
        void progress(int number, int all, String scenario, String variant, int round);
    }

    private ScenarioRunner(Plan plan, Probe probe, MachineFacts machine, Hooks hooks) {
        this.plan = plan;
        this.probe = probe;
        this.machine = machine;
        this.hooks = hooks;
    }

    /**
     * Runs {@code plan}.
     *
     * @return what came of it, with a note if an interrupt ended it early
     * @throws dev.whyswitch.record.ProbeException if the probe does not work here
     */
    public static Batch run(Plan plan, Probe probe, MachineFacts machine, Hooks hooks) throws IOException {
        return new ScenarioRunner(plan, probe, machine, hooks).run();
    }

    private Batch run() throws IOException {
        String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Random order = new Random(plan.seed());
        List<Batch.ScenarioResult> results = new ArrayList<>();
        boolean stopped = false;
        for (Scenario scenario : plan.scenarios()) {
            if (!stopped) {
                Map<Variant, List<RunFigures>> runs = new LinkedHashMap<>();
                scenario.variants(plan.size()).forEach(variant -> runs.put(variant, new ArrayList<>()));
                try {
                    runRounds(scenario, runs, order);
                } catch (InterruptedException | ClosedByInterruptException e) {
                    stopped = true;
                    notes.add("Stopped by the user after " + done + " of " + plan.runs()
                            + " runs: what was measured until then is reported.");
                }
                results.add(result(scenario, runs));
            }
        }
        return new Batch(
                Json.BATCH_SCHEMA,
                startedAt,
                plan.size(),
                plan.seed(),
                probe.kind(),
                machine,
                plan.catalogue().documents().stream()
                        .filter(d -> results.stream()
                                .anyMatch(r -> r.scenario().document().equals(d.id())))
                        .toList(),
                results,
                notes);
    }

    private Batch.ScenarioResult result(Scenario scenario, Map<Variant, List<RunFigures>> runs) {
        List<Batch.VariantResult> variants = new ArrayList<>();
        runs.forEach((variant, figures) ->
                variants.add(new Batch.VariantResult(variant, shownCommand(scenario, variant), figures)));
        return new Batch.ScenarioResult(scenario, plan.roundsOf(scenario), variants);
    }

    private void runRounds(Scenario scenario, Map<Variant, List<RunFigures>> runs, Random order)
            throws IOException, InterruptedException {
        for (int round = 1; round <= plan.roundsOf(scenario); round++) {
            List<Variant> shuffled = new ArrayList<>(runs.keySet());
            Collections.shuffle(shuffled, order);
            for (Variant variant : shuffled) {
                hooks.progress(done + 1, plan.runs(), scenario.id(), variant.id(), round);
                runs.get(variant).add(runOnce(scenario, variant, round));
                done++;
            }
        }
    }

    private RunFigures runOnce(Scenario scenario, Variant variant, int round) throws IOException, InterruptedException {
        RunFolder folder = new RunFolder(
                plan.folder().resolve(scenario.id()).resolve(variant.id()).resolve("round-" + round));
        ProgramSpec program = ProgramSpec.of(command(scenario, variant))
                .withCpus(variant.cpus())
                .withTimeLimit(Duration.ofSeconds(scenario.timeLimitSeconds()));
        RunRequest request =
                new RunRequest(folder.path(), scenario.id(), variant.id(), round - 1, program, true, machine);
        RecordingAnalysis analysed = new RecordingAnalysis();
        RunRecord run;
        try {
            run = Recorder.record(request, probe, analysed);
        } catch (ProgramException e) {
            notes.add(scenario.id() + ", " + variant.id() + ", round " + round + ": " + e.getMessage());
            return notRun(round, folder, e.getMessage());
        }
        Analysis analysis = analysed.last();
        RunFigures figures = figures(round, folder, run, analysis);
        if (round == 1 || figures.isDoubtful()) {
            // The first round's recordings, and those of runs that raise a question, stay for inspection.
            hooks.write(folder, run, analysis);
        } else {
            // The others would only fill the disk.
            RunRecord without = run.withoutRecording();
            without.write(folder);
            hooks.write(folder, without, analysis);
            Files.deleteIfExists(folder.recording());
        }
        return figures;
    }

    /** Analyses the recording of each attempt when it is asked for its losses: once, and with all that is needed later. */
    private final class RecordingAnalysis implements LossCounter {
        private Optional<Analysis> last = Optional.empty();

        @Override
        public long lostEvents(RunRecord run, Path recording) throws IOException {
            Analysis analysis =
                    hooks.analyze(recording, new Analyzer.Options(run.result().pid(), counters(run)));
            last = Optional.of(analysis);
            return analysis.traceQuality().lostEvents();
        }

        /** Of the attempt that counts. */
        Analysis last() {
            return last.orElseThrow(() -> new IllegalStateException("the probe made no recording"));
        }
    }

    private List<String> command(Scenario scenario, Variant variant) {
        Path binary = plan.workloads().resolve(CATALOGUE_BINARIES).resolve(scenario.program());
        return withArguments(binary.toAbsolutePath().toString(), scenario, variant);
    }

    private List<String> shownCommand(Scenario scenario, Variant variant) {
        return withArguments(scenario.program(), scenario, variant);
    }

    private List<String> withArguments(String program, Scenario scenario, Variant variant) {
        List<String> command = new ArrayList<>();
        command.add(program);
        command.addAll(scenario.arguments(variant, plan.size()));
        return command;
    }

    /** The kernel's counters that the program read of itself. Recordings of ours run on CLOCK_MONOTONIC, as they do. */
    static List<KernelCounters> counters(RunRecord run) {
        List<KernelCounters> all = new ArrayList<>();
        for (ThreadCounters t : run.output().threads()) {
            all.add(new KernelCounters(
                    t.name(), t.tid(), false, t.t0Ns(), t.t1Ns(), t.voluntarySwitches(), t.involuntarySwitches()));
        }
        for (ChildrenCounters c : run.output().children()) {
            all.add(new KernelCounters(
                    "children of " + c.parent(),
                    c.parent(),
                    true,
                    c.t0Ns(),
                    c.t1Ns(),
                    c.voluntarySwitches(),
                    c.involuntarySwitches()));
        }
        return all;
    }

    private RunFigures figures(int round, RunFolder folder, RunRecord run, Analysis analysis) {
        long cpuNs = run.result().rusage().cpuNs();
        return new RunFigures(
                round,
                relative(folder),
                run.result().describeEnd(),
                run.result().succeeded(),
                run.result().wallNs(),
                run.result().rusage().userNs(),
                run.result().rusage().sysNs(),
                analysis.program(),
                analysis.counters().size(),
                (int) analysis.counters().stream().filter(CounterCheck::isExact).count(),
                run.probe().lostEvents(),
                hooks.isIncomplete(analysis),
                Math.max(0, run.cpuTimes().busyNs() - cpuNs),
                run.cpuTimes().stealNs(),
                run.output().result(),
                run.output().threads().stream()
                        .map(thread -> threadTime(thread, analysis))
                        .toList());
    }

    private static RunFigures.ThreadTime threadTime(ThreadCounters thread, Analysis analysis) {
        Sums sums = analysis.threads().stream()
                .filter(row -> row.inProgram() && row.tid() == thread.tid())
                .map(ThreadRow::sums)
                .reduce(Sums.ZERO, Sums::plus);
        return new RunFigures.ThreadTime(thread.name(), sums.runningNs(), sums.preemptedNs());
    }

    private RunFigures notRun(int round, RunFolder folder, String why) {
        return new RunFigures(
                round, relative(folder), why, false, 0, 0, 0, Sums.ZERO, 0, 0, 0, true, 0, 0, Map.of(), List.of());
    }

    private String relative(RunFolder folder) {
        return plan.folder()
                .toAbsolutePath()
                .normalize()
                .relativize(folder.path())
                .toString();
    }
}
