/**
 * Large recordings for tests and benchmarks: {@link dev.whyswitch.bench.TraceGenerator} writes perf.data files of any
 * size whose totals are known. Knows nothing of the program's own reader.
 */
package dev.whyswitch.bench;
