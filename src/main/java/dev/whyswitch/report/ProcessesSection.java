package dev.whyswitch.report;

import dev.whyswitch.analyze.ProcessRow;
import dev.whyswitch.analyze.Sums;
import java.util.List;

/** The same sums by process. */
final class ProcessesSection {
    private ProcessesSection() {}

    static void append(Scope scope, Markdown out) {
        out.heading(2, "Processes");
        List<ProcessRow> inside = select(scope, true);
        if (inside.isEmpty()) {
            out.paragraph("The recording does not tell which process a thread belongs to, or no process has a switch.");
            return;
        }
        out.paragraph(
                "A row with several processes sums those of one name and one parent; its PID is the first one's.");
        SumsTable table = lines(scope, inside);
        out.table(table.switches(scope.analysis().windowNs()));
        out.table(table.times());
    }

    private static List<ProcessRow> select(Scope scope, boolean inProgram) {
        return scope.analysis().processes().stream()
                .filter(row -> row.inProgram() == inProgram)
                .toList();
    }

    private static SumsTable lines(Scope scope, List<ProcessRow> inside) {
        SumsTable table = new SumsTable(columns -> columns.words("process").numbers("PID", "processes", "threads"));
        List<ProcessRow> top = inside.subList(0, Math.min(Scope.TOP, inside.size()));
        for (ProcessRow row : top) {
            table.row(
                    row.sums(),
                    Markdown.name(row.name()),
                    Quantity.id(row.tgid()),
                    Quantity.count(row.processes()),
                    Quantity.count(row.threads()));
        }
        List<ProcessRow> rest = inside.subList(top.size(), inside.size());
        if (!rest.isEmpty()) {
            table.restRow(sum(rest), lead("others", rest));
        }
        if (!scope.hasProgram()) {
            return table.totalRow(scope.sums(), lead("all processes", inside));
        }
        List<ProcessRow> outside = select(scope, false);
        return table.totalRow(scope.sums(), lead("program", inside))
                .restRow(sum(outside), lead("rest of the system", outside))
                .totalRow(
                        scope.analysis().system(),
                        lead("whole system", scope.analysis().processes()));
    }

    private static String[] lead(String name, List<ProcessRow> rows) {
        return new String[] {
            name,
            "",
            Quantity.count(rows.stream().mapToLong(ProcessRow::processes).sum()),
            Quantity.count(rows.stream().mapToLong(ProcessRow::threads).sum())
        };
    }

    private static Sums sum(List<ProcessRow> rows) {
        return rows.stream().map(ProcessRow::sums).reduce(Sums.ZERO, Sums::plus);
    }
}
