package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.CounterCheck;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.trace.Selection;
import java.util.ArrayList;
import java.util.List;

/** The answer in one sentence, and what it stands on. */
final class Headline {
    private Headline() {}

    static void append(Scope scope, Markdown out) {
        out.paragraph("**" + sentence(scope) + "**");
        out.paragraph(standsOn(scope));
    }

    /** Why the threads were switched off. */
    static String sentence(Scope scope) {
        Analysis analysis = scope.analysis();
        Completeness completeness = Completeness.of(analysis);
        Sums sums = scope.sums();
        String begin =
                completeness.isIncomplete() ? "Incomplete (" + String.join(", ", completeness.reasons()) + "): " : "";
        if (sums.switches() == 0) {
            return (begin.isEmpty() ? "No" : begin + "no") + " switch of "
                    + (scope.hasProgram() ? "the program's threads" : "any thread")
                    + " is in the recording's window of "
                    + Quantity.duration(analysis.windowNs()) + ".";
        }
        StringBuilder text =
                new StringBuilder(begin).append(scope.subjectWithChildren()).append(" left their CPU ");
        text.append(completeness.countsAreLowerBounds() ? "at least " : "")
                .append(Quantity.count(sums.switches(), "time"))
                .append(" in ")
                .append(Quantity.duration(analysis.windowNs()))
                .append(": ")
                .append(String.join(", ", shares(sums)));
        boolean returnsAreKnown = !analysis.trace().selection().singleTasks() || sums.preemptedNs() > 0;
        if (returnsAreKnown && (sums.preemptedNs() > 0 || sums.preemptions() > 0)) {
            text.append("; preempted threads waited ")
                    .append(hidesReturns(analysis, sums) ? "at least " : "")
                    .append(Quantity.duration(sums.preemptedNs()))
                    .append(" for a CPU");
        }
        if (sums.syncWaitNs() > 0) {
            text.append("; waits took ")
                    .append(hidesReturns(analysis, sums) ? "at least " : "")
                    .append(Quantity.duration(sums.syncWaitNs()));
            String woken = Quantity.percent(sums.runnableNs(), sums.syncWaitNs());
            if (sums.blockedNs() + sums.runnableNs() > 0) {
                text.append(sums.unsplitWaitNs() > 0 && !woken.startsWith("<") ? ", at least " : ", ")
                        .append(woken)
                        .append(" % of that woken but not yet running");
            }
        }
        return text.append('.').toString();
    }

    private static List<String> shares(Sums sums) {
        List<String> shares = new ArrayList<>();
        share(shares, sums.preemptions(), sums, "preemption", "they could still run");
        share(shares, sums.synchronizations(), sums, "synchronization", "they had to wait");
        share(shares, sums.terminationsOrStops(), sums, "end or stop", "");
        if (sums.unclassified() > 0) {
            share(shares, sums.unclassified(), sums, "not known", "");
        }
        return shares;
    }

    private static void share(List<String> shares, long part, Sums sums, String name, String meaning) {
        shares.add(Quantity.percent(part, sums.switches()) + " % " + name + " (" + Quantity.count(part)
                + (meaning.isEmpty() ? "" : ": " + meaning) + ")");
    }

    /** n, what was added up, what is uncertain. */
    static String standsOn(Scope scope) {
        Analysis analysis = scope.analysis();
        Sums sums = scope.sums();
        List<String> sentences = new ArrayList<>();
        sentences.add("Counts and times are sums over n = "
                + Quantity.count(scope.threadCount(), "thread")
                + ", so times can exceed the window.");
        String lost = Quantity.count(analysis.traceQuality().lostEvents(), "event") + " lost.";
        Selection selection = analysis.trace().selection();
        if (selection.isSampled()) {
            sentences.add("Switches are sampled: " + Completeness.sample(selection)
                    + ", so counts are those of the sample and"
                    + " times between two of its switches are not the threads' own; " + lost);
        } else {
            sentences.add("Switches are counted one by one, not sampled or estimated, so there is no ±; " + lost);
        }
        if (selection.singleTasks()) {
            sentences.add(singleTasks(sums));
        }
        if (sums.unclassified() > 0) {
            sentences.add("Preemption lies between " + Quantity.percent(sums.preemptions(), sums.switches()) + " % and "
                    + Quantity.percent(sums.preemptions() + sums.unclassified(), sums.switches())
                    + " %, since "
                    + Quantity.count(sums.unclassified(), "switch").replace("switchs", "switches")
                    + " of unknown class can be either.");
        }
        if (sums.unsplitWaitNs() > 0) {
            sentences.add("For " + Quantity.percent(sums.unsplitWaitNs(), sums.syncWaitNs())
                    + " % of the waits' time the waking was not recorded: being blocked and having been woken cannot be told"
                    + " apart there.");
        }
        sentences.add(counters(analysis.counters()));
        return String.join(" ", sentences);
    }

    /** Single tasks without records of their switch-ins: many a wait has no known end. */
    private static boolean hidesReturns(Analysis analysis, Sums sums) {
        return analysis.trace().selection().singleTasks() && isMuchUnknown(sums);
    }

    private static boolean isMuchUnknown(Sums sums) {
        return sums.unknownNs() > Completeness.UNKNOWN_SHARE_LIMIT * sums.lifeNs();
    }

    /** What a recording of single tasks cannot show. */
    private static String singleTasks(Sums sums) {
        String limits =
                "Single tasks were recorded, not whole CPUs: who took a CPU is known as far as `sched_switch` names the"
                        + " next thread, and nothing of what other threads waited for or when a CPU was idle; a thread's waits"
                        + " before its `exec` and its last switch, at its end, are not recorded.";
        if (!isMuchUnknown(sums)) {
            return limits;
        }
        return limits + " For " + Quantity.percent(sums.unknownNs(), sums.lifeNs())
                + " % of the threads' observed life it is not known what they did, since no record shows when they came back to"
                + " a CPU: `perf record --switch-events` does.";
    }

    private static String counters(List<CounterCheck> counters) {
        if (counters.isEmpty()) {
            return "The kernel's own counters were not read, so nothing outside the recording confirms the counts.";
        }
        long exact = counters.stream()
                .filter(check -> check.insideRecording() && check.isExact())
                .count();
        return "The kernel's own counters confirm both counts exactly for " + exact + " of "
                + Quantity.count(counters.size(), "reading") + ".";
    }
}
