package dev.whyswitch.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A report as text. Write {@code markdown} to report.md and each figure to the file that its key names, relative to it.
 *
 * @param markdown the report, UTF-8, ends with a newline
 * @param figures SVG text by relative path, such as {@code figures/threads.svg}; every one is linked from the report
 */
public record Report(String markdown, SortedMap<String, String> figures) {
    /** Takes a copy of the map. */
    public Report {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }
}
