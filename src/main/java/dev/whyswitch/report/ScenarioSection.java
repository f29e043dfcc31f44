package dev.whyswitch.report;

import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.Catalogue;
import dev.whyswitch.scenario.RunFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** One scenario of a batch: the question, the document's claims, what was measured, the runs. */
final class ScenarioSection {
    /**
     * CPU time of other programs during a run, as a share of the program's own, above which the run is marked. A tenth is as
     * much as the differences that the scenarios look for; perf and whyswitch take 1 to 9 % in runs of 0.1 s and more on an
     * idle machine.
     */
    static final double FOREIGN_CPU_SHARE_LIMIT = 0.1;

    /** Less is not marked: /proc/stat, which tells it, counts in ticks of 10 ms, so that two of them can be none. */
    static final long FOREIGN_CPU_FLOOR_NS = 20_000_000;

    /** Stands behind the other programs' CPU time of such a run. */
    static final String FOREIGN_MARK = "†";

    private ScenarioSection() {}

    static void append(Batch batch, Batch.ScenarioResult result, Markdown out, SortedMap<String, String> figures) {
        Catalogue.Scenario scenario = result.scenario();
        out.heading(2, scenario.id());
        out.paragraph("**" + Markdown.text(scenario.title()) + ".** " + Markdown.text(scenario.question()));
        Catalogue.Document document = batch.documents().stream()
                .filter(d -> d.id().equals(scenario.document()))
                .findFirst()
                .orElseThrow();
        out.paragraph("From " + Markdown.text(document.title()) + ": " + Markdown.text(document.says()));
        claims(scenario, out);
        if (result.variants().stream().allMatch(v -> new VariantFigures(v.runs()).n() == 0)) {
            out.paragraph("Nothing was measured: no run of it has ended well.");
            return;
        }
        out.heading(3, "How often the threads were switched off");
        out.table(counts(result));
        VariantsFigure figure = new VariantsFigure(result);
        figures.put(figure.path(), figure.svg());
        out.image(figure.title(), figure.path());
        out.heading(3, "Where their time went");
        out.table(times(result));
        out.paragraph("Sums over all threads of the program, so they can exceed the wall time; medians of the runs."
                + " *Wait, waking not recorded* is blocked and runnable after wake-up, not told apart.");
        threads(result, out);
        out.heading(3, "In the documents' own form");
        out.paragraph("One run of each variant, the one whose wall time is nearest to the median of them: "
                + typical(result) + ".");
        out.verbatim(ownForm(result));
        out.paragraph("**How to read this.** " + Markdown.text(scenario.reading()));
        out.heading(3, "The runs of " + scenario.id());
        out.table(runs(result));
        if (result.variants().stream().flatMap(v -> v.runs().stream()).anyMatch(ScenarioSection::hasMuchForeignTime)) {
            out.paragraph(
                    FOREIGN_MARK + " other programs used more than "
                            + Completeness.percent(FOREIGN_CPU_SHARE_LIMIT)
                            + " % of the CPU time that the program itself used: its times and its preemptions may be their doing.");
        }
    }

    static boolean hasMuchForeignTime(RunFigures run) {
        return run.otherCpuNs() > FOREIGN_CPU_FLOOR_NS
                && run.otherCpuNs() > FOREIGN_CPU_SHARE_LIMIT * (run.userNs() + run.sysNs());
    }

    /** How long each thread ran, where a program has several that read their counters. */
    private static void threads(Batch.ScenarioResult result, Markdown out) {
        Table table = new Table()
                .words("variant")
                .words("thread")
                .numbers("n", "running (ms)", "preempted (ms)", "running, of the longest (%)");
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            List<String> names = figures.threads();
            for (int thread = 0; names.size() > 1 && thread < names.size(); thread++) {
                table.row(
                        variant.variant().id(),
                        Markdown.name(names.get(thread)),
                        Quantity.count(figures.n()),
                        figures.range(VariantFigures.threadRunningMs(thread)),
                        figures.range(VariantFigures.threadPreemptedMs(thread)),
                        figures.range(VariantFigures.threadPercentOfLongest(thread)));
            }
        }
        if (table.size() > 0) {
            out.heading(3, "How long each thread ran");
            out.table(table);
            out.paragraph(
                    "By the recording, from a thread's first moment to its last. *Of the longest*: its run time in percent"
                            + " of the run time of the thread that ran longest in the same run; 100 and 100 is the same time for both.");
        }
    }

    /** Which run of each variant is shown where only one can be. */
    private static String typical(Batch.ScenarioResult result) {
        return result.variants().stream()
                .filter(variant -> new VariantFigures(variant.runs()).n() > 0)
                .map(variant -> name(variant, new VariantFigures(variant.runs()).typical()))
                .collect(Collectors.joining("; "));
    }

    /** A run's name inside its scenario. */
    static String name(Batch.VariantResult variant, RunFigures run) {
        return variant.variant().id() + ", round " + run.round();
    }

    /** {@code name} as a link to the run's report, if it has one. */
    static String link(String name, RunFigures run) {
        return run.wallNs() > 0 ? "[" + name + "](" + run.folder() + "/report.md)" : name;
    }

    private static void claims(Catalogue.Scenario scenario, Markdown out) {
        Table table = new Table().words("claim").words("the document says").words("its figure");
        for (Catalogue.Claim claim : scenario.claims()) {
            table.row(
                    claim.id(),
                    Markdown.text(claim.says()),
                    claim.figure().isEmpty() ? Quantity.MISSING : Markdown.text(claim.figure()));
        }
        out.table(table);
    }

    private static Table counts(Batch.ScenarioResult result) {
        Table table = new Table()
                .words("variant")
                .words("what is different")
                .numbers(
                        "n",
                        "wall (s)",
                        "CPU (%)",
                        "preemptions",
                        "synchronizations",
                        "ends and stops",
                        "exact readings");
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            long readings = figures.runs().stream()
                    .mapToLong(RunFigures::counterReadings)
                    .sum();
            long exact =
                    figures.runs().stream().mapToLong(RunFigures::exactReadings).sum();
            table.row(
                    variant.variant().id(),
                    Markdown.text(variant.variant().says()),
                    Quantity.count(figures.n()),
                    figures.range(VariantFigures.WALL_S),
                    figures.range(VariantFigures.CPU_PERCENT),
                    figures.range(VariantFigures.PREEMPTIONS),
                    figures.range(VariantFigures.SYNCHRONIZATIONS),
                    figures.range(VariantFigures.ENDS),
                    Quantity.count(exact) + " of " + Quantity.count(readings));
        }
        return table;
    }

    private static Table times(Batch.ScenarioResult result) {
        Map<String, ToDoubleFunction<RunFigures>> columns = new LinkedHashMap<>();
        columns.put("user (s)", VariantFigures.USER_S);
        columns.put("sys (s)", VariantFigures.SYS_S);
        columns.put("running (ms)", VariantFigures.RUNNING_MS);
        columns.put("preempted (ms)", VariantFigures.PREEMPTED_MS);
        columns.put("blocked (ms)", VariantFigures.BLOCKED_MS);
        columns.put("runnable after wake-up (ms)", VariantFigures.RUNNABLE_MS);
        columns.put("wait, waking not recorded (ms)", VariantFigures.UNSPLIT_MS);
        Table table = new Table().words("variant").numbers(columns.keySet().toArray(String[]::new));
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            List<String> cells = new ArrayList<>();
            cells.add(variant.variant().id());
            columns.values().forEach(column -> cells.add(figures.median(column)));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    /** One line per variant as csh's time prints it, of the run nearest to the median, and the program's own figures. */
    private static List<String> ownForm(Batch.ScenarioResult result) {
        List<String> lines = new ArrayList<>();
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            if (figures.n() > 0) {
                RunFigures run = figures.typical();
                lines.add("> time " + String.join(" ", variant.command()));
                lines.add(DocumentForms.cshTime(run.wallNs(), run.userNs(), run.sysNs()));
                if (run.own().containsKey("counter0")) {
                    lines.add("n0 = " + run.own().get("counter0"));
                    lines.add("n1 = " + run.own().get("counter1"));
                }
            }
        }
        return lines;
    }

    private static Table runs(Batch.ScenarioResult result) {
        Table table = new Table()
                .words("run")
                .words("end")
                .numbers(
                        "wall (s)",
                        "preemptions",
                        "synchronizations",
                        "exact readings",
                        "events lost",
                        "other programs' CPU time (ms)",
                        "stolen by the hypervisor (ms)");
        for (Batch.VariantResult variant : result.variants()) {
            for (RunFigures run : variant.runs()) {
                table.row(
                        link(name(variant, run), run),
                        Markdown.text(run.end())
                                + (run.succeeded() && run.incomplete() ? ", recording incomplete" : ""),
                        Quantity.number(run.wallNs() / 1e9),
                        Quantity.count(run.sums().preemptions()),
                        Quantity.count(run.sums().synchronizations()),
                        emphasized(run.exactReadings() + " of " + run.counterReadings(), run.readingsDisagree()),
                        emphasized(Quantity.count(run.lostEvents()), run.lostEvents() > 0),
                        Quantity.number(run.otherCpuNs() / 1e6) + (hasMuchForeignTime(run) ? " " + FOREIGN_MARK : ""),
                        Quantity.number(run.stealNs() / 1e6));
            }
        }
        return table;
    }

    private static String emphasized(String cell, boolean emphasis) {
        return emphasis ? "**" + cell + "**" : cell;
    }
}
