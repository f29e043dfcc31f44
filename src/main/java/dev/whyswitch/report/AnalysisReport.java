package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The report of one recording: the answer in one sentence, the split, a picture, then threads, processes, CPUs, what the
 * numbers stand on, and what they mean.
 */
public final class AnalysisReport {
    private AnalysisReport() {}

    /** Renders a recording's analysis. */
    public static Report of(Analysis analysis) {
        Scope scope = Scope.of(analysis);
        Markdown out = new Markdown();
        SortedMap<String, String> figures = new TreeMap<>();
        out.heading(1, "Why threads were switched off their CPU: " + Markdown.code(scope.fileName()));
        appendAnswer(scope, out, figures);
        appendDetail(scope, out);
        return new Report(out.toString(), figures);
    }

    /** What matters first: headline, split, picture. */
    static void appendAnswer(Scope scope, Markdown out, SortedMap<String, String> figures) {
        Headline.append(scope, out);
        out.paragraph(OriginSection.line(scope));
        SplitSection.append(scope, out);
        ThreadsFigure figure = new ThreadsFigure(scope);
        if (figure.hasContent()) {
            figures.put(ThreadsFigure.PATH, figure.svg());
            out.image(figure.title(), ThreadsFigure.PATH);
            out.paragraph("*" + figure.title() + ": one bar per thread, as long as its observed life. Made by"
                    + " `whyswitch analyze` from the recording and window above; numbers in the tables below.*");
        } else {
            out.paragraph("No picture: no thread has an interval of any length in the window.");
        }
    }

    /** Everything else. */
    static void appendDetail(Scope scope, Markdown out) {
        ThreadsSection.append(scope, out);
        ProcessesSection.append(scope, out);
        CpusSection.append(scope, out);
        QualitySection.append(scope, out);
        IdentitiesSection.append(scope, out);
        CountersSection.append(scope, out);
        OriginSection.append(scope, out);
        DefinitionsSection.append(out);
    }
}
