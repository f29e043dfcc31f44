/**
 * One class per question, each an {@link dev.whyswitch.sched.IntervalSink} that yields an immutable result. Named
 * thresholds live here. May import {@code sched}, {@code stats}, {@code trace} and {@code column}.
 */
package dev.whyswitch.analyze;
