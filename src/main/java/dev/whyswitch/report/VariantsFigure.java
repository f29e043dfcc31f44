package dev.whyswitch.report;

import dev.whyswitch.scenario.Batch;
import dev.whyswitch.scenario.RunFigures;
import dev.whyswitch.sched.IntervalKind;
import java.util.function.ToDoubleFunction;

/** Two bars per variant, preemptions above synchronizations: the bar is the median, a dot each run. */
final class VariantsFigure {
    private static final int WIDTH = 960;
    private static final int LEFT = 220;
    private static final int RIGHT = 800;
    private static final int TOP = 76;
    private static final int ROW = 44;
    private static final int BAR = 14;

    private final Batch.ScenarioResult result;
    private final double largest;

    VariantsFigure(Batch.ScenarioResult result) {
        this.result = result;
        double most = 1;
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            if (figures.n() > 0) {
                most = Math.max(most, figures.spread(VariantFigures.PREEMPTIONS).max());
                most = Math.max(
                        most, figures.spread(VariantFigures.SYNCHRONIZATIONS).max());
            }
        }
        largest = most;
    }

    String path() {
        return "figures/" + result.scenario().id() + ".svg";
    }

    String title() {
        return "Preemptions and synchronizations of each variant of "
                + result.scenario().id();
    }

    String svg() {
        int bottom = TOP + ROW * result.variants().size();
        Svg svg = new Svg(WIDTH, bottom + 52, title(), description());
        svg.text("title", 16, 28, title());
        svg.rect("frame", Svg.colour(IntervalKind.PREEMPTED), 16, 44, 12, 12, "");
        svg.text("", 34, 54, "preemptions");
        svg.rect("frame", Svg.colour(IntervalKind.BLOCKED), 146, 44, 12, 12, "");
        svg.text("", 164, 54, "synchronizations");
        svg.text("small", 290, 54, "bar and number: median of the runs; ticks: the runs");
        long step = ThreadsFigure.tickStep(Math.round(largest));
        for (double tick = 0; tick <= largest; tick += step) {
            svg.line("grid", x(tick), TOP, x(tick), bottom + 4);
            svg.text("small middle", x(tick), bottom + 18, Quantity.count((long) tick));
        }
        svg.text("small end", LEFT - 12, bottom + 18, "switches of all threads");
        int y = TOP;
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            svg.text("end", LEFT - 12, y + ROW / 2.0 + 4, variant.variant().id());
            bar(svg, figures, VariantFigures.PREEMPTIONS, IntervalKind.PREEMPTED, y + 6);
            bar(svg, figures, VariantFigures.SYNCHRONIZATIONS, IntervalKind.BLOCKED, y + 6 + BAR + 2);
            y += ROW;
        }
        return svg.toString();
    }

    private void bar(
            Svg svg, VariantFigures figures, ToDoubleFunction<RunFigures> figure, IntervalKind colour, double y) {
        if (figures.n() == 0) {
            return;
        }
        double median = figures.spread(figure).median();
        svg.rect("frame", Svg.colour(colour), LEFT, y, x(median) - LEFT, BAR, "");
        for (RunFigures run : figures.runs()) {
            double at = x(figure.applyAsDouble(run));
            svg.line("frame", at, y - 1, at, y + BAR + 1);
        }
        svg.text("", Math.max(x(median), x(figures.spread(figure).max())) + 6, y + BAR - 3, figures.median(figure));
    }

    private double x(double count) {
        return LEFT + (RIGHT - LEFT) * count / largest;
    }

    private String description() {
        StringBuilder text = new StringBuilder("Medians.");
        for (Batch.VariantResult variant : result.variants()) {
            VariantFigures figures = new VariantFigures(variant.runs());
            text.append(' ')
                    .append(variant.variant().id())
                    .append(": ")
                    .append(figures.median(VariantFigures.PREEMPTIONS))
                    .append(" preemptions, ")
                    .append(figures.median(VariantFigures.SYNCHRONIZATIONS))
                    .append(" synchronizations.");
        }
        return text.toString();
    }
}
