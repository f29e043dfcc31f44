package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceQuality;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a recording is whole enough for its numbers to be taken as they are. Above one of the limits the headline says
 * "incomplete".
 *
 * @param reasons which limits are exceeded, with the number; empty if none is
 * @param timesAreUncertain more time than the limit may be booked in the wrong interval; counts are not touched by that
 */
public record Completeness(List<String> reasons, boolean timesAreUncertain) {
    /** Lost events, and bytes or records that could not be read: none are accepted. */
    public static final long LOST_LIMIT = 0;

    /** Switches without a class, as a share of all. */
    public static final double UNCLASSIFIED_SHARE_LIMIT = 0.01;

    /** CPU time of which nobody knows who ran, as a share of the CPUs' windows; time inside losses is part of it. */
    public static final double UNKNOWN_SHARE_LIMIT = 0.05;

    /**
     * Time that the repairs may have put into the wrong interval, as a share of the time that all threads ran: what a repair
     * leaves open is when a thread began to run. A time in the wrong interval is worth no more than a time in none, so this
     * limit is that of unknown time.
     */
    public static final double REPAIR_UNCERTAINTY_SHARE_LIMIT = UNKNOWN_SHARE_LIMIT;

    /** Records whose time lies before that of the record handed on before them, as a share of all: a damaged time moves them. */
    public static final double BACKWARDS_SHARE_LIMIT = 0.0001;

    /** Threads seen on two CPUs at once, as a share of all switches. */
    public static final double CONTRADICTION_SHARE_LIMIT = 0.01;

    /** Takes a copy of the list. */
    public Completeness {
        reasons = List.copyOf(reasons);
    }

    /** True when a limit is exceeded. */
    public boolean isIncomplete() {
        return !reasons.isEmpty();
    }

    /** Judges a recording. */
    public static Completeness of(Analysis analysis) {
        EvidenceQuality evidence = analysis.evidence();
        List<String> reasons = new ArrayList<>(Missing.of(analysis).reasons());

        TraceQuality trace = analysis.traceQuality();
        if (exceeds(trace.backwardsTimes(), trace.records(), BACKWARDS_SHARE_LIMIT)) {
            reasons.add("times are uncertain: " + Quantity.count(trace.backwardsTimes(), "record")
                    + " later in the file than in time");
        }

        long switches = analysis.system().switches();
        // Of the program, if one is named: what other threads did without a record makes its counts no worse.
        Sums counted = analysis.program();
        if (exceeds(counted.unclassified(), counted.switches(), UNCLASSIFIED_SHARE_LIMIT)) {
            String why = analysis.trace().hidesPreemption()
                    ? ": the switch records do not tell preemption (Linux before 4.17); record `sched_switch`"
                    : "";
            reasons.add(Quantity.percent(counted.unclassified(), counted.switches())
                    + " % of the switches have no class" + why);
        }
        if (exceeds(evidence.contradictions(), switches, CONTRADICTION_SHARE_LIMIT)) {
            reasons.add(Quantity.count(evidence.contradictions(), "contradiction") + " about where a thread ran");
        }
        long windows = analysis.cpus().stream().mapToLong(CpuRow::windowNs).sum();
        long unknown = analysis.cpus().stream().mapToLong(CpuRow::unknownNs).sum();
        if (exceeds(unknown, windows, UNKNOWN_SHARE_LIMIT)) {
            reasons.add("who ran is unknown for " + Quantity.percent(unknown, windows) + " % of the CPUs' time");
        }
        return new Completeness(
                reasons,
                exceeds(evidence.repairUncertaintyNs(), analysis.system().runningNs(), REPAIR_UNCERTAINTY_SHARE_LIMIT));
    }

    /** Which of the switches a sample holds. */
    static String sample(Selection selection) {
        return selection.switchRateHz() > 0
                ? "about " + Quantity.count(selection.switchRateHz())
                        + " switches a second were recorded, whatever their number"
                : "1 of " + Quantity.count(selection.switchPeriod()) + " switches was recorded";
    }

    /** A limit in percent, as it was set. */
    static String percent(double limit) {
        return BigDecimal.valueOf(limit).movePointRight(2).stripTrailingZeros().toPlainString();
    }

    private static boolean exceeds(long part, long whole, double limit) {
        return whole > 0 && part > limit * whole;
    }
}
