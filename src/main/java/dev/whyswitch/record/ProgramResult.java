package dev.whyswitch.record;

/**
 * How a program ended.
 *
 * @param pid its process id, the tgid of its threads
 * @param exitCode its exit code, or -1 if a signal ended it
 * @param signal the signal that ended it, or 0
 * @param timedOut whether the time limit ended it
 * @param startNs CLOCK_MONOTONIC just before the spawn, nanoseconds
 * @param endNs CLOCK_MONOTONIC when its end was seen, nanoseconds
 * @param rusage what it used
 */
public record ProgramResult(
        int pid, int exitCode, int signal, boolean timedOut, long startNs, long endNs, Rusage rusage) {

    /** Takes a status word of wait(2) apart: {@code WIFEXITED} and so on of glibc bits/waitstatus.h. */
    static ProgramResult of(int pid, int status, long startNs, long endNs, Rusage rusage) {
        int signal = status & 0x7f;
        int exitCode = signal == 0 ? status >> 8 & 0xff : -1;
        return new ProgramResult(pid, exitCode, signal, false, startNs, endNs, rusage);
    }

    ProgramResult asTimedOut() {
        return new ProgramResult(pid, exitCode, signal, true, startNs, endNs, rusage);
    }

    /** From just before the spawn until the end was seen, nanoseconds. */
    public long wallNs() {
        return endNs - startNs;
    }

    /** Whether it ended by itself with exit code 0. */
    public boolean succeeded() {
        return exitCode == 0 && !timedOut;
    }

    /** The end in words: {@code exit code 3}, {@code killed by signal 9 after its time limit}. */
    public String describeEnd() {
        return (signal == 0 ? "exit code " + exitCode : "killed by signal " + signal)
                + (timedOut ? " after its time limit" : "");
    }
}
