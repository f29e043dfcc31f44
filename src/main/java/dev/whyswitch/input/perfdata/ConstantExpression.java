package dev.whyswitch.input.perfdata;

import java.util.OptionalLong;

/**
 * Value of a C constant expression of integers, parentheses and the operators + - | &lt;&lt;, as the preprocessor leaves
 * TASK_REPORT_MAX in a print format: {@code (((0x00000001 | 0x00000002 | 0x00000040) + 1) << 1)}.
 */
final class ConstantExpression {
    /** Deeper nesting than any kernel has is refused, so that a hostile text cannot exhaust the stack. */
    private static final int MAX_DEPTH = 64;

    private final String text;
    private int at;

    private ConstantExpression(String text) {
        this.text = text;
    }

    /** The value, or empty if {@code text} is no such expression. */
    static OptionalLong value(String text) {
        ConstantExpression parser = new ConstantExpression(text);
        try {
            long value = parser.or(0);
            parser.skipSpace();
            return parser.at == text.length() ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private long or(int depth) {
        long value = shift(depth);
        while (accept("|")) {
            value |= shift(depth);
        }
        return value;
    }

    private long shift(int depth) {
        long value = sum(depth);
        while (accept("<<")) {
            value <<= sum(depth);
        }
        return value;
    }

    private long sum(int depth) {
        long value = term(depth);
        while (true) {
            if (accept("+")) {
                value += term(depth);
            } else if (accept("-")) {
                value -= term(depth);
            } else {
                return value;
            }
        }
    }

    private long term(int depth) {
        if (depth > MAX_DEPTH) {
            throw new NumberFormatException("nested too deep");
        }
        if (accept("(")) {
            long value = or(depth + 1);
            if (!accept(")")) {
                throw new NumberFormatException("no closing parenthesis");
            }
            return value;
        }
        skipSpace();
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return Long.decode(text.substring(start, at));
    }

    private boolean accept(String operator) {
        skipSpace();
        boolean found = text.startsWith(operator, at);
        at += found ? operator.length() : 0;
        return found;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
