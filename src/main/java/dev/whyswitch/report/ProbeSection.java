package dev.whyswitch.report;

import dev.whyswitch.record.ProbeTimes;
import dev.whyswitch.record.RunRecord;

/** What recorded the run. */
final class ProbeSection {
    private ProbeSection() {}

    static void append(RunRecord run, boolean analysed, Markdown out) {
        RunRecord.ProbeRecord probe = run.probe();
        ProbeTimes times = probe.times();
        out.heading(2, "The probe");
        Table table = new Table().words("what").words("value");
        table.row("kind", Markdown.code(probe.kind()));
        table.row(
                "command",
                probe.command().isEmpty() ? "no process" : Markdown.code(OriginSection.commandLine(probe.command())));
        table.row(
                "buffer",
                probe.bufferPages() == 0 ? Quantity.MISSING : Quantity.count(probe.bufferPages(), "page") + " per CPU");
        table.row(
                "recording",
                probe.recording().isEmpty()
                        ? analysed ? OriginSection.NOT_KEPT : "none"
                        : Markdown.code(probe.recording()));
        table.row("events lost in it", Quantity.count(probe.lostEvents()));
        table.row("attempts", Quantity.count(run.attempt()));
        if (!times.equals(ProbeTimes.NONE)) {
            table.row("its start to recording", Quantity.duration(times.enabledNs() - times.startNs()));
            table.row(
                    "recording before the program's start",
                    Quantity.duration(run.result().startNs() - times.enabledNs()));
            table.row(
                    "recording after the program's end",
                    Quantity.duration(times.stopNs() - run.result().endNs()));
            table.row("stop to complete file", Quantity.duration(times.endNs() - times.stopNs()));
        }
        out.table(table);
    }
}
