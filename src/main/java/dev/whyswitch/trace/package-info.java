/**
 * The vocabulary. Every input format becomes calls of {@link dev.whyswitch.trace.SchedSink}; every analysis speaks
 * these words. May import {@code column} only.
 *
 * <ul>
 *   <li><b>switch</b>: one change of the task on one CPU, counted at the switch-out of a task that is not the idle task
 *       (tracepoint {@code sched:sched_switch}, kernel/sched/core.c {@code __schedule()}).
 *   <li><b>sched-in, sched-out</b>: a switch seen from {@code next_*}, from {@code prev_*}. on-CPU: sched-in to
 *       sched-out. off-CPU: sched-out to the next sched-in (perf timehist: "wait time").
 *   <li><b>tid</b>: what the kernel calls {@code pid} in every tracepoint field; <b>tgid</b>: what a user calls PID.
 *       Readers convert; no field of ours is named {@code pid}.
 *   <li><b>waking</b>: {@code sched:sched_waking}, always emitted by the waker, its {@code target_cpu} is the wakee's
 *       old CPU. <b>wakeup</b>: {@code sched:sched_wakeup}, may be emitted on the target CPU in interrupt context.
 *   <li><b>preemption, synchronization, termination or stop</b>: {@link dev.whyswitch.trace.SwitchClass}.
 * </ul>
 */
package dev.whyswitch.trace;
