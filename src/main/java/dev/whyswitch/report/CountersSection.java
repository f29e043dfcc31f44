package dev.whyswitch.report;

import dev.whyswitch.analyze.CounterCheck;
import java.util.List;

/** The kernel's own counters of a thread beside the switches seen: the one witness outside the recording. */
final class CountersSection {
    private CountersSection() {}

    static void append(Scope scope, Markdown out) {
        out.heading(3, "The kernel's own counters");
        List<CounterCheck> counters = scope.analysis().counters();
        if (counters.isEmpty()) {
            out.paragraph(
                    "None were read: only a program run by `whyswitch record`, or one that prints its counters, gives them.");
            return;
        }
        out.paragraph(
                "`ru_nivcsw` counts preemptions, `ru_nvcsw` synchronizations, ends and stops, each between two readings."
                        + " *Seen* is the same span in the recording; a difference is seen minus counted.");
        Table table = new Table()
                .words("thread")
                .numbers("TID", "ru_nivcsw", "preemptions seen", "difference")
                .numbers("ru_nvcsw", "synchronizations, ends, stops seen", "difference", "honest difference")
                .words("verdict");
        counters.forEach(check -> table.row(
                Markdown.name(check.name()),
                Quantity.id(check.tid()),
                Quantity.count(check.involuntary()),
                Quantity.count(check.preemptions()),
                Quantity.signed(check.preemptionDifference()),
                Quantity.count(check.voluntary()),
                Quantity.count(check.synchronizations() + check.terminationsOrStops()),
                Quantity.signed(check.synchronizationDifference()),
                check.reapedEarly() == 0 ? "0" : "0 to " + Quantity.count(check.reapedEarly()),
                verdict(check)));
        out.table(table);
        out.paragraph(
                "*Honest difference*: switches that may be seen and not counted, since the last switch of a thread comes"
                        + " after its counters were read or collected. A difference in this range is still exact.");
    }

    static String verdict(CounterCheck check) {
        String verdict;
        long preemption = check.preemptionDifference();
        long synchronization = check.synchronizationDifference();
        if (check.isExact()) {
            verdict = "exact";
        } else if (preemption == -synchronization && check.unclassified() == 0) {
            verdict = "sum exact, " + Quantity.count(Math.abs(preemption))
                    + " in the other class (a signal came before the sleep)";
        } else {
            verdict = "differs by " + Quantity.signed(preemption) + " and " + Quantity.signed(synchronization);
            if (check.unclassified() > 0) {
                verdict += "; " + Quantity.count(check.unclassified()) + " more of no class";
            }
        }
        return check.insideRecording() ? verdict : verdict + "; read outside the recording, not comparable";
    }
}
