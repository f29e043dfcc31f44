package dev.whyswitch.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A simple machine whose scheduler makes no mistakes: one run queue per CPU, first in first out. It knows who runs where,
 * writes each event down as it happens and counts what is true of the whole. The same seed gives the same events.
 *
 * <p>One clock for all CPUs that goes on with each record, so that the order of events is never in doubt. A CPU acts when
 * its next action is due: a running thread wakes another, creates one, is accounted for, or leaves; an idle CPU takes a
 * queued thread, or an interrupt on it wakes one. About a quarter of the switches are preemptions. Most wakings are of
 * threads that have just gone to sleep, the others of any, so that short and long sleeps mix.
 *
 * <p>Memory: some arrays over CPUs and threads. Threads live in slots; a new thread takes over the slot of an ended one.
 */
final class SimulatedMachine {
    private static final int IDLE = -1;
    private static final int NO_SLOT = -1;
    private static final int FIRST_TID = 1000;
    /** Threads of one process lie in this many neighbouring slots, the leader first; leaders do not end. */
    private static final int PROCESS_SLOTS = 16;

    private static final int NAMES = 64;
    private static final int FAIR_PRIORITY = 120;
    private static final int REAL_TIME_PRIORITY = 89;
    /** Records of the longest action: a run-time account and a switch with its two SWITCH records. */
    private static final int MAX_RECORDS_PER_ACTION = 5;

    private static final long STATE_S = 1;
    private static final long STATE_D = 2;
    private static final long STATE_X = 0x10;
    private static final long STATE_I = 0x80;
    private static final long STATE_PREEMPTED_IN_KERNEL = 0x100;
    private static final int NO_TID = -1;

    private final TraceFile file;
    private final Totals totals;
    private final long eventsWanted;
    private final int cpus;
    private final int slots;
    private long random;
    private long now = 1_000_000_000_000L;

    private final long[] nameLow = new long[NAMES];
    private final long[] nameHigh = new long[NAMES];
    private final long[] idleLow;
    private final long[] idleHigh;

    // Threads, by slot.
    private final int[] tid;
    private final int[] tgid;
    private final int[] lastCpu;
    private final int[] nextInQueue;
    /** Slots of sleepers, the last to fall asleep behind, but for holes filled. */
    private final int[] asleep;

    private int asleepCount;
    private final int[] ended;
    private int endedCount;
    /** Slots from here on have not been woken yet. */
    private int unseen;

    private int nextTid;
    private int runnable;

    // CPUs.
    private final int[] running;
    private final long[] ranSinceNs;
    private final long[] accountedNs;
    private final int[] queueHead;
    private final int[] queueTail;
    private final long[] dueNs;
    /** CPUs as a binary heap, the one that acts next first. */
    private final int[] heap;

    SimulatedMachine(TraceFile file, Totals totals, long events, int cpus, int threads, long seed) {
        this.file = file;
        this.totals = totals;
        this.eventsWanted = events;
        this.cpus = cpus;
        this.slots = threads;
        random = seed;
        idleLow = new long[cpus];
        idleHigh = new long[cpus];
        tid = new int[threads];
        tgid = new int[threads];
        lastCpu = new int[threads];
        nextInQueue = new int[threads];
        asleep = new int[threads];
        ended = new int[threads];
        running = new int[cpus];
        ranSinceNs = new long[cpus];
        accountedNs = new long[cpus];
        queueHead = new int[cpus];
        queueTail = new int[cpus];
        dueNs = new long[cpus];
        heap = new int[cpus];
        Arrays.fill(running, IDLE);
        Arrays.fill(queueHead, NO_SLOT);
        for (int i = 0; i < NAMES; i++) {
            byte[] name = padded(String.format(Locale.ROOT, i % 2 == 0 ? "worker-%d" : "db-connection%d", i));
            nameLow[i] = little(name, 0);
            nameHigh[i] = little(name, 8);
        }
        for (int cpu = 0; cpu < cpus; cpu++) {
            byte[] name = padded("swapper/" + cpu);
            idleLow[cpu] = little(name, 0);
            idleHigh[cpu] = little(name, 8);
            heap[cpu] = cpu;
            dueNs[cpu] = now + cpu;
        }
        for (int slot = 0; slot < threads; slot++) {
            tid[slot] = FIRST_TID + slot;
            tgid[slot] = FIRST_TID + slot - slot % PROCESS_SLOTS;
            lastCpu[slot] = below(cpus);
        }
        nextTid = FIRST_TID + threads;
    }

    private static byte[] padded(String name) {
        return Arrays.copyOf(name.getBytes(StandardCharsets.US_ASCII), 16);
    }

    private static long little(byte[] name, int from) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value |= (name[from + i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Lets the machine run until all events are written: at most a few fewer than wanted. */
    void run() throws IOException {
        for (int slot = 0; slot < slots; slot++) {
            file.existingThread(tgid[slot], tid[slot], low(slot), high(slot));
        }
        file.finishedInit();
        while (file.events() + MAX_RECORDS_PER_ACTION <= eventsWanted) {
            int cpu = heap[0];
            now = Math.max(now + 1, dueNs[cpu]);
            if (running[cpu] == IDLE) {
                actIdle(cpu);
            } else {
                act(cpu);
            }
            dueNs[cpu] = now + pauseNs(running[cpu] == IDLE);
            siftDown();
        }
        totals.events = file.events();
        totals.spanNs = file.spanNs();
    }

    /** 5–60 µs, a few up to 4 ms; an idle CPU looks again a little later. */
    private long pauseNs(boolean idle) {
        int dice = below(64);
        if (dice == 0) {
            return 1_000_000L + below(3_000_000);
        }
        return 5_000L + below(idle ? 80_000 : 55_000);
    }

    private void act(int cpu) throws IOException {
        int slot = running[cpu];
        int dice = below(64);
        if (dice < 26 && runnable < cpus + cpus / 4 + 1) {
            wakeOne(cpu);
        } else if (dice == 26 && endedCount > 0) {
            fork(cpu);
        } else if (dice < 34) {
            account(cpu);
        } else if (queueHead[cpu] != NO_SLOT && totals.preemptions * 3 < totals.synchronizations) {
            leave(cpu, below(32) == 0 ? STATE_PREEMPTED_IN_KERNEL : 0);
            runnable++; // leave took it off
            enqueue(slot, cpu);
        } else if (dice == 63 && mayEnd(slot) && below(16) == 0) {
            ended[endedCount++] = slot;
            at(cpu);
            file.exitRecord();
            leave(cpu, STATE_X);
        } else {
            asleep[asleepCount++] = slot;
            leave(cpu, below(16) == 0 ? STATE_D : below(8) == 0 ? STATE_I : STATE_S);
        }
    }

    /** No more than a quarter of the threads are ever replaced, so that 10 threads are not 1,000 by the end. */
    private boolean mayEnd(int slot) {
        return slot % PROCESS_SLOTS != 0
                && endedCount < slots / 8 + 1
                && totals.terminations * 4 * eventsWanted <= file.events() * slots;
    }

    private void actIdle(int cpu) throws IOException {
        if (queueHead[cpu] != NO_SLOT) {
            switchTo(cpu, dequeue(cpu), 0, 0);
            return;
        }
        int other = below(cpus);
        if (queueHead[other] != NO_SLOT && below(8) == 0) {
            int slot = dequeue(other);
            migrate(cpu, slot, other, cpu);
            enqueue(slot, cpu);
            switchTo(cpu, dequeue(cpu), 0, 0);
        } else if (runnable < cpus && below(3) == 0) {
            wakeOne(cpu);
        }
    }

    // ---- what happens ----

    /** The current thread's account, then the switch to the next in the queue, or to idle. */
    private void leave(int cpu, long state) throws IOException {
        account(cpu);
        runnable--;
        int next = queueHead[cpu] == NO_SLOT ? IDLE : dequeue(cpu);
        switchTo(cpu, next, state, state == STATE_X ? NO_TID : tid[running[cpu]]);
    }

    /** {@code headerTid}: the kernel names no tid in the records of a thread that has been reaped. */
    private void switchTo(int cpu, int next, long state, int headerTid) throws IOException {
        int prev = running[cpu];
        boolean fromThread = prev != IDLE;
        boolean preempt = fromThread && (state == 0 || state == STATE_PREEMPTED_IN_KERNEL);
        int prevTid = fromThread ? tid[prev] : 0;
        int headerTgid = headerTid > 0 ? tgid[prev] : headerTid;
        int nextTidOrIdle = next == IDLE ? 0 : tid[next];
        int nextTgid = next == IDLE ? 0 : tgid[next];
        tick();
        file.at(cpu, now, headerTgid, headerTid);
        file.schedSwitch(
                prevTid,
                priority(prev),
                fromThread ? low(prev) : idleLow[cpu],
                fromThread ? high(prev) : idleHigh[cpu],
                state,
                nextTidOrIdle,
                priority(next),
                next == IDLE ? idleLow[cpu] : low(next),
                next == IDLE ? idleHigh[cpu] : high(next));
        if (!fromThread) {
            totals.idleSwitches++;
        } else {
            totals.runningNs += now - ranSinceNs[cpu];
            lastCpu[prev] = cpu;
            if (preempt) {
                totals.preemptions++;
            } else if (state == STATE_X) {
                totals.terminations++;
            } else {
                totals.synchronizations++;
            }
        }
        running[cpu] = next;
        ranSinceNs[cpu] = now;
        accountedNs[cpu] = now;
        tick();
        file.at(cpu, now, headerTgid, headerTid);
        file.switchOut(preempt, nextTgid, nextTidOrIdle);
        tick();
        file.at(cpu, now, nextTgid, nextTidOrIdle);
        file.switchIn(headerTgid, headerTid);
    }

    /** A waking by the current thread, or by an interrupt while the CPU is idle. */
    private void wakeOne(int cpu) throws IOException {
        int slot = takeSleeper();
        if (slot == NO_SLOT) {
            return;
        }
        at(cpu);
        file.waking(tid[slot], priority(slot), low(slot), high(slot), lastCpu[slot], running[cpu] == IDLE);
        totals.wakings++;
        int target = lastCpu[slot];
        if (running[target] != IDLE && below(8) == 0) {
            int other = below(cpus);
            if (other != target) {
                migrate(cpu, slot, target, other);
                target = other;
            }
        }
        enqueue(slot, target);
        runnable++;
    }

    /** One that has not been seen yet if it is time, else one that has just gone to sleep, else any. */
    private int takeSleeper() {
        boolean seeNext = unseen < 4L * cpus || unseen * (eventsWanted / 5 * 4) <= file.events() * slots;
        if (unseen < slots && (seeNext || asleepCount == 0)) {
            totals.threads++;
            return unseen++;
        }
        if (asleepCount == 0) {
            return NO_SLOT;
        }
        int recent = Math.min(asleepCount, 2 * cpus);
        int index = below(4) != 0 ? asleepCount - 1 - below(recent) : below(asleepCount);
        int slot = asleep[index];
        asleep[index] = asleep[--asleepCount];
        return slot;
    }

    private void migrate(int cpu, int slot, int from, int to) throws IOException {
        at(cpu);
        file.migrate(tid[slot], priority(slot), low(slot), high(slot), from, to);
        lastCpu[slot] = to;
        totals.migrations++;
    }

    /** A new thread of the current one's process. */
    private void fork(int cpu) throws IOException {
        int parent = running[cpu];
        int slot = ended[--endedCount];
        tid[slot] = nextTid++;
        tgid[slot] = tgid[parent];
        lastCpu[slot] = cpu;
        at(cpu);
        file.forkRecord(tgid[slot], tid[slot]);
        at(cpu);
        file.schedFork(low(parent), high(parent), tid[slot]);
        at(cpu);
        file.wakeupNew(tid[slot], priority(slot), low(slot), high(slot), cpu);
        totals.forks++;
        totals.threads++;
        enqueue(slot, cpu);
        runnable++;
    }

    private void account(int cpu) throws IOException {
        int slot = running[cpu];
        at(cpu);
        file.runtime(low(slot), high(slot), now - accountedNs[cpu]);
        accountedNs[cpu] = now;
    }

    /** The next record is the current thread's or, on an idle CPU, the idle task's. */
    private void at(int cpu) {
        tick();
        int slot = running[cpu];
        file.at(cpu, now, slot == IDLE ? 0 : tgid[slot], slot == IDLE ? 0 : tid[slot]);
    }

    private void tick() {
        now += 1 + below(4);
    }

    // ---- threads ----

    private long low(int slot) {
        return nameLow[slot % NAMES];
    }

    private long high(int slot) {
        return nameHigh[slot % NAMES];
    }

    private static int priority(int slot) {
        return slot >= 0 && slot % NAMES == NAMES - 1 ? REAL_TIME_PRIORITY : FAIR_PRIORITY;
    }

    private void enqueue(int slot, int cpu) {
        nextInQueue[slot] = NO_SLOT;
        if (queueHead[cpu] == NO_SLOT) {
            queueHead[cpu] = slot;
        } else {
            nextInQueue[queueTail[cpu]] = slot;
        }
        queueTail[cpu] = slot;
    }

    private int dequeue(int cpu) {
        int slot = queueHead[cpu];
        queueHead[cpu] = nextInQueue[slot];
        return slot;
    }

    // ---- order and chance ----

    /** The first CPU of the heap is due later now. */
    private void siftDown() {
        int moved = heap[0];
        int at = 0;
        while (2 * at + 1 < cpus) {
            int child = 2 * at + 1;
            if (child + 1 < cpus && dueNs[heap[child + 1]] < dueNs[heap[child]]) {
                child++;
            }
            if (dueNs[heap[child]] >= dueNs[moved]) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = moved;
    }

    /** 0 … bound - 1 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014). */
    private int below(int bound) {
        random += 0x9E3779B97F4A7C15L;
        long z = (random ^ (random >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (int) ((((z ^ (z >>> 31)) >>> 32) * bound) >>> 32);
    }
}
