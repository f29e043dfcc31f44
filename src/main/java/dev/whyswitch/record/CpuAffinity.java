package dev.whyswitch.record;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;

/** The CPUs that the calling thread may run on, sched_setaffinity(2). */
final class CpuAffinity {
    private static final int CALLING_THREAD = 0;

    private CpuAffinity() {}

    /** CPU numbers in ascending order. */
    static List<Integer> get() {
        try (Memory mask = new Memory(Libc.CPU_MASK_BYTES)) {
            mask.clear();
            if (Libc.sched_getaffinity(CALLING_THREAD, Libc.CPU_MASK_BYTES, mask) < 0) {
                throw new IllegalStateException("sched_getaffinity: " + Libc.describe(Libc.errno()));
            }
            List<Integer> cpus = new ArrayList<>();
            for (int cpu = 0; cpu < Libc.CPU_MASK_BYTES * 8; cpu++) {
                // The kernel's mask is an array of unsigned long; in little-endian order bit n is bit n%8 of byte n/8.
                if ((mask.getByte(cpu / 8) >> (cpu % 8) & 1) != 0) {
                    cpus.add(cpu);
                }
            }
            return List.copyOf(cpus);
        }
    }

    /**
     * Lets the calling thread run on exactly {@code cpus}.
     *
     * @throws ProgramException if one of them is not there or not allowed: the kernel would drop it silently
     */
    static void set(List<Integer> cpus) throws ProgramException {
        List<Integer> wanted = cpus.stream().sorted().distinct().toList();
        List<Integer> before = get();
        int errno = put(wanted);
        List<Integer> now = get();
        if (errno != 0 || !now.equals(wanted)) {
            if (!now.equals(before)) {
                put(before);
            }
            throw new ProgramException("cannot pin to the CPUs " + wanted + ": "
                    + (errno != 0 ? Libc.describe(errno) : "only " + now + " of them are usable")
                    + "; a thread of this process runs on " + before
                    + ": name CPUs that are online and in the cpuset");
        }
    }

    /**
     * Undoes {@link #set}. Cannot fail in a way that matters: if none of {@code cpus} is online any more, the kernel has
     * chosen others by itself.
     */
    static void restore(List<Integer> cpus) {
        put(cpus);
    }

    /** Returns 0 or the error number. */
    private static int put(List<Integer> cpus) {
        try (Memory mask = new Memory(Libc.CPU_MASK_BYTES)) {
            mask.clear();
            for (int cpu : cpus) {
                mask.setByte(cpu / 8, (byte) (mask.getByte(cpu / 8) | 1 << (cpu % 8)));
            }
            return Libc.sched_setaffinity(CALLING_THREAD, Libc.CPU_MASK_BYTES, mask) == 0 ? 0 : Libc.errno();
        }
    }
}
