package dev.whyswitch.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    public void onLost(long timeNs, int cpu, long count) {
        lines.add(timeNs + " cpu" + cpu + ": lost " + count);
    }

    @Override
    public void onWindowEnd(int cpu, long timeNs) {
        lines.add("window of cpu" + cpu + " ends " + timeNs);
    }

    @Override
    public void onCallChain(long timeNs, int cpu, int tgid, CallChain chain) {
        StringBuilder line = new StringBuilder(timeNs + " cpu" + cpu + ": chain of " + tgid + ":");
        for (int i = 0; i < chain.size(); i++) {
            line.append(chain.isKernel(i) ? " k" : " u").append(Long.toHexString(chain.address(i)));
        }
        lines.add(line.toString());
    }

    @Override
    public void onExec(long timeNs, int cpu, int tid, int oldTid) {
        lines.add(timeNs + " cpu" + cpu + ": exec " + tid + " from " + oldTid);
    }

    @Override
    public void onExit(long timeNs, int cpu, int tgid, int tid) {
        lines.add(timeNs + " cpu" + cpu + ": exit " + tgid + "/" + tid);
    }

    @Override
    public void onRename(long timeNs, int cpu, int currentTid, int tid, int oldName, int newName) {
        add(timeNs, cpu, currentTid, "rename " + tid + " " + names.name(oldName) + " to " + names.name(newName));
    }

    @Override
    public void onNewTask(long timeNs, int cpu, int currentTid, int tid, int name, long cloneFlags) {
        add(timeNs, cpu, currentTid, "new " + names.name(name) + ":" + tid + " flags " + Long.toHexString(cloneFlags));
    }

    @Override
    public void onChildWait(long timeNs, int cpu, int currentTid, int childTid) {
        add(timeNs, cpu, currentTid, "waits for child " + childTid);
    }

    @Override
    public void onDelay(long timeNs, int cpu, int currentTid, DelayKind kind, int tid, long delayNs) {
        add(timeNs, cpu, currentTid, "delay " + kind + " of " + tid + " " + delayNs);
    }

    @Override
    public void onPiSetPriority(long timeNs, int cpu, int currentTid, int tid, int oldPrio, int newPrio) {
        add(timeNs, cpu, currentTid, "pi " + tid + " [" + oldPrio + "] to [" + newPrio + "]");
    }

    @Override
    public void onSyscallEnter(
            long timeNs, int cpu, int currentTid, int event, int number, long arg0, long arg1, long arg2, long arg3) {
        String args = Stream.of(arg0, arg1, arg2, arg3).map(Long::toHexString).collect(Collectors.joining(" "));
        add(timeNs, cpu, currentTid, "enter " + number + " event " + event + " (" + args + ")");
    }

    @Override
    public void onSyscallExit(long timeNs, int cpu, int currentTid, int event, int number, long result) {
        add(timeNs, cpu, currentTid, "exit of " + number + " event " + event + " = " + result);
    }

    @Override
    public void onInterruptEntry(long timeNs, int cpu, int currentTid, InterruptKind kind, int number, int name) {
        add(timeNs, cpu, currentTid, kind + " " + number + " begins " + names.name(name));
    }

    @Override
    public void onInterruptExit(long timeNs, int cpu, int currentTid, InterruptKind kind, int number) {
        add(timeNs, cpu, currentTid, kind + " " + number + " ends");
    }

    @Override
    public void onSignalDeliver(long timeNs, int cpu, int currentTid, int signal, int code) {
        add(timeNs, cpu, currentTid, "signal " + signal + " code " + code);
    }

    @Override
    public void onProbe(long timeNs, int cpu, int currentTid, int event, long address) {
        add(timeNs, cpu, currentTid, "probe event " + event + " at " + Long.toHexString(address));
    }

    @Override
    public void onSample(long timeNs, int cpu, int tid, int event, long address) {
        add(timeNs, cpu, tid, "sample event " + event + " at " + Long.toHexString(address));
    }
}
