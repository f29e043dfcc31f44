package dev.whyswitch.report;

import java.util.List;

/**
 * Builds the text of a report. Blocks are separated by one empty line; the text ends with a newline. Strings handed in
 * are inline Markdown written by us, except those that went through {@link #name} or {@link #text}: these come from the
 * recording and may hold anything.
 */
final class Markdown {
    /** Shown where a thread has no name. */
    static final String NO_NAME = "(no name)";

    private static final String SPECIAL = "\\`*_{}[]()#+!|~$";

    private final StringBuilder text = new StringBuilder();

    Markdown heading(int level, String title) {
        return block("#".repeat(level) + " " + title + "\n");
    }

    Markdown paragraph(String inline) {
        return block(inline + "\n");
    }

    Markdown bullets(List<String> items) {
        StringBuilder list = new StringBuilder();
        items.forEach(item -> list.append("- ").append(item).append('\n'));
        return block(list.toString());
    }

    Markdown table(Table table) {
        StringBuilder rows = new StringBuilder();
        table.appendTo(rows);
        return block(rows.toString());
    }

    /** Lines as they are, in a fixed-width block. */
    Markdown verbatim(List<String> lines) {
        StringBuilder block = new StringBuilder("```text\n");
        // A line that could end the block is moved off the margin.
        lines.forEach(line -> block.append(line.stripLeading().startsWith("```") ? "    " : "")
                .append(visible(line))
                .append('\n'));
        return block(block.append("```\n").toString());
    }

    /** A picture by relative link. */
    Markdown image(String alternative, String path) {
        return block("![" + alternative + "](" + path + ")\n");
    }

    private Markdown block(String lines) {
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append(lines);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /**
     * A thread's, process's or file's name as inline Markdown, fit for a table's cell: in code quotes where that shows it
     * as it is, else with every special character escaped.
     */
    static String name(String raw) {
        return raw.isEmpty() ? NO_NAME : code(raw);
    }

    /** Any text of the recording in code quotes, as {@link #name} does. */
    static String code(String raw) {
        String shown = visible(raw);
        boolean plain = !shown.isBlank()
                && shown.equals(shown.strip())
                && shown.chars().noneMatch(c -> c == '`' || c == '|' || c == '\\');
        return plain ? "`" + shown + "`" : text(raw);
    }

    /** Any text of the recording or the machine: plain where nothing in it needs escaping, else in code quotes. */
    static String value(String raw) {
        String escaped = text(raw);
        return escaped.equals(raw) ? raw : code(raw);
    }

    /** Any text of the recording, with every character that Markdown or HTML would take for its own escaped. */
    static String text(String raw) {
        String shown = visible(raw);
        int begin = shown.length() - shown.stripLeading().length();
        int end = shown.stripTrailing().length();
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < shown.length(); i++) {
            char c = shown.charAt(i);
            if (c == '<') {
                escaped.append("&lt;");
            } else if (c == '>') {
                escaped.append("&gt;");
            } else if (c == '&') {
                escaped.append("&amp;");
            } else if (c == ' ' && (i < begin || i >= end)) {
                escaped.append('␠');
            } else {
                escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return escaped.toString();
    }

    /**
     * The text with what cannot be seen, or what would change its surroundings, made visible: control characters as
     * their pictures (U+2400 block), half surrogates, format characters (bidirectional overrides, zero width) and
     * non-characters as U+FFFD. The result is legal in XML too.
     */
    static String visible(String raw) {
        StringBuilder shown = new StringBuilder(raw.length());
        raw.codePoints().forEach(c -> shown.appendCodePoint(visible(c)));
        return shown.toString();
    }

    private static int visible(int c) {
        if (c < 0x20) {
            return 0x2400 + c;
        }
        if (c == 0x7F) {
            return 0x2421;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> 0xFFFD;
            default -> c;
        };
    }
}
