package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.record.RunRecord;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The report of one run under a probe: what {@link AnalysisReport} says of its recording, and with it what was run, the
 * figures of the documents in their own form, the program's own results, the probe and the machine.
 */
public final class RunReport {
    private RunReport() {}

    /** Renders a run and the analysis of its recording. */
    public static Report of(RunRecord run, Analysis analysis) {
        return of(run, Optional.of(analysis));
    }

    /** Renders a run that has no recording. */
    public static Report of(RunRecord run) {
        return of(run, Optional.empty());
    }

    private static Report of(RunRecord run, Optional<Analysis> analysis) {
        Markdown out = new Markdown();
        SortedMap<String, String> figures = new TreeMap<>();
        out.heading(1, "Why threads were switched off their CPU: " + RunSection.name(run));
        RunSection.appendTrouble(run, out);
        Optional<Scope> scope =
                analysis.map(found -> Scope.of(found, !run.probe().recording().isEmpty()));
        scope.ifPresentOrElse(
                found -> {
                    AnalysisReport.appendAnswer(found, out);
                    AnalysisReport.appendFigure(found, out, figures);
                },
                () -> out.paragraph("This run was not recorded (probe: "
                        + Markdown.code(run.probe().kind())
                        + "), so why its threads were switched off is not known. What it used and printed is below."));
        RunSection.append(run, out);
        DocumentsSection.append(run, analysis, out);
        WorkloadSection.append(run, out);
        scope.ifPresent(found -> AnalysisReport.appendDetail(found, out));
        ProbeSection.append(run, analysis.isPresent(), out);
        MachineSection.append(run.machine(), out);
        if (analysis.isEmpty()) {
            DefinitionsSection.append(out);
        }
        return new Report(out.toString(), figures);
    }
}
