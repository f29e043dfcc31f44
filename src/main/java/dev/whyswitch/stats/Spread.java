package dev.whyswitch.stats;

import java.util.Collection;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Middle and ends of a few repeated measurements: what can be said of 2 to 20 values without a model.
 *
 * @param n how many values
 * @param median middle value, mean of the two middle ones for an even n; NaN for n = 0
 * @param min smallest; NaN for n = 0
 * @param max largest; NaN for n = 0
 */
public record Spread(int n, double median, double min, double max) {
    /** The spread of {@code values}. */
    public static Spread of(Collection<? extends Number> values) {
        double[] sorted =
                values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            return new Spread(0, Double.NaN, Double.NaN, Double.NaN);
        }
        return new Spread(sorted.length, new Percentile().evaluate(sorted, 50), sorted[0], sorted[sorted.length - 1]);
    }
}
