package dev.whyswitch.analyze;

/**
 * One process, or several of one name and parent: a program that forks 3,000 children has two rows, not 3,001.
 *
 * @param tgid its thread group (what users call PID); of the first one if {@code processes} is above 1
 * @param name name of its main thread, or of the first thread seen
 * @param processes how many processes of this name and parent the row sums
 * @param threads how many threads the row sums
 * @param inProgram see {@link ThreadRow}
 * @param sums switches and times over its threads
 */
public record ProcessRow(int tgid, String name, int processes, int threads, boolean inProgram, Sums sums) {}
