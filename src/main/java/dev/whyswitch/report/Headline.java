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
        boolean missing = Missing.of(analysis).isAny();
        Sums sums = scope.sums();
        String begin =
                completeness.isIncomplete() ? "Incomplete (" + String.join("; ", completeness.reasons()) + "): " : "";
        if (sums.switches() == 0) {
            return (begin.isEmpty() ? "No" : begin + "no") + " switch of "
                    + (scope.hasProgram() ? "the program's threads" : "any thread")
                    + " is in the recording's window of "
                    + Quantity.duration(analysis.windowNs()) + ".";
        }
        StringBuilder text =
                new StringBuilder(begin).append(scope.subjectWithChildren()).append(" left their CPU ");
        text.append(missing ? "at least " : "")
                .append(Quantity.count(sums.switches(), "time"))
                .append(" in ")
                .append(Quantity.duration(analysis.windowNs()))
                .append(missing ? "; of those seen, " : ": ")
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
                    .append(Quantity.duration(sums.syncWaitNs()))
                    .append(woken(sums));
        }
        if (completeness.timesAreUncertain()) {
            text.append("; times (not counts) are uncertain by up to ").append(uncertainty(analysis));
        }
        return text.append('.').toString();
    }

    /** How much of the waits was over and still no CPU there. */
    private static String woken(Sums sums) {
        String least = Quantity.percent(sums.runnableNs(), sums.syncWaitNs());
        String most = Quantity.percent(sums.runnableNs() + sums.unsplitWaitNs(), sums.syncWaitNs());
        String that = " % of that woken but not yet running";
        if (sums.unsplitWaitNs() == 0) {
            return sums.runnableNs() == 0 ? ", none of that woken but not yet running" : ", " + least + that;
        }
        if (sums.runnableNs() > 0 && !least.startsWith("<")) {
            return ", at least " + least + that;
        }
        if (most.startsWith("<")) {
            return ", " + most + that;
        }
        return most.equals("100") || most.startsWith(">")
                ? ", how much of that woken but not yet running is not known"
                : ", at most " + most + that;
    }

    /** Time that may be in the wrong interval, and its share of all running time. */
    static String uncertainty(Analysis analysis) {
        long uncertainNs = analysis.evidence().repairUncertaintyNs();
        return Quantity.duration(uncertainNs) + ", "
                + Quantity.percent(uncertainNs, analysis.system().runningNs()) + " % of the time that all threads ran";
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
        Missing missing = Missing.of(analysis);
        sentences.add(counted(sums, missing, analysis.trace().selection()));
        if (analysis.trace().selection().singleTasks()) {
            sentences.add(singleTasks(sums));
        }
        if (sums.unclassified() > 0 && !(missing.isAny() && missing.isCounted())) {
            sentences.add("Preemption lies between " + Quantity.percent(sums.preemptions(), sums.switches()) + " % and "
                    + Quantity.percent(sums.preemptions() + sums.unclassified(), sums.switches())
                    + " %" + (missing.isAny() ? " of those seen" : "") + ", since "
                    + Quantity.switches(sums.unclassified())
                    + " of unknown class can be either.");
        }
        if (Completeness.of(analysis).timesAreUncertain()) {
            sentences.add(
                    "Times are uncertain since the recording leaves open when some threads began to run: their runs are"
                            + " placed within bounds.");
        }
        if (sums.unsplitWaitNs() > 0) {
            sentences.add("For " + Quantity.percent(sums.unsplitWaitNs(), sums.syncWaitNs())
                    + " % of the waits' time the waking was not recorded: being blocked and having been woken cannot be told"
                    + " apart there.");
        }
        sentences.add(counters(analysis.counters()));
        return String.join(" ", sentences);
    }

    /** How the switches were counted, and what that leaves of the counts. */
    private static String counted(Sums sums, Missing missing, Selection selection) {
        if (selection.isSampled()) {
            return "Switches are sampled: " + Completeness.sample(selection)
                    + ", so counts are those of the sample and times between two of its switches are not the threads' own.";
        }
        return missing.isAny()
                ? missing.bounds(sums)
                : "Switches are counted one by one, not sampled or estimated, so there is no ±; 0 events lost.";
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
