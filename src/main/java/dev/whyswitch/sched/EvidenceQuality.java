package dev.whyswitch.sched;

/**
 * How well the switches of a recording are proven; printed in every report, zeros included.
 *
 * @param switchesByTracepoint switches (idle's too) that sched_switch shows
 * @param idleSwitches of these, the idle task's: not counted as switches of a thread
 * @param switchesBySwitchOutOnly leavers' switches that only a PERF_RECORD_SWITCH out record shows
 * @param switchesBySwitchInOnly switches that only a PERF_RECORD_SWITCH in record shows
 * @param chainBreaks times that a CPU's next record names another running thread than its chain of switches
 * @param repairedIdleExits of these, breaks where the CPU was idle: only an idle-to-thread switch is missing
 * @param placedByRuntime of these, repairs placed by the kernel's account of run time (sched_stat_runtime)
 * @param inferredSwitches leavers' switches that no record shows and the chain proves
 * @param repairUncertaintyNs sum over the repairs of latest minus earliest possible time
 * @param preemptBitAgrees switches whose preempt bit and tracepoint state agree
 * @param preemptBitDisagrees switches whose preempt bit and tracepoint state disagree
 * @param switchesOutsideWindow switch-out records outside the tracepoints' window of their CPU, not counted
 * @param abortedSleeps sleeps that ended without a recorded waking: aborted, or the waking is missing
 * @param missingWakingsAtIdle of these, ended on a CPU whose idle exit was not recorded either: there the waking
 *     interrupted the idle task and was lost with it
 * @param heldWakings wakings just before the sleep they ended
 * @param spuriousWakings wakings of threads that were not blocked, ignored
 * @param contradictions threads seen running on two CPUs at once: the earlier run was cut
 * @param backwardsIntervals intervals of negative length, set to zero
 * @param damagedNs time inside loss windows, summed over CPUs
 */
public record EvidenceQuality(
        long switchesByTracepoint,
        long idleSwitches,
        long switchesBySwitchOutOnly,
        long switchesBySwitchInOnly,
        long chainBreaks,
        long repairedIdleExits,
        long placedByRuntime,
        long inferredSwitches,
        long repairUncertaintyNs,
        long preemptBitAgrees,
        long preemptBitDisagrees,
        long switchesOutsideWindow,
        long abortedSleeps,
        long missingWakingsAtIdle,
        long heldWakings,
        long spuriousWakings,
        long contradictions,
        long backwardsIntervals,
        long damagedNs) {

    /** Threads' switches that the evidence amounts to: each is one of the analysis's switches, and none is there twice. */
    public long threadSwitches() {
        return switchesByTracepoint - idleSwitches + switchesBySwitchOutOnly + inferredSwitches;
    }
}
