package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.ProcessRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.analyze.UnlistedThreads;

/** The same number added up in two ways; any difference is an error of ours or of the recording, and is shown. */
final class IdentitiesSection {
    private IdentitiesSection() {}

    static void append(Scope scope, Markdown out) {
        out.heading(3, "Do the numbers add up");
        Table table =
                new Table().words("this").numbers("left side").words("equals").numbers("right side", "difference");
        int open = rows(scope.analysis(), table);
        out.paragraph(
                open == 0
                        ? "Every sum below, made in two ways from exact values (times in ns), comes out the same."
                        : "**" + Quantity.count(open, "sum") + " below " + (open == 1 ? "does" : "do")
                                + " not come out the same: treat the numbers it holds with care.**");
        out.table(table);
    }

    /** Fills the table; returns how many rows have a difference. */
    private static int rows(Analysis analysis, Table table) {
        Sums system = analysis.system();
        UnlistedThreads unlisted = analysis.unlisted();
        Sums threads = Scope.sum(analysis.threads()).plus(unlisted.program()).plus(unlisted.other());
        Sums processes = analysis.processes().stream().map(ProcessRow::sums).reduce(Sums.ZERO, Sums::plus);
        CpuRow cpus = CpusSection.total(analysis.cpus());
        int open = 0;
        open += row(
                table,
                "all switches",
                system.switches(),
                "records that show one, less the idle task's, plus those that the chain proves",
                analysis.evidence().threadSwitches());
        open += row(table, "all switches", system.switches(), "sum over threads", threads.switches());
        open += row(table, "all switches", system.switches(), "sum over processes", processes.switches());
        boolean wholeCpus = !analysis.trace().selection().singleTasks();
        if (wholeCpus) {
            open += row(table, "all switches", system.switches(), "sum over CPUs", cpus.switches());
            open += row(table, "preemptions", system.preemptions(), "sum over CPUs", cpus.preemptions());
            open += row(table, "synchronizations", system.synchronizations(), "sum over CPUs", cpus.synchronizations());
            open += row(
                    table, "ends and stops", system.terminationsOrStops(), "sum over CPUs", cpus.terminationsOrStops());
        }
        Sums program = Scope.sum(
                        analysis.threads().stream().filter(ThreadRow::inProgram).toList())
                .plus(unlisted.program());
        open += row(
                table,
                "the program's switches",
                analysis.program().switches(),
                "sum over its threads",
                program.switches());
        open += row(
                table,
                "life of all threads, ns",
                system.lifeNs(),
                "sum over threads of all intervals",
                threads.lifeNs());
        if (wholeCpus) {
            open += row(
                    table,
                    "running, all threads, ns",
                    system.runningNs(),
                    "sum over CPUs of running",
                    cpus.runningNs());
        }
        for (CpuRow cpu : analysis.cpus()) {
            open += row(
                    table,
                    "window of CPU " + cpu.cpu() + ", ns",
                    cpu.windowNs(),
                    "running + idle + unknown",
                    cpu.runningNs() + cpu.idleNs() + cpu.unknownNs());
        }
        open += lives(analysis, table);
        return open;
    }

    /** Every thread's intervals against the time it was observed: in sum, and the worst of them. */
    private static int lives(Analysis analysis, Table table) {
        UnlistedThreads unlisted = analysis.unlisted();
        long observed = unlisted.observedNs();
        long intervals = unlisted.program().lifeNs() + unlisted.other().lifeNs();
        ThreadRow worst = null;
        int apart = 0;
        for (ThreadRow row : analysis.threads()) {
            observed += row.observedNs();
            intervals += row.sums().lifeNs();
            apart += difference(row) == 0 ? 0 : 1;
            if (worst == null || Math.abs(difference(row)) > Math.abs(difference(worst))) {
                worst = row;
            }
        }
        int open = row(table, "observed time of all threads, ns", observed, "sum of their intervals", intervals);
        if (apart > 0) {
            row(
                    table,
                    Quantity.count(apart, "thread") + " apart, worst TID " + worst.tid() + ", ns",
                    worst.observedNs(),
                    "sum of its intervals",
                    worst.sums().lifeNs());
        } else {
            row(table, "threads with a difference there", 0, "none", 0);
        }
        return open + (apart > 0 ? 1 : 0);
    }

    private static long difference(ThreadRow row) {
        return row.observedNs() - row.sums().lifeNs();
    }

    private static int row(Table table, String what, long left, String equals, long right) {
        table.row(what, Quantity.count(left), equals, Quantity.count(right), Quantity.signed(left - right));
        return left == right ? 0 : 1;
    }
}
