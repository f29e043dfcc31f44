package dev.whyswitch.report;

import dev.whyswitch.analyze.Sums;
import dev.whyswitch.sched.IntervalKind;
import dev.whyswitch.trace.SwitchClass;
import java.util.Arrays;

/** The split of the switches, and of the time. */
final class SplitSection {
    private SplitSection() {}

    static void append(Scope scope, Markdown out) {
        Sums sums = scope.sums();
        Sums system = scope.analysis().system();
        long windowNs = scope.analysis().windowNs();
        out.heading(2, "The split");
        Table table = new Table()
                .words("left the CPU by")
                .numbers("switches", "share (%)", "per second")
                .words("because")
                .words("Intel VTune calls it")
                .words("kernel counter");
        if (scope.hasProgram()) {
            table.numbers("switches, whole system");
        }
        for (SwitchClass kind : SwitchClass.values()) {
            row(
                    table,
                    scope,
                    label(kind),
                    count(sums, kind),
                    sums.switches(),
                    windowNs,
                    because(kind),
                    vtune(kind),
                    counter(kind),
                    count(system, kind));
        }
        row(table, scope, "all", sums.switches(), sums.switches(), windowNs, "", "", "", system.switches());
        out.table(table);
        if (Missing.of(scope.analysis()).isAny()) {
            out.paragraph(
                    "The counts are what was seen, each at least that; the shares are of the switches seen. Bounds that"
                            + " include what is missing stand below the headline.");
        }
        out.paragraph(
                "In VTune's two-way split: Preemption " + Quantity.count(sums.preemptions()) + ", Synchronization "
                        + Quantity.count(sums.vtuneSynchronizations()) + " (ends and stops are counted there).");
        times(scope, out);
    }

    private static void row(
            Table table,
            Scope scope,
            String label,
            long count,
            long all,
            long windowNs,
            String because,
            String vtune,
            String counter,
            long system) {
        String[] cells = {
            label,
            Quantity.count(count),
            Quantity.percent(count, all),
            Quantity.perSecond(count, windowNs),
            because,
            vtune,
            counter,
            Quantity.count(system)
        };
        String[] shown = scope.hasProgram() ? cells : Arrays.copyOf(cells, cells.length - 1);
        if (label.equals("all")) {
            table.totalRow(shown);
        } else {
            table.row(shown);
        }
    }

    private static void times(Scope scope, Markdown out) {
        Sums sums = scope.sums();
        out.paragraph("Where the time of these threads went, added up over "
                + Quantity.count(scope.threadCount(), "thread") + ":");
        Quantity.Unit unit = Quantity.Unit.forLargest(sums.lifeNs());
        Table table = new Table()
                .words("interval")
                .numbers("time (" + unit.symbol() + ")", "share of observed life (%)")
                .words("from, to");
        for (IntervalKind kind : IntervalKind.values()) {
            table.row(
                    kind.label(),
                    unit.format(time(sums, kind)),
                    Quantity.percent(time(sums, kind), sums.lifeNs()),
                    fromTo(kind));
        }
        table.totalRow("observed life", unit.format(sums.lifeNs()), Quantity.percent(sums.lifeNs(), sums.lifeNs()), "");
        out.table(table);
    }

    static String label(SwitchClass kind) {
        return kind == SwitchClass.TERMINATION_OR_STOP ? "end or stop" : kind.label();
    }

    private static long count(Sums sums, SwitchClass kind) {
        return switch (kind) {
            case PREEMPTION -> sums.preemptions();
            case SYNCHRONIZATION -> sums.synchronizations();
            case TERMINATION_OR_STOP -> sums.terminationsOrStops();
            case UNCLASSIFIED -> sums.unclassified();
        };
    }

    private static String because(SwitchClass kind) {
        return switch (kind) {
            case PREEMPTION -> "another took its CPU, or it yielded: it could still run";
            case SYNCHRONIZATION -> "it had to wait: lock, I/O, timer, another thread";
            case TERMINATION_OR_STOP -> "it ended, was stopped, traced or parked";
            case UNCLASSIFIED -> "not recorded, only proven by who ran next, or recorded without its kind";
        };
    }

    private static String vtune(SwitchClass kind) {
        return switch (kind) {
            case PREEMPTION -> "Preemption Context Switches";
            case SYNCHRONIZATION -> "Synchronization Context Switches";
            case TERMINATION_OR_STOP -> "(with Synchronization)";
            case UNCLASSIFIED -> Quantity.MISSING;
        };
    }

    private static String counter(SwitchClass kind) {
        return switch (kind) {
            case PREEMPTION -> "`ru_nivcsw`";
            case SYNCHRONIZATION, TERMINATION_OR_STOP -> "`ru_nvcsw`";
            case UNCLASSIFIED -> "either";
        };
    }

    /** Time of one kind, nanoseconds. */
    static long time(Sums sums, IntervalKind kind) {
        return switch (kind) {
            case RUNNING -> sums.runningNs();
            case PREEMPTED -> sums.preemptedNs();
            case BLOCKED -> sums.blockedNs();
            case RUNNABLE_AFTER_WAKEUP -> sums.runnableNs();
            case UNSPLIT_WAIT -> sums.unsplitWaitNs();
            case STOPPED -> sums.stoppedNs();
            case NEW -> sums.newNs();
            case UNKNOWN -> sums.unknownNs();
        };
    }

    static String fromTo(IntervalKind kind) {
        return switch (kind) {
            case RUNNING -> "on a CPU";
            case PREEMPTED -> "preemption to next run: ready, but no CPU for it";
            case BLOCKED -> "start of a wait to waking: what it waited for had not come";
            case RUNNABLE_AFTER_WAKEUP -> "waking to next run: ready, but not yet on a CPU";
            case UNSPLIT_WAIT -> "start of a wait to next run: the two rows above, not told apart";
            case STOPPED -> "stop to continuation";
            case NEW -> "creation to first run";
            case UNKNOWN -> "before the first sight of it, or inside a loss";
        };
    }
}
