package dev.whyswitch.report;

import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.sched.IntervalKind;
import java.util.ArrayList;
import java.util.List;

/** One bar per thread, cut into what its life was spent on. */
final class ThreadsFigure {
    /** Where the report links it. */
    static final String PATH = "figures/threads.svg";

    private static final int WIDTH = 960;
    private static final int BAR_LEFT = 200;
    private static final int BAR_RIGHT = 750;
    private static final int ROW = 22;
    private static final int LEGEND_TOP = 48;
    private static final int LEGEND_PER_LINE = 4;
    private static final double[] STEPS = {1, 2, 5};

    private final Scope scope;
    private final List<ThreadRow> rows;
    private final List<IntervalKind> kinds;
    private final long longestNs;

    ThreadsFigure(Scope scope) {
        this.scope = scope;
        this.rows = scope.topThreads();
        this.kinds = List.of(IntervalKind.values()).stream()
                .filter(kind -> rows.stream().anyMatch(row -> SplitSection.time(row.sums(), kind) > 0))
                .toList();
        this.longestNs =
                rows.stream().mapToLong(row -> row.sums().lifeNs()).max().orElse(0);
    }

    /** False when there is no time to draw. */
    boolean hasContent() {
        return longestNs > 0;
    }

    /** What the picture shows, in a few words. */
    String title() {
        return "Where the time of each thread went";
    }

    String svg() {
        int barsTop = LEGEND_TOP + 20 * ((kinds.size() + LEGEND_PER_LINE - 1) / LEGEND_PER_LINE) + 24;
        int barsBottom = barsTop + ROW * rows.size();
        Svg svg = new Svg(WIDTH, barsBottom + 58, title() + ": " + scope.plainSubject(), description());
        svg.text("title", 16, 28, title());
        legend(svg);
        axis(svg, barsTop, barsBottom);
        svg.text("small end", BAR_RIGHT + 90, barsTop - 8, "preemptions");
        svg.text("small end", WIDTH - 16, barsTop - 8, "synchronizations");
        for (int i = 0; i < rows.size(); i++) {
            bar(svg, rows.get(i), barsTop + i * ROW);
        }
        String shown = rows.size() == scope.threadCount()
                ? Quantity.count(rows.size(), "thread")
                : rows.size() + " of " + Quantity.count(scope.threadCount(), "thread")
                        + ", longest wait for a CPU first";
        svg.text(
                "small",
                16,
                barsBottom + 46,
                scope.fileName() + ", window "
                        + Quantity.duration(scope.analysis().windowNs()) + ", " + scope.plainSubject() + " (" + shown
                        + ")");
        return svg.toString();
    }

    private String description() {
        Sums sums = Scope.sum(rows);
        List<String> shares = new ArrayList<>();
        for (IntervalKind kind : kinds) {
            shares.add(kind.label() + " " + Quantity.percent(SplitSection.time(sums, kind), sums.lifeNs()) + " %");
        }
        return "Stacked bars of " + Quantity.count(rows.size(), "thread")
                + ", as long as each thread's observed life, from "
                + scope.fileName() + ". Together: " + String.join(", ", shares) + ". At the right: preemptions and"
                + " synchronizations of each.";
    }

    private void legend(Svg svg) {
        int columnWidth = (WIDTH - 32) / LEGEND_PER_LINE;
        for (int i = 0; i < kinds.size(); i++) {
            int x = 16 + columnWidth * (i % LEGEND_PER_LINE);
            int y = LEGEND_TOP + 20 * (i / LEGEND_PER_LINE);
            svg.rect("frame", Svg.colour(kinds.get(i)), x, y - 1, 12, 12, "");
            svg.text("", x + 18, y + 9, kinds.get(i).label());
        }
    }

    private void axis(Svg svg, int top, int bottom) {
        Quantity.Unit unit = Quantity.Unit.forLargest(longestNs);
        long step = tickStep(longestNs);
        for (long tick = 0; tick <= longestNs; tick += step) {
            double x = x(tick);
            svg.line("grid", x, top, x, bottom + 4);
            svg.text("small middle", x, bottom + 18, unit.format(tick));
        }
        svg.text("small end", BAR_LEFT - 12, bottom + 18, "time (" + unit.symbol() + ")");
    }

    /** 1, 2 or 5 times a power of ten, so that two to ten of them fit. */
    static long tickStep(long longestNs) {
        for (double power = 1; ; power *= 10) {
            for (double factor : STEPS) {
                if (longestNs <= 10 * factor * power / 2) {
                    return (long) (factor * power);
                }
            }
        }
    }

    private void bar(Svg svg, ThreadRow row, int top) {
        double y = top + 3;
        String name = row.name().isEmpty() ? Markdown.NO_NAME : row.name();
        svg.text("end", BAR_LEFT - 12, top + 15, name + "  " + row.tid());
        long from = 0;
        for (IntervalKind kind : kinds) {
            long ns = SplitSection.time(row.sums(), kind);
            if (ns > 0) {
                svg.rect(
                        "slice",
                        Svg.colour(kind),
                        x(from),
                        y,
                        x(from + ns) - x(from),
                        ROW - 6,
                        name + ": " + kind.label() + " " + Quantity.duration(ns) + ", "
                                + Quantity.percent(ns, row.sums().lifeNs()) + " % of its observed life");
            }
            from += ns;
        }
        svg.rect("frame", "none", BAR_LEFT, y, x(from) - BAR_LEFT, ROW - 6, "");
        svg.text("end", BAR_RIGHT + 90, top + 15, Quantity.count(row.sums().preemptions()));
        svg.text("end", WIDTH - 16, top + 15, Quantity.count(row.sums().synchronizations()));
    }

    private double x(long ns) {
        return BAR_LEFT + (double) (BAR_RIGHT - BAR_LEFT) * ns / longestNs;
    }
}
