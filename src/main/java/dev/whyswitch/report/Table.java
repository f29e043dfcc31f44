package dev.whyswitch.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of a report: GitHub's Markdown, padded so that the plain text reads as well. Cells are inline Markdown already
 * (see {@link Markdown#name}); they may not hold a line break or a bare '|'.
 */
final class Table {
    /** A last column of words is padded up to this many characters: one long value does not widen every line. */
    private static final int LONGEST_PADDING = 72;

    private final List<String> headers = new ArrayList<>();
    private final List<Boolean> rightAligned = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** A column of words. */
    Table words(String header) {
        return column(header, false);
    }

    /** A column of numbers; the header names the unit. */
    Table numbers(String... manyHeaders) {
        for (String header : manyHeaders) {
            column(header, true);
        }
        return this;
    }

    private Table column(String header, boolean right) {
        if (!rows.isEmpty()) {
            throw new IllegalStateException("columns come before rows");
        }
        headers.add(header);
        rightAligned.add(right);
        return this;
    }

    /** A row with one cell for every column. */
    Table row(String... cells) {
        if (cells.length != headers.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + headers.size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    /** A row that sums others: its cells are bold. */
    Table totalRow(String... cells) {
        return row(Arrays.stream(cells)
                .map(cell -> cell.isEmpty() ? cell : "**" + cell + "**")
                .toArray(String[]::new));
    }

    /** Rows so far. */
    int size() {
        return rows.size();
    }

    void appendTo(StringBuilder text) {
        int[] widths = new int[headers.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = Math.max(3, width(headers.get(column)));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        int last = widths.length - 1;
        if (!rightAligned.get(last)) {
            widths[last] = Math.min(widths[last], LONGEST_PADDING);
        }
        appendRow(text, headers, widths);
        for (int column = 0; column < widths.length; column++) {
            text.append(column == 0 ? "| " : " ");
            text.append("-".repeat(widths[column] - 1))
                    .append(rightAligned.get(column) ? ":" : "-")
                    .append(" |");
        }
        text.append('\n');
        for (List<String> row : rows) {
            appendRow(text, row, widths);
        }
    }

    private void appendRow(StringBuilder text, List<String> cells, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(Math.max(0, widths[column] - width(cell)));
            text.append(column == 0 ? "| " : " ");
            text.append(rightAligned.get(column) ? padding + cell : cell + padding)
                    .append(" |");
        }
        text.append('\n');
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
