package dev.whyswitch.input.perfdata;

/**
 * Records that follow each other in one file; a recording into a directory (perf record --threads) has several.
 *
 * @param file the bytes
 * @param from offset of the first record
 * @param to offset behind the last one
 * @param unfinished perf was killed or the file was cut: what is no record any more is the end, not damage
 */
record RecordPart(InputFile file, long from, long to, boolean unfinished) {}
