package dev.whyswitch.analyze;

/**
 * Threads that are in every sum and have no row of their own: those that wanted a CPU least, where a recording has more
 * threads than {@link ThreadRows#LISTED}.
 *
 * @param ofProgram how many of them belong to the program, see {@link ThreadRow#inProgram}
 * @param others how many do not
 * @param observedNs sum of {@link ThreadRow#observedNs} over all of them
 * @param program sums over those of the program
 * @param other sums over those that are not
 */
public record UnlistedThreads(int ofProgram, int others, long observedNs, Sums program, Sums other) {
    /** Every thread has a row. */
    public static final UnlistedThreads NONE = new UnlistedThreads(0, 0, 0, Sums.ZERO, Sums.ZERO);
}
