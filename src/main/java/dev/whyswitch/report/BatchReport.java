package dev.whyswitch.report;

import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.RunFigures;
import dev.whyswitch.scenario.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The report over all scenarios of a batch: what was measured, beside what the documents say. */
public final class BatchReport {
    /** Runs that the headline names, at most: it is one sentence. */
    private static final int NAMED_RUNS = 4;

    private BatchReport() {}

    /** Renders a batch. */
    public static Report of(Batch batch) {
        Markdown out = new Markdown();
        SortedMap<String, String> figures = new TreeMap<>();
        out.heading(1, "The scenarios of the documents on this machine");
        out.paragraph("**" + headline(batch) + "**");
        out.paragraph(scope(batch));
        if (!batch.notes().isEmpty()) {
            out.bullets(batch.notes().stream().map(Markdown::text).toList());
        }
        overview(batch, out);
        for (Batch.ScenarioResult result : batch.results()) {
            ScenarioSection.append(batch, result, out, figures);
        }
        MachineSection.append(batch.machine(), out);
        definitions(out);
        return new Report(out.toString(), figures);
    }

    private static String headline(Batch batch) {
        List<RunFigures> runs = runs(batch);
        long readings = runs.stream().mapToLong(RunFigures::counterReadings).sum();
        long exact = runs.stream().mapToLong(RunFigures::exactReadings).sum();
        long preemptions = runs.stream().mapToLong(r -> r.sums().preemptions()).sum();
        long switches = runs.stream().mapToLong(r -> r.sums().switches()).sum();
        long failed = runs.stream().filter(r -> !r.succeeded()).count();
        long lost = runs.stream().mapToLong(RunFigures::lostEvents).sum();
        List<String> incomplete = named(batch, run -> run.succeeded() && run.incomplete());
        return "In " + Quantity.count(runs.size(), "run") + " of "
                + Quantity.count(batch.results().size(), "scenario")
                + " the programs' threads left their CPU " + (lost > 0 ? "at least " : "") + Quantity.count(switches)
                + " times, " + Quantity.percent(preemptions, switches) + " % of "
                + (lost > 0 ? "those seen" : "that") + " by preemption; "
                + agreement(readings, exact, named(batch, RunFigures::readingsDisagree))
                + "; " + Quantity.count(lost, "event") + " lost"
                + in(named(batch, run -> run.lostEvents() > 0))
                + (incomplete.isEmpty()
                        ? ""
                        : "; " + Quantity.count(incomplete.size(), "recording") + " incomplete" + in(incomplete))
                + (failed == 0 ? "." : "; " + Quantity.count(failed, "run") + " failed.");
    }

    /** The runs of which {@code claim} holds, as links to their reports. */
    private static List<String> named(Batch batch, Predicate<RunFigures> claim) {
        List<String> names = new ArrayList<>();
        for (Batch.ScenarioResult result : batch.results()) {
            for (Batch.VariantResult variant : result.variants()) {
                variant.runs().stream()
                        .filter(claim)
                        .map(run -> ScenarioSection.link(
                                result.scenario().id() + ", " + ScenarioSection.name(variant, run), run))
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static String in(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        int more = names.size() - NAMED_RUNS;
        return " in " + String.join("; ", names.subList(0, Math.min(NAMED_RUNS, names.size())))
                + (more > 0 ? " and " + Quantity.count(more) + " more" : "");
    }

    private static String agreement(long readings, long exact, List<String> disagreeing) {
        if (readings == 0) {
            return "no program read the kernel's own counters";
        }
        return (exact == readings ? "all " : Quantity.count(exact) + " of ") + Quantity.count(readings, "reading")
                + " of the kernel's own counters agree exactly with the recordings"
                + (disagreeing.isEmpty() ? "" : ", some do not" + in(disagreeing));
    }

    private static String scope(Batch batch) {
        String sized = batch.size() == Size.QUICK
                ? "This was a quick run: so few rounds show a direction at best."
                : "Each variant ran once a round, in random order.";
        return sized + " The numbers stand beside what the documents say; no claim is judged here."
                + " Medians are followed by the smallest and the largest value; n is the number of runs. Size "
                + batch.size().label() + ", probe " + batch.probe() + ", seed " + batch.seed() + ", begun "
                + batch.startedAt() + "."
                + foreign(batch);
    }

    private static String foreign(Batch batch) {
        List<RunFigures> runs = runs(batch);
        long disturbed =
                runs.stream().filter(ScenarioSection::hasMuchForeignTime).count();
        return disturbed == 0
                ? ""
                : " **In " + Quantity.count(disturbed) + " of " + Quantity.count(runs.size(), "run")
                        + " other programs used much CPU time: they are marked " + ScenarioSection.FOREIGN_MARK
                        + " in the tables of the runs.**";
    }

    private static List<RunFigures> runs(Batch batch) {
        return batch.results().stream()
                .flatMap(r -> r.variants().stream())
                .flatMap(v -> v.runs().stream())
                .toList();
    }

    private static void overview(Batch batch, Markdown out) {
        out.heading(2, "At a glance");
        Table table = new Table()
                .words("scenario")
                .words("variant")
                .numbers("n", "wall (s)", "CPU (%)", "preemptions", "synchronizations", "preempted (ms)");
        for (Batch.ScenarioResult result : batch.results()) {
            for (Batch.VariantResult variant : result.variants()) {
                VariantFigures figures = new VariantFigures(variant.runs());
                table.row(
                        result.scenario().id(),
                        variant.variant().id(),
                        Quantity.count(figures.n()),
                        figures.median(VariantFigures.WALL_S),
                        figures.median(VariantFigures.CPU_PERCENT),
                        figures.median(VariantFigures.PREEMPTIONS),
                        figures.median(VariantFigures.SYNCHRONIZATIONS),
                        figures.median(VariantFigures.PREEMPTED_MS));
            }
        }
        out.table(table);
        out.paragraph(
                "Medians of the runs. CPU: user and kernel time of the program and its children per wall time;"
                        + " 200 is two whole CPUs. Preempted: time that its threads could run and had no CPU, summed over them.");
    }

    private static void definitions(Markdown out) {
        out.heading(2, "What the numbers mean");
        List<String> items = new ArrayList<>();
        items.add("**Preemption**: a thread left its CPU while it could still run (VTune: Preemption Context Switches;"
                + " kernel: `ru_nivcsw`). **Synchronization**: it had to wait (VTune: Synchronization Context Switches;"
                + " kernel: `ru_nvcsw`).");
        items.add("**Wall, user, sys**: from the program's start until it was reaped, and what `wait4` says it used,"
                + " children included.");
        items.add(
                "**Exact readings**: the program reads the kernel's counters of each thread at two moments; the recording"
                        + " must show the same number of switches of each class between them.");
        items.add("Each run has a folder with its own report (`report.md`), figures and numbers (`run.json`,"
                + " `analysis.json`); the recordings are kept of the first round, and of every run that failed, lost events, is"
                + " incomplete or has a reading that is not exact.");
        out.bullets(items);
    }
}
