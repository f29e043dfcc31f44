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
        Markdown out = begin(scope);
        SortedMap<String, String> figures = new TreeMap<>();
        appendFigure(scope, out, figures);
        appendDetail(scope, out);
        return new Report(out.toString(), figures);
    }

    /** The report as text alone, for a terminal or a pipe: no picture, since there is no file to link. */
    public static String text(Analysis analysis) {
        Scope scope = Scope.of(analysis);
        Markdown out = begin(scope);
        appendDetail(scope, out);
        return out.toString();
    }

    private static Markdown begin(Scope scope) {
        Markdown out = new Markdown();
        out.heading(1, "Why threads were switched off their CPU: " + Markdown.code(scope.fileName()));
        appendAnswer(scope, out);
        return out;
    }

    /** What matters first: headline and split. */
    static void appendAnswer(Scope scope, Markdown out) {
        Headline.append(scope, out);
        out.paragraph(OriginSection.line(scope));
        SplitSection.append(scope, out);
    }

    /** The picture of the threads. */
    static void appendFigure(Scope scope, Markdown out, SortedMap<String, String> figures) {
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
