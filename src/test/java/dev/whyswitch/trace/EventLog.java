package dev.whyswitch.trace;

import java.util.ArrayList;
import java.util.List;

/** A {@link SchedSink} that writes down, one line an event, what it was told. */
public final class EventLog implements SchedSink {
    private final NameTable names;
    private final List<String> lines = new ArrayList<>();

    /** A log that resolves names with {@code names}. */
    public EventLog(NameTable names) {
        this.names = names;
    }

    /** The lines so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    private void add(long timeNs, int cpu, int currentTid, String event) {
        lines.add(timeNs + " cpu" + cpu + " by " + currentTid + ": " + event);
    }

    private String task(int tid, int name, int prio) {
        return names.name(name) + ":" + tid + " [" + prio + "]";
    }

    @Override
    public void onSwitch(
            long timeNs,
            int cpu,
            int currentTid,
            int prevTid,
            int prevName,
            int prevPrio,
            TaskState prevState,
            int nextTid,
            int nextName,
            int nextPrio) {
        String prev = task(prevTid, prevName, prevPrio);
        add(timeNs, cpu, currentTid, prev + " " + prevState.letter() + " ==> " + task(nextTid, nextName, nextPrio));
    }

    @Override
    public void onSwitchOut(long timeNs, int cpu, int tid, int nextTid, boolean preempt) {
        add(timeNs, cpu, tid, "out, next " + nextTid + (preempt ? " preempt" : ""));
    }

    @Override
    public void onSwitchIn(long timeNs, int cpu, int tid, int prevTid) {
        add(timeNs, cpu, tid, "in, prev " + prevTid);
    }

    @Override
    public void onWaking(long timeNs, int cpu, int currentTid, int contextFlags, int tid, int name, int prio) {
        add(timeNs, cpu, currentTid, "waking " + task(tid, name, prio) + " flags " + contextFlags);
    }

    @Override
    public void onWakeup(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        add(timeNs, cpu, currentTid, "wakeup " + task(tid, name, prio) + " on " + targetCpu);
    }

    @Override
    public void onWakeupNew(long timeNs, int cpu, int currentTid, int tid, int name, int prio, int targetCpu) {
        add(timeNs, cpu, currentTid, "wakeup_new " + task(tid, name, prio) + " on " + targetCpu);
    }

    @Override
    public void onMigrate(long timeNs, int cpu, int currentTid, int tid, int fromCpu, int toCpu) {
        add(timeNs, cpu, currentTid, "migrate " + tid + " " + fromCpu + " to " + toCpu);
    }

    @Override
    public void onRuntime(long timeNs, int cpu, int currentTid, int tid, long runtimeNs) {
        add(timeNs, cpu, currentTid, "runtime " + tid + " " + runtimeNs);
    }

    @Override
    public void onFork(long timeNs, int cpu, int parentTgid, int parentTid, int tgid, int tid) {
        lines.add(timeNs + " cpu" + cpu + ": fork " + parentTgid + "/" + parentTid + " to " + tgid + "/" + tid);
    }

    @Override
    public void onName(long timeNs, int tgid, int tid, int name) {
        lines.add(timeNs + ": name " + tgid + "/" + tid + " " + names.name(name));
    }

    @Override
    public void onExit(long timeNs, int tgid, int tid) {
        lines.add(timeNs + ": exit " + tgid + "/" + tid);
    }

    @Override
    public void onLost(long timeNs, int cpu, long count) {
        lines.add(timeNs + " cpu" + cpu + ": lost " + count);
    }

    @Override
    public void onWindowEnd(int cpu, long timeNs) {
        lines.add("window of cpu" + cpu + " ends " + timeNs);
    }
}
