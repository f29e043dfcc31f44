package dev.whyswitch.report;

import dev.whyswitch.analyze.ThreadRow;

/** The threads, longest off the CPU first, as a picture and as tables. */
final class ThreadsSection {
    private ThreadsSection() {}

    static void append(Scope scope, Markdown out) {
        out.heading(2, "Threads");
        if (scope.threads().isEmpty()) {
            out.paragraph("No thread of " + (scope.hasProgram() ? "the program" : "any program")
                    + " has a switch or an interval in the recording's window, so there is nothing to list.");
            if (scope.others().isEmpty()) {
                return;
            }
        }
        out.paragraph(
                "Sorted by how long each wanted a CPU and had none (preempted, runnable after wake-up, new), longest first. "
                        + (scope.threadCount() > Scope.TOP
                                ? "The first " + Scope.TOP + " of " + Quantity.count(scope.threadCount())
                                        + "; one row sums the rest. "
                                : "")
                        + "prio: *rt 1* to *rt 99* are real-time priorities, *nice* is the nice value of a fair thread.");
        SumsTable sums = lines(scope);
        out.paragraph("How often they left their CPU (per second: of the recording's window):");
        out.table(sums.switches(scope.analysis().windowNs()));
        out.paragraph("What their time went to; the columns add up to the observed life:");
        out.table(sums.times());
    }

    private static SumsTable lines(Scope scope) {
        SumsTable table = new SumsTable(
                columns -> columns.words("thread").numbers("TID", "PID (tgid)").words("prio"));
        for (ThreadRow row : scope.topThreads()) {
            table.row(
                    row.sums(),
                    Markdown.name(row.name()),
                    Quantity.id(row.tid()),
                    Quantity.id(row.tgid()),
                    Quantity.priority(row.priority()));
        }
        int rest = scope.threadCount() - scope.topThreads().size();
        if (rest > 0) {
            table.restRow(scope.restSums(), Quantity.count(rest, "other thread"), "", "", "");
        }
        if (!scope.hasProgram()) {
            return table.totalRow(scope.sums(), "all threads", "", "", "");
        }
        return table.totalRow(scope.sums(), "program", "", "", "")
                .restRow(
                        scope.otherSums(),
                        "rest of the system, " + Quantity.count(scope.otherCount(), "thread"),
                        "",
                        "",
                        "")
                .totalRow(scope.analysis().system(), "whole system", "", "", "");
    }
}
