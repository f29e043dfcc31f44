package dev.whyswitch.cli;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.json.Json;
import dev.whyswitch.report.AnalysisReport;
import dev.whyswitch.report.Completeness;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code whyswitch analyze FILE…}. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        header = "Says of a recording why its threads were switched off their CPU.",
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        description = {
            "Reads perf.data as `perf sched record` (all CPUs) or `perf record -e sched:sched_switch -- CMD` (single tasks)"
                    + " writes it, compressed or not, file or pipe form, packed with gzip, xz or zstd or not, and writes a Markdown report to standard output, or report, figures and"
                    + " JSON to a folder.",
            ""
        },
        parameterListHeading = "Parameters:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  whyswitch analyze perf.data             the whole system",
            "  whyswitch analyze --pid 4711 perf.data  a process and what it started",
            "  whyswitch analyze -o out perf.data      report, figures, analysis.json",
            "  whyswitch analyze --format json perf.data | jq .program"
        })
final class AnalyzeCommand implements Callable<Integer> {
    /** What is written to standard output. */
    enum Format {
        md,
        json
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recordings; - is standard input.")
    private List<Path> files;

    @Option(
            names = "--format",
            paramLabel = "md|json",
            defaultValue = "md",
            description = "What to print (default: md).")
    private Format format;

    @Option(
            names = "-o",
            paramLabel = "DIR",
            description =
                    "Write report.md, figures/ and analysis.json there instead; with several files, into a folder for"
                            + " each.")
    private Path folder;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            defaultValue = "-1",
            description = "The process (tgid) that the report is about, with its descendants; the rest is summed.")
    private int pid;

    @Option(
            names = "--formats",
            paramLabel = "FILE",
            description =
                    "Event formats for a recording that has none because perf was killed or the file was cut: another"
                            + " perf.data of the same kernel, or tracefs' events/sched/sched_switch/format.")
    private Path formats;

    @Option(names = "--strict", description = "Exit with 5 if the recording is incomplete.")
    private boolean strict;

    @Override
    public Integer call() throws IOException {
        if (files.size() > 1 && folder == null && format == Format.json) {
            throw new ParameterException(spec.commandLine(), "several files as JSON need -o DIR");
        }
        boolean incomplete = false;
        for (Path file : files) {
            Analysis analysis =
                    Recordings.analyze(file, Optional.ofNullable(formats), new Analyzer.Options(pid, List.of()));
            if (pid >= 0 && analysis.threads().stream().noneMatch(row -> row.inProgram())) {
                throw new ParameterException(spec.commandLine(), "no thread of process " + pid + " ran in " + file);
            }
            incomplete |= Completeness.of(analysis).isIncomplete();
            write(file, analysis);
        }
        return strict && incomplete ? ExitCode.INCOMPLETE : ExitCode.OK;
    }

    private void write(Path file, Analysis analysis) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (folder != null) {
            Path target = files.size() == 1
                    ? folder
                    : folder.resolve(file.getFileName().toString() + ".report");
            ReportFiles.write(target, AnalysisReport.of(analysis));
            Json.write(target.resolve("analysis.json"), analysis);
            out.println(target.resolve(ReportFiles.REPORT));
        } else if (format == Format.json) {
            out.print(Json.text(analysis));
        } else {
            out.print(AnalysisReport.text(analysis));
        }
    }
}
