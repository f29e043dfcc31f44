/**
 * Reads perf.data: bytes to {@link dev.whyswitch.trace.SchedSink} calls in time order. The layouts are those of the Linux
 * kernel's tools/perf/Documentation/perf.data-file-format.txt and include/uapi/linux/perf_event.h. Knows no scheduling.
 * May import {@code trace} and {@code column}.
 */
package dev.whyswitch.input.perfdata;
