package dev.whyswitch.analyze;

/**
 * One thread of the recording.
 *
 * @param tid thread id
 * @param tgid thread group, what users call PID; -1 if the recording does not tell
 * @param parentTgid thread group that created it; -1 if the recording does not tell
 * @param name last name seen, empty if none
 * @param priority last kernel priority seen, 0–99 real-time, 100–139 fair, -1 if none
 * @param inProgram it belongs to the recorded program: its process or a descendant; true for all when none was named
 * @param observedNs from the start of its first interval to the end of its last: what its times must sum to
 * @param sums switches and times
 */
public record ThreadRow(
        int tid, int tgid, int parentTgid, String name, int priority, boolean inProgram, long observedNs, Sums sums) {}
