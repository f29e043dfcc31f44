package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.DelayKind;
import dev.whyswitch.trace.SchedSink;
import java.nio.ByteBuffer;

/**
 * Decodes sched_stat_*. These events name the thread that they are about ({@code __perf_task}), so that a recording of
 * single tasks can hold one twice, by the thread that made it and by the thread it is about: one delay for both.
 */
final class DelayDecoder implements EventDecoder {
    /**
     * Two equal delays of one thread within this are the same: perf takes the time of each copy anew, some 100 ns apart,
     * and between two delays the thread has to be switched in and out.
     */
    private static final long SAME_EVENT_NS = 1_000;

    private final DelayKind kind;
    private final NumberField tidField;
    private final NumberField delayField;
    private final SchedSink sink;

    private long lastNs = Long.MIN_VALUE;
    private int lastCpu;
    private int lastTid;
    private long lastDelayNs;

    DelayDecoder(DelayKind kind, NumberField tid, NumberField delay, SchedSink sink) {
        this.kind = kind;
        this.tidField = tid;
        this.delayField = delay;
        this.sink = sink;
    }

    @Override
    public boolean isCopy(ByteBuffer buffer, int raw, long timeNs, int cpu) {
        int tid = tidField.readInt(buffer, raw);
        long delayNs = delayField.read(buffer, raw);
        boolean same = cpu == lastCpu
                && tid == lastTid
                && delayNs == lastDelayNs
                && lastNs != Long.MIN_VALUE
                && timeNs - lastNs <= SAME_EVENT_NS;
        lastNs = timeNs;
        lastCpu = cpu;
        lastTid = tid;
        lastDelayNs = delayNs;
        return same;
    }

    @Override
    public void deliver(ByteBuffer buffer, int raw, int end, long timeNs, int cpu, int currentTid) {
        sink.onDelay(timeNs, cpu, currentTid, kind, tidField.readInt(buffer, raw), delayField.read(buffer, raw));
    }
}
