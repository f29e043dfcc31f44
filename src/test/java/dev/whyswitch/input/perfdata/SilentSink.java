package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TaskState;

/** A {@link SchedSink} that hears nothing unless told to. */
interface SilentSink extends SchedSink {
    @Override
    default void onSwitch(
            long timeNs,
            int cpu,
            int currentTid,
            int prevTid,
            int prevName,
            int prevPrio,
            TaskState prevState,
            int nextTid,
            int nextName,
            int nextPrio) {}

    @Override
    default void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt) {}

    @Override
    default void onSwitchIn(long timeNs, int cpu, int tid, int prevTid) {}

    @Override
    default void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio) {}

    @Override
    default void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {}

    @Override
    default void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {}

    @Override
    default void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu) {}

    @Override
    default void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs) {}

    @Override
    default void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid) {}

    @Override
    default void onName(long timeNs, int tgid, int tid, int name) {}

    @Override
    default void onLost(long timeNs, int cpu, long count) {}

    @Override
    default void onWindowEnd(int cpu, long timeNs) {}
}
