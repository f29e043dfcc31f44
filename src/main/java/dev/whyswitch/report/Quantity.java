package dev.whyswitch.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Numbers as text. Three significant digits, but digits before the decimal point are never rounded away; 0 is "0"; what
 * is not known is {@link #MISSING}; what is too small for the decimals at hand is "&lt;", never 0. Always Locale.ROOT.
 */
final class Quantity {
    /** Stands for a value that does not exist. */
    static final String MISSING = "–";

    /** Digits after the decimal point, at most. */
    static final int MAX_DECIMALS = 4;

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Quantity() {}

    /** A count, thousands apart: 54,277. */
    static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /** A difference with its sign: +3, -2, 0. */
    static String signed(long n) {
        return n == 0 ? "0" : String.format(Locale.ROOT, "%+,d", n);
    }

    /** A count and its noun: 1 event, 2 events. */
    static String count(long n, String noun) {
        return count(n) + " " + noun + (n == 1 ? "" : "s");
    }

    /** A count of switches: 1 switch, 2 switches. */
    static String switches(long n) {
        return count(n) + (n == 1 ? " switch" : " switches");
    }

    /** A name for an id, {@link #MISSING} if negative. */
    static String id(int id) {
        return id < 0 ? MISSING : Integer.toString(id);
    }

    /** Three significant digits. */
    static String number(double value) {
        return Double.isFinite(value) ? number(BigDecimal.valueOf(value)) : MISSING;
    }

    static String number(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal magnitude = value.abs();
        if (magnitude.compareTo(BigDecimal.valueOf(5, MAX_DECIMALS + 1)) < 0) {
            return (value.signum() < 0 ? "-" : "") + "<"
                    + BigDecimal.ONE.movePointLeft(MAX_DECIMALS).toPlainString();
        }
        BigDecimal rounded = magnitude.round(THREE_DIGITS);
        int power = rounded.precision() - rounded.scale() - 1;
        int decimals = Math.max(0, Math.min(MAX_DECIMALS, 2 - power));
        BigDecimal shown = value.setScale(decimals, RoundingMode.HALF_UP);
        return decimals == 0 ? count(shown.longValueExact()) : shown.toPlainString();
    }

    /** Events per second over {@code windowNs}. */
    static String perSecond(long count, long windowNs) {
        return windowNs <= 0 ? MISSING : number(count * 1e9 / windowNs);
    }

    /**
     * {@code part} of {@code whole} in percent, one decimal, without the sign. "0" and "100" mean exactly that: anything
     * else that rounds to them is "&lt;0.1" or "&gt;99.9".
     */
    static String percent(long part, long whole) {
        if (whole <= 0) {
            return MISSING;
        }
        if (part == 0) {
            return "0";
        }
        if (part == whole) {
            return "100";
        }
        double percent = 100.0 * part / whole;
        if (percent > 0 && percent < 0.05) {
            return "<0.1";
        }
        if (percent < 100 && percent >= 99.95) {
            return ">99.9";
        }
        return String.format(Locale.ROOT, "%.1f", percent);
    }

    /** One duration with its own unit: 1.02 s, 473 ms. */
    static String duration(long ns) {
        for (Unit unit : Unit.values()) {
            BigDecimal value = unit.of(ns);
            if (unit == Unit.S || value.abs().round(THREE_DIGITS).compareTo(BigDecimal.valueOf(1000)) < 0) {
                return number(value) + " " + unit.symbol();
            }
        }
        throw new AssertionError("the last unit takes all");
    }

    /** A file size, decimal units. */
    static String bytes(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        BigDecimal value = BigDecimal.valueOf(bytes);
        int unit = 0;
        while (unit < units.length - 1 && value.round(THREE_DIGITS).compareTo(BigDecimal.valueOf(1000)) >= 0) {
            value = value.movePointLeft(3);
            unit++;
        }
        return (unit == 0 ? count(bytes) : number(value)) + " " + units[unit];
    }

    /**
     * A kernel priority as users know it: rt 1 to rt 99 for real-time threads (99 minus the kernel's), else the nice
     * value.
     */
    static String priority(int kernelPriority) {
        if (kernelPriority < 0) {
            return MISSING;
        }
        return kernelPriority < 100 ? "rt " + (99 - kernelPriority) : "nice " + (kernelPriority - 120);
    }

    /** A unit of time. */
    enum Unit {
        NS("ns", 0),
        US("µs", 3),
        MS("ms", 6),
        S("s", 9);

        private final String symbol;
        private final int power;

        Unit(String symbol, int power) {
            this.symbol = symbol;
            this.power = power;
        }

        /**
         * The unit for a column, or for columns that are read together: the smallest in which {@code largestNs} has at
         * most four digits before the point. Four, not three, so that beside 5,712 ms the 12 µs of a neighbour are still
         * 0.0120 and not below what is shown.
         */
        static Unit forLargest(long largestNs) {
            for (Unit unit : values()) {
                if (unit == S || unit.of(largestNs).compareTo(BigDecimal.valueOf(99_995, 1)) < 0) {
                    return unit;
                }
            }
            throw new AssertionError("the last unit takes all");
        }

        String symbol() {
            return symbol;
        }

        /** {@code ns} nanoseconds in this unit. */
        BigDecimal of(long ns) {
            return BigDecimal.valueOf(ns, power);
        }

        /** The number alone, for a cell below a header that names the unit. */
        String format(long ns) {
            return number(of(ns));
        }
    }
}
