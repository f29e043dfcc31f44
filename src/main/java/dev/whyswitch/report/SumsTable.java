package dev.whyswitch.report;

import dev.whyswitch.analyze.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Rows of {@link Sums} as two tables, how often and how long. All times of the second share one unit: they add up across
 * a row to the observed life, and down a column to the total.
 */
final class SumsTable {
    private record Line(boolean one, boolean total, List<String> lead, Sums sums) {}

    private final Consumer<Table> leadColumns;
    private final List<Line> lines = new ArrayList<>();

    /** @param leadColumns adds the columns that say whose row it is */
    SumsTable(Consumer<Table> leadColumns) {
        this.leadColumns = leadColumns;
    }

    /** A row of its own. */
    SumsTable row(Sums sums, String... lead) {
        lines.add(new Line(true, false, List.of(lead), sums));
        return this;
    }

    /** A row that sums what has no row. */
    SumsTable restRow(Sums sums, String... lead) {
        lines.add(new Line(false, false, List.of(lead), sums));
        return this;
    }

    /** A row that sums other rows. */
    SumsTable totalRow(Sums sums, String... lead) {
        lines.add(new Line(false, true, List.of(lead), sums));
        return this;
    }

    /** Switch-outs by class. */
    Table switches(long windowNs) {
        Table table = new Table();
        leadColumns.accept(table);
        table.numbers(
                "switches",
                "preemption",
                "synchronization",
                "end or stop",
                "unclassified",
                "preemption (%)",
                "switches (1/s)");
        for (Line line : lines) {
            Sums sums = line.sums();
            add(
                    table,
                    line,
                    Quantity.count(sums.switches()),
                    Quantity.count(sums.preemptions()),
                    Quantity.count(sums.synchronizations()),
                    Quantity.count(sums.terminationsOrStops()),
                    Quantity.count(sums.unclassified()),
                    Quantity.percent(sums.preemptions(), sums.switches()),
                    Quantity.perSecond(sums.switches(), windowNs));
        }
        return table;
    }

    /** Time by what was done. The unit suits the rows of their own; in it, sums may have more digits. */
    Table times() {
        Quantity.Unit unit = Quantity.Unit.forLargest(lines.stream()
                .filter(Line::one)
                .mapToLong(line -> line.sums().lifeNs())
                .max()
                .orElse(0));
        String in = " (" + unit.symbol() + ")";
        Table table = new Table();
        leadColumns.accept(table);
        table.numbers(
                "running" + in,
                "preempted" + in,
                "blocked" + in,
                "runnable after wake-up" + in,
                "wait, waking not recorded" + in,
                "stopped, new or unknown" + in,
                "observed life" + in);
        List<ToLongFunction<Sums>> columns = List.of(
                Sums::runningNs,
                Sums::preemptedNs,
                Sums::blockedNs,
                Sums::runnableNs,
                Sums::unsplitWaitNs,
                sums -> sums.stoppedNs() + sums.newNs() + sums.unknownNs(),
                Sums::lifeNs);
        for (Line line : lines) {
            add(
                    table,
                    line,
                    columns.stream()
                            .map(column -> unit.format(column.applyAsLong(line.sums())))
                            .toArray(String[]::new));
        }
        return table;
    }

    private static void add(Table table, Line line, String... numbers) {
        List<String> cells = new ArrayList<>(line.lead());
        cells.addAll(List.of(numbers));
        String[] array = cells.toArray(String[]::new);
        if (line.total()) {
            table.totalRow(array);
        } else {
            table.row(array);
        }
    }
}
