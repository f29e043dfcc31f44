package dev.whyswitch.record;

import com.sun.jna.Pointer;

/**
 * What a program used, itself and the children it waited for, by wait4(2), {@code struct rusage} of
 * include/uapi/linux/resource.h. The switches before the {@code exec} are among them, the last one (the exit) too.
 *
 * @param userNs CPU time in user mode, nanoseconds, resolution 1 us
 * @param sysNs CPU time in the kernel, nanoseconds, resolution 1 us
 * @param maxRssBytes largest resident set; 0 if not known, because it was no larger than that of the starting JVM: until
 *     its {@code exec} a spawned child shares the memory of its parent, and the kernel keeps that peak as the child's
 *     own (fs/exec.c, {@code setmax_mm_hiwater_rss})
 * @param minorFaults page faults without input
 * @param majorFaults page faults with input
 * @param inputBlocks blocks of 512 bytes read from storage
 * @param outputBlocks blocks of 512 bytes written to storage
 * @param voluntarySwitches {@code ru_nvcsw}
 * @param involuntarySwitches {@code ru_nivcsw}
 */
public record Rusage(
        long userNs,
        long sysNs,
        long maxRssBytes,
        long minorFaults,
        long majorFaults,
        long inputBlocks,
        long outputBlocks,
        long voluntarySwitches,
        long involuntarySwitches) {

    /*
     * offset  field          offset  field          offset  field
     *      0  ru_utime           48  ru_idrss           96  ru_oublock
     *     16  ru_stime           56  ru_isrss          104  ru_msgsnd
     *     32  ru_maxrss (KiB)    64  ru_minflt         112  ru_msgrcv
     *     40  ru_ixrss           72  ru_majflt         120  ru_nsignals
     *                            80  ru_nswap          128  ru_nvcsw
     *                            88  ru_inblock        136  ru_nivcsw
     */
    static Rusage of(Pointer struct, long jvmMaxRssBytes) {
        long maxRssBytes = maxRssBytes(struct);
        return new Rusage(
                timevalNs(struct, 0),
                timevalNs(struct, 16),
                maxRssBytes > jvmMaxRssBytes ? maxRssBytes : 0,
                struct.getLong(64),
                struct.getLong(72),
                struct.getLong(88),
                struct.getLong(96),
                struct.getLong(128),
                struct.getLong(136));
    }

    static long maxRssBytes(Pointer struct) {
        return struct.getLong(32) * 1024;
    }

    private static long timevalNs(Pointer struct, int offset) {
        return struct.getLong(offset) * 1_000_000_000L + struct.getLong(offset + 8) * 1_000L;
    }

    /** CPU time, user and kernel, nanoseconds. */
    public long cpuNs() {
        return userNs + sysNs;
    }
}
