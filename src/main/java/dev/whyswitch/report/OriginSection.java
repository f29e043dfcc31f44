package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.trace.TraceInfo;
import java.util.List;
import java.util.stream.Collectors;

/** Where the recording comes from. */
final class OriginSection {
    /** What stands in the place of a file's name. */
    static final String NOT_KEPT = "deleted after its analysis";

    private OriginSection() {}

    /** The most needed of it in one line, for below the headline. */
    static String line(Scope scope) {
        TraceInfo trace = scope.analysis().trace();
        return "Recording: "
                + (scope.recordingKept() ? Markdown.code(trace.path()) : "not kept after its analysis") + ", window "
                + Quantity.duration(scope.analysis().windowNs()) + ", "
                + (trace.cpusOnline() > 0 ? Quantity.count(trace.cpusOnline(), "CPU") + ", " : "")
                + (trace.osRelease().isEmpty() ? "kernel unknown" : "Linux " + Markdown.text(trace.osRelease()))
                + ".";
    }

    static void append(Scope scope, Markdown out) {
        Analysis analysis = scope.analysis();
        TraceInfo trace = analysis.trace();
        out.heading(2, "Where the recording comes from");
        Table table = new Table().words("what").words("value");
        table.row("file", scope.recordingKept() ? orMissing(trace.path()) : NOT_KEPT);
        table.row("format, size", Markdown.code(trace.format()) + ", " + Quantity.bytes(trace.sizeBytes()));
        table.row("window", window(analysis));
        table.row(
                "threads counted",
                scope.hasProgram()
                        ? scope.subject() + " and of the processes they created"
                        : "all, since no program was named");
        if (trace.selection().singleTasks()) {
            table.row("recorded", "single tasks and what they created, not whole CPUs");
        }
        if (!trace.missingFiles().isEmpty()) {
            table.row(
                    "missing", trace.missingFiles().stream().map(Markdown::code).collect(Collectors.joining(", ")));
        }
        table.row("machine", orMissing(trace.hostname()));
        table.row("kernel", orMissing((trace.osRelease() + " " + trace.arch()).strip()));
        table.row("CPUs online", trace.cpusOnline() > 0 ? Quantity.count(trace.cpusOnline()) : Quantity.MISSING);
        table.row("clock of the times", orMissing(trace.clock()));
        table.row("recorder", orMissing(trace.recorderVersion()));
        table.row("recorder's command", orMissing(commandLine(trace.recorderCommand())));
        table.row(
                "events",
                trace.events().isEmpty()
                        ? Quantity.MISSING
                        : trace.events().stream().map(Markdown::code).collect(Collectors.joining(", ")));
        out.table(table);
    }

    private static String window(Analysis analysis) {
        long shortest =
                analysis.cpus().stream().mapToLong(CpuRow::windowNs).min().orElse(0);
        long longest =
                analysis.cpus().stream().mapToLong(CpuRow::windowNs).max().orElse(0);
        String all = Quantity.duration(analysis.windowNs()) + ", first to last record";
        return analysis.cpus().isEmpty()
                ? all
                : all + "; of a single CPU " + Quantity.duration(shortest) + " to " + Quantity.duration(longest);
    }

    private static String orMissing(String raw) {
        return raw.isEmpty() ? Quantity.MISSING : Markdown.code(raw);
    }

    /** Words as a shell would have to be given them. */
    static String commandLine(List<String> words) {
        return words.stream().map(OriginSection::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
