/**
 * Result records to text: Markdown and SVG. Values in, text out: the same input gives the same bytes, whatever the
 * machine's locale, time zone or clock. Prints nothing and reads no file. May import {@code scenario}, {@code compare},
 * {@code record}, {@code analyze}, {@code sched}, {@code stats}, {@code trace}, {@code json} and {@code column}.
 *
 * <p>{@link dev.whyswitch.report.AnalysisReport} and {@link dev.whyswitch.report.RunReport} are the entrances; each
 * section of a report is a class of its own that appends to a {@link dev.whyswitch.report.Markdown}.
 */
package dev.whyswitch.report;
