package dev.whyswitch.report;

import dev.whyswitch.scenario.RunFigures;
import dev.whyswitch.stats.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of a variant's runs as cells: medians, alone or with both ends. Failed runs are left out. */
final class VariantFigures {
    static final ToDoubleFunction<RunFigures> WALL_S = run -> run.wallNs() / 1e9;
    static final ToDoubleFunction<RunFigures> USER_S = run -> run.userNs() / 1e9;
    static final ToDoubleFunction<RunFigures> SYS_S = run -> run.sysNs() / 1e9;
    static final ToDoubleFunction<RunFigures> CPU_PERCENT = RunFigures::cpuPercent;
    static final ToDoubleFunction<RunFigures> PREEMPTIONS = run -> run.sums().preemptions();
    static final ToDoubleFunction<RunFigures> SYNCHRONIZATIONS =
            run -> run.sums().synchronizations();
    static final ToDoubleFunction<RunFigures> ENDS = run -> run.sums().terminationsOrStops();
    static final ToDoubleFunction<RunFigures> RUNNING_MS = run -> run.sums().runningNs() / 1e6;
    static final ToDoubleFunction<RunFigures> PREEMPTED_MS = run -> run.sums().preemptedNs() / 1e6;
    static final ToDoubleFunction<RunFigures> BLOCKED_MS = run -> run.sums().blockedNs() / 1e6;
    static final ToDoubleFunction<RunFigures> RUNNABLE_MS = run -> run.sums().runnableNs() / 1e6;
    static final ToDoubleFunction<RunFigures> UNSPLIT_MS = run -> run.sums().unsplitWaitNs() / 1e6;

    private final List<RunFigures> runs;

    VariantFigures(List<RunFigures> runs) {
        this.runs = runs.stream().filter(RunFigures::succeeded).toList();
    }

    int n() {
        return runs.size();
    }

    /** The runs that succeeded, by round. */
    List<RunFigures> runs() {
        return runs;
    }

    Spread spread(ToDoubleFunction<RunFigures> figure) {
        return Spread.of(runs.stream().map(figure::applyAsDouble).toList());
    }

    String median(ToDoubleFunction<RunFigures> figure) {
        return number(spread(figure).median());
    }

    /** Whole numbers whole: most figures are counts, and a count of 51.0 would be odd. */
    private static String number(double value) {
        return value == Math.rint(value) ? Quantity.count((long) value) : Quantity.number(value);
    }

    /** Median, then smallest and largest value in brackets. */
    String range(ToDoubleFunction<RunFigures> figure) {
        Spread spread = spread(figure);
        if (spread.n() == 0) {
            return Quantity.MISSING;
        }
        return number(spread.median())
                + (spread.n() == 1 ? "" : " [" + number(spread.min()) + "–" + number(spread.max()) + "]");
    }

    /** Names of the threads whose times every run has, in the order of the program's output. */
    List<String> threads() {
        return runs.stream()
                .map(run ->
                        run.threads().stream().map(RunFigures.ThreadTime::name).toList())
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    static ToDoubleFunction<RunFigures> threadRunningMs(int thread) {
        return run -> run.threads().get(thread).runningNs() / 1e6;
    }

    static ToDoubleFunction<RunFigures> threadPreemptedMs(int thread) {
        return run -> run.threads().get(thread).preemptedNs() / 1e6;
    }

    /** A thread's run time in percent of the run time of the thread that ran longest in the same run. */
    static ToDoubleFunction<RunFigures> threadPercentOfLongest(int thread) {
        return run -> 100.0
                * run.threads().get(thread).runningNs()
                / run.threads().stream()
                        .mapToLong(RunFigures.ThreadTime::runningNs)
                        .max()
                        .orElse(0);
    }

    /** The run whose wall time is nearest to the median: one that really was, to be shown whole. */
    RunFigures typical() {
        double median = spread(WALL_S).median();
        return runs.stream()
                .min(Comparator.comparingDouble(run -> Math.abs(WALL_S.applyAsDouble(run) - median)))
                .orElseThrow();
    }
}
