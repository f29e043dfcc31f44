package dev.whyswitch.report;

import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.SchedulingPolicy;
import java.util.List;
import java.util.stream.Collectors;

/** What was run and how it ended. */
final class RunSection {
    private RunSection() {}

    /** The run's name as inline Markdown: scenario and variant, or the command. */
    static String name(RunRecord run) {
        if (run.scenario().isEmpty()) {
            return Markdown.code(OriginSection.commandLine(run.program().command()));
        }
        return Markdown.text(run.scenario())
                + (run.variant().isEmpty() ? "" : ", " + Markdown.text(run.variant()))
                + ", round " + Quantity.count(run.round() + 1L);
    }

    /** Says first what makes the rest doubtful. */
    static void appendTrouble(RunRecord run, Markdown out) {
        if (!run.result().succeeded()) {
            out.paragraph("**The program did not end well (" + run.result().describeEnd()
                    + "): the numbers below are of a run that may have stopped half way.**");
        }
        if (!run.notes().isEmpty()) {
            out.bullets(run.notes().stream()
                    .map(note -> "Note: " + Markdown.text(note) + ".")
                    .toList());
        }
    }

    static void append(RunRecord run, Markdown out) {
        RunRecord.Program program = run.program();
        out.heading(2, "The run");
        Table table = new Table().words("what").words("value");
        table.row("command", Markdown.code(OriginSection.commandLine(program.command())));
        table.row("scheduling policy", policy(program));
        table.row(
                "CPUs it might use",
                program.cpus().isEmpty()
                        ? "not bound: " + cpus(run.machine().cpusAllowed()) + " (the program may set its own)"
                        : cpus(program.cpus()) + " at its start (it may set its own)");
        table.row("working directory", Markdown.code(program.directory()));
        table.row(
                "added to its environment",
                program.environment().isEmpty()
                        ? "nothing"
                        : program.environment().entrySet().stream()
                                .map(entry -> Markdown.code(entry.getKey() + "=" + entry.getValue()))
                                .collect(Collectors.joining(", ")));
        table.row("time limit", Quantity.duration(program.timeLimitNs()));
        table.row("started", Markdown.text(run.startedAt()));
        table.row("end", run.result().describeEnd());
        table.row("process", "PID " + run.result().pid());
        table.row("wall time, spawn to end", Quantity.duration(run.result().wallNs()));
        table.row("load average of the minute before", Quantity.number(run.loadAverageBefore()));
        table.row(
                "attempt",
                Quantity.count(run.attempt()) + (run.attempt() == 1 ? ", the first" : ", earlier ones lost events"));
        out.table(table);
    }

    private static String policy(RunRecord.Program program) {
        if (program.policy() == SchedulingPolicy.INHERIT) {
            return "that of whyswitch (the program may set its own)";
        }
        return "`SCHED_" + program.policy() + "`"
                + (program.policy().realTime() ? ", priority rt " + program.priority() : "")
                + " at its start (it may set its own)";
    }

    static String cpus(List<Integer> cpus) {
        return cpus.isEmpty()
                ? Quantity.MISSING
                : cpus.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
