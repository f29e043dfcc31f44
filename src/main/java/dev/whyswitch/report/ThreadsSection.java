package dev.whyswitch.report;

import dev.whyswitch.analyze.ThreadRow;
import java.util.List;

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
                        + (scope.threads().size() > Scope.TOP
                                ? "The first " + Scope.TOP + " of "
                                        + Quantity.count(scope.threads().size()) + "; one row sums the rest. "
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
        List<ThreadRow> rest = scope.threads()
                .subList(scope.topThreads().size(), scope.threads().size());
        if (!rest.isEmpty()) {
            table.restRow(Scope.sum(rest), Quantity.count(rest.size(), "other thread"), "", "", "");
        }
        if (!scope.hasProgram()) {
            return table.totalRow(scope.sums(), "all threads", "", "", "");
        }
        return table.totalRow(scope.sums(), "program", "", "", "")
                .restRow(
                        Scope.sum(scope.others()),
                        "rest of the system, " + Quantity.count(scope.others().size(), "thread"),
                        "",
                        "",
                        "")
                .totalRow(scope.analysis().system(), "whole system", "", "", "");
    }
}
