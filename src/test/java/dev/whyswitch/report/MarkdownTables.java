package dev.whyswitch.report;

import java.util.ArrayList;
import java.util.List;

/** Reads the tables of a Markdown text back, as GitHub splits them: at every '|' without a backslash. */
final class MarkdownTables {
    /** A table: its header and rows of cells, bold and padding removed. */
    record Rows(List<String> header, List<List<String>> rows) {
        int column(String name) {
            int index = header.indexOf(name);
            if (index < 0) {
                throw new AssertionError("no column " + name + " in " + header);
            }
            return index;
        }

        /** The first row whose first cell begins so. */
        List<String> row(String begin) {
            return rows.stream()
                    .filter(row -> row.get(0).startsWith(begin))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row " + begin));
        }
    }

    private MarkdownTables() {}

    static List<Rows> of(String markdown) {
        List<Rows> tables = new ArrayList<>();
        List<List<String>> block = new ArrayList<>();
        for (String line : (markdown + "\n\n").split("\n", -1)) {
            if (line.startsWith("|")) {
                block.add(cells(line));
            } else if (!block.isEmpty()) {
                tables.add(new Rows(block.get(0), List.copyOf(block.subList(2, block.size()))));
                block.clear();
            }
        }
        return tables;
    }

    /** The first table with such a column. */
    static Rows with(String markdown, String column) {
        return of(markdown).stream()
                .filter(table -> table.header().contains(column))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table with " + column));
    }

    /** A number as the reports write it. */
    static double number(String cell) {
        return cell.startsWith("<") ? 0 : Double.parseDouble(cell.replace(",", ""));
    }

    private static List<String> cells(String line) {
        String[] parts = line.split("(?<!\\\\)\\|", -1);
        List<String> cells = new ArrayList<>();
        for (int i = 1; i < parts.length - 1; i++) {
            cells.add(parts[i].strip().replace("**", ""));
        }
        return cells;
    }
}
