package dev.whyswitch.report;

import dev.whyswitch.record.ChildrenCounters;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.ThreadCounters;
import dev.whyswitch.record.WorkloadOutput;
import java.util.Map;
import java.util.stream.Collectors;

/** What the program itself printed: its results, and the counters that its threads read of themselves. */
final class WorkloadSection {
    private WorkloadSection() {}

    static void append(RunRecord run, Markdown out) {
        WorkloadOutput output = run.output();
        out.heading(2, "The program's own results");
        if (output.equals(WorkloadOutput.NONE)) {
            out.paragraph("It printed none in the form that whyswitch reads; its whole output is in stdout.txt.");
            return;
        }
        if (!output.result().isEmpty()) {
            Table table = new Table().words("result").numbers("value");
            output.result().forEach((key, value) -> table.row(Markdown.code(key), Markdown.text(number(value))));
            out.table(table);
        }
        if (!output.threads().isEmpty()) {
            out.paragraph("What its threads read of their own counters (`RUSAGE_THREAD`) over their own span:");
            out.table(threads(output));
        }
        if (!output.children().isEmpty()) {
            out.paragraph("What it read of all children that it waited for (`RUSAGE_CHILDREN`):");
            out.table(children(output));
        }
    }

    private static Table threads(WorkloadOutput output) {
        Quantity.Unit unit = Quantity.Unit.forLargest(output.threads().stream()
                .mapToLong(thread -> Math.max(thread.t1Ns() - thread.t0Ns(), thread.userNs() + thread.sysNs()))
                .max()
                .orElse(0));
        String in = " (" + unit.symbol() + ")";
        Table table = new Table()
                .words("thread")
                .numbers("TID", "span" + in, "user" + in, "system" + in, "ru_nivcsw", "ru_nvcsw")
                .words("more");
        for (ThreadCounters thread : output.threads()) {
            table.row(
                    Markdown.name(thread.name()),
                    Quantity.id(thread.tid()),
                    unit.format(thread.t1Ns() - thread.t0Ns()),
                    unit.format(thread.userNs()),
                    unit.format(thread.sysNs()),
                    Quantity.count(thread.involuntarySwitches()),
                    Quantity.count(thread.voluntarySwitches()),
                    more(thread.more()));
        }
        return table;
    }

    private static Table children(WorkloadOutput output) {
        Quantity.Unit unit = Quantity.Unit.forLargest(output.children().stream()
                .mapToLong(
                        children -> Math.max(children.t1Ns() - children.t0Ns(), children.userNs() + children.sysNs()))
                .max()
                .orElse(0));
        String in = " (" + unit.symbol() + ")";
        Table table = new Table()
                .numbers("parent's TID", "children", "failed")
                .numbers("span" + in, "user" + in, "system" + in, "ru_nivcsw", "ru_nvcsw")
                .words("more");
        for (ChildrenCounters children : output.children()) {
            table.row(
                    Quantity.id(children.parent()),
                    Quantity.count(children.count()),
                    Quantity.count(children.failed()),
                    unit.format(children.t1Ns() - children.t0Ns()),
                    unit.format(children.userNs()),
                    unit.format(children.sysNs()),
                    Quantity.count(children.involuntarySwitches()),
                    Quantity.count(children.voluntarySwitches()),
                    more(children.more()));
        }
        return table;
    }

    private static String more(Map<String, String> more) {
        return more.entrySet().stream()
                .map(entry -> Markdown.text(entry.getKey() + "=" + entry.getValue()))
                .collect(Collectors.joining(" "));
    }

    /** Whole numbers with their thousands apart, anything else as it was printed. */
    private static String number(String value) {
        return value.matches("-?[0-9]{1,18}") ? Quantity.count(Long.parseLong(value)) : value;
    }
}
