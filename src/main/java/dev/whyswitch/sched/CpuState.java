package dev.whyswitch.sched;

import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TaskState;

/** What {@link SwitchMachine} knows of one CPU. */
final class CpuState {
    final int cpu;

    /** The window of the counting records has begun. */
    boolean open;

    /** Since then, no record has told who runs and none was lost. */
    boolean untouched;

    long windowStartNs;
    long windowEndNs = Long.MAX_VALUE;

    /** Row of the thread that runs; ThreadTable.IDLE, or ThreadTable.NONE where nobody knows. */
    int current = ThreadTable.NONE;

    /** Since when the CPU is idle or unknown; meaningless while a thread runs. */
    long gapSinceNs;

    /** Time of the last record on this CPU. */
    long lastRecordNs;

    /** The idle task left without a sched_switch: its waking, if an interrupt issued it, was lost with it. */
    boolean idleExitUnrecorded;

    // The last switch, until the records that may still confirm it have come.
    boolean pending;
    int pendingPrevTid = SchedSink.NO_TID;
    int pendingNextTid = SchedSink.NO_TID;
    boolean pendingOutSeen;
    boolean pendingInSeen;

    // The leaver's side of it, until it is told to the sink.
    boolean untold;
    int leaver = ThreadTable.NONE;
    int successor = ThreadTable.NONE;
    long switchNs;
    TaskState leaverState = TaskState.UNKNOWN;
    SwitchClass switchClass = SwitchClass.UNCLASSIFIED;

    CpuState(int cpu) {
        this.cpu = cpu;
    }

    boolean isOutside(long timeNs) {
        return !open || timeNs > windowEndNs;
    }
}
