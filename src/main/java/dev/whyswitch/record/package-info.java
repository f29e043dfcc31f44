/**
 * Probes and programs: starts a program pinned, prioritised and with a clean signal state, runs a probe around it, reads
 * the kernel's counters, and writes the run folder. May import {@code json}, {@code trace} and {@code column} only; JNA
 * and {@code ProcessBuilder} live here and nowhere else. All times are CLOCK_MONOTONIC in nanoseconds, the clock that
 * the probes and the workloads use too, unless a name says otherwise.
 *
 * <p>The entry points are {@link dev.whyswitch.record.Recorder} for one recorded run and
 * {@link dev.whyswitch.record.ProgramLauncher} for a program alone. A program that fails is a result; a probe or a
 * machine that cannot do what was asked for is an {@link java.io.IOException} whose message names the remedy.
 */
package dev.whyswitch.record;
