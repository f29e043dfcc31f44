package dev.whyswitch.report;

import dev.whyswitch.sched.IntervalKind;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Writes one picture: fixed size, text as text, title and description, no scripts, coordinates rounded to 0.01. It draws
 * on its own opaque card, so that it reads whatever page holds it; where the viewer prefers dark, the card is dark.
 */
final class Svg {
    private static final String STYLE = """
            svg { color-scheme: light dark }
            text { font: 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; fill: #1f2328 }
            .card { fill: #ffffff; stroke: #d0d7de }
            .frame { pointer-events: none; stroke: #59636e; stroke-width: 0.5 }
            .title { font-size: 15px; font-weight: 600 }
            .small { font-size: 11px; fill: #59636e }
            .grid { stroke: #d0d7de }
            .end { text-anchor: end }
            .middle { text-anchor: middle }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3 }
              .card { fill: #0d1117; stroke: #3d444d }
              .frame { stroke: #9198a1 }
              .small { fill: #9198a1 }
              .grid { stroke: #3d444d }
            }
            """;

    private final StringBuilder text = new StringBuilder();

    /**
     * An empty card.
     *
     * @param title what the picture shows, for screen readers and tooltips
     * @param description what can be read from it, in words
     */
    Svg(int width, int height, String title, String description) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\"")
                .append(" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height
                        + "\">\n")
                .append("<title id=\"title\">")
                .append(escape(title))
                .append("</title>\n")
                .append("<desc id=\"desc\">")
                .append(escape(description))
                .append("</desc>\n")
                .append("<style>\n")
                .append(STYLE)
                .append("</style>\n");
        rect("card", "", 0.5, 0.5, width - 1, height - 1, "");
    }

    /** Fill colour of an interval kind: Okabe and Ito's palette, told apart by colour-blind readers too. */
    static String colour(IntervalKind kind) {
        return switch (kind) {
            case RUNNING -> "#009e73";
            case PREEMPTED -> "#d55e00";
            case BLOCKED -> "#56b4e9";
            case RUNNABLE_AFTER_WAKEUP -> "#e69f00";
            case UNSPLIT_WAIT -> "#0072b2";
            case STOPPED -> "#cc79a7";
            case NEW -> "#f0e442";
            case UNKNOWN -> "#999999";
        };
    }

    /** A rectangle; {@code tooltip} may be empty, {@code fill} too if the class sets it. */
    Svg rect(String cssClass, String fill, double x, double y, double width, double height, String tooltip) {
        text.append("<rect class=\"").append(cssClass).append('"');
        if (!fill.isEmpty()) {
            text.append(" fill=\"").append(fill).append('"');
        }
        attribute("x", x).attribute("y", y).attribute("width", width).attribute("height", height);
        if (tooltip.isEmpty()) {
            text.append("/>\n");
        } else {
            text.append("><title>").append(escape(tooltip)).append("</title></rect>\n");
        }
        return this;
    }

    Svg line(String cssClass, double x1, double y1, double x2, double y2) {
        text.append("<line class=\"").append(cssClass).append('"');
        attribute("x1", x1).attribute("y1", y1).attribute("x2", x2).attribute("y2", y2);
        text.append("/>\n");
        return this;
    }

    /** Text whose baseline is at {@code y}; class "end" or "middle" moves its anchor. */
    Svg text(String cssClass, double x, double y, String words) {
        text.append("<text");
        if (!cssClass.isEmpty()) {
            text.append(" class=\"").append(cssClass).append('"');
        }
        attribute("x", x).attribute("y", y);
        text.append('>').append(escape(words)).append("</text>\n");
        return this;
    }

    private Svg attribute(String name, double value) {
        text.append(' ').append(name).append("=\"").append(coordinate(value)).append('"');
        return this;
    }

    /** Rounded to 0.01, without trailing zeros. */
    static String coordinate(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** The whole picture. */
    @Override
    public String toString() {
        return text + "</svg>\n";
    }

    private static String escape(String raw) {
        return Markdown.visible(raw)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
