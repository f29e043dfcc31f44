package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.util.ArrayList;
import java.util.List;

/**
 * What a recording lacks, and what that leaves of its counts. A missing event may have been a switch of any class of any
 * thread: as many are at most missing from each count.
 *
 * @param trace what the reader counted
 * @param info what the recording says about itself: whether its end, files or some switches were left out
 */
record Missing(TraceQuality trace, TraceInfo info) {
    static Missing of(Analysis analysis) {
        return new Missing(analysis.traceQuality(), analysis.trace());
    }

    /** Something is missing, so counts are lower bounds. */
    boolean isAny() {
        return !reasons().isEmpty();
    }

    /** It is known how many events are missing at most. */
    boolean isCounted() {
        return !lossIsOfUnknownSize()
                && trace.trailingBytes() == 0
                && trace.foreignBytes() == 0
                && !info.endIsMissing()
                && info.missingFiles().isEmpty()
                && !info.selection().isSampled()
                && info.selection().filters().isEmpty();
    }

    /** How many events are missing at most, as far as that is known. */
    long events() {
        return trace.lostEvents() + trace.malformedRecords();
    }

    private boolean lossIsOfUnknownSize() {
        return trace.lostEvents() == 0 && trace.lostRecords() > 0;
    }

    /** Each kind of what is missing, with its number; empty if nothing is. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (trace.lostEvents() > Completeness.LOST_LIMIT) {
            reasons.add(Quantity.count(trace.lostEvents(), "event") + " lost, "
                    + Quantity.percent(trace.lostEvents(), trace.records() + trace.lostEvents()) + " % of all");
        } else if (trace.lostRecords() > Completeness.LOST_LIMIT) {
            reasons.add(Quantity.count(trace.lostRecords(), "place") + " with a loss of unknown size");
        }
        if (trace.malformedRecords() > Completeness.LOST_LIMIT) {
            reasons.add(Quantity.count(trace.malformedRecords(), "record") + " not readable");
        }
        if (trace.trailingBytes() > Completeness.LOST_LIMIT) {
            reasons.add("the file ends inside a record");
        }
        if (trace.foreignBytes() > Completeness.LOST_LIMIT) {
            reasons.add(Quantity.count(trace.foreignBytes(), "byte") + " of text among the records");
        }
        info.missingFiles().forEach(file -> reasons.add(Markdown.code(file) + " of the recording is missing"));
        Selection selection = info.selection();
        if (selection.isSampled()) {
            reasons.add("sampled: " + Completeness.sample(selection));
        }
        selection
                .filters()
                .forEach(filter ->
                        reasons.add("recorded with " + Markdown.code(filter) + ", which leaves out switches"));
        if (info.endIsMissing()) {
            reasons.add("its end is missing: the recorder was killed, or the file was cut");
        }
        return reasons;
    }

    /** What the counts of {@code seen} are worth: the bounds that are left. */
    String bounds(Sums seen) {
        if (!isCounted()) {
            return "Switches may be missing, and how many is not known: there were at least "
                    + Quantity.count(seen.switches())
                    + ", no upper bound can be given, and shares are of the switches seen.";
        }
        long most = seen.switches() + events();
        return "Up to " + Quantity.switches(events())
                + " may be missing, since each event that is not there may have been one of any thread and class: there were at"
                + " least "
                + Quantity.count(seen.switches()) + " and at most " + Quantity.count(most)
                + "; preemption lies between "
                + range(seen.preemptions(), seen.unclassified(), most) + ", synchronization between "
                + range(seen.synchronizations(), seen.unclassified(), most) + " of all.";
    }

    /**
     * Least and greatest share of a class: the least is there when all of {@link #events} were switches of other classes,
     * the greatest when all were of this one and the unclassified too.
     */
    private String range(long seen, long unclassified, long most) {
        return Quantity.percent(seen, most) + " % and " + Quantity.percent(seen + unclassified + events(), most) + " %";
    }
}
