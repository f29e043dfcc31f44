/**
 * Events to intervals: one state machine per CPU and per thread, and what counts as a preemption. Knows no format. May
 * import {@code trace} and {@code column}.
 */
package dev.whyswitch.sched;
