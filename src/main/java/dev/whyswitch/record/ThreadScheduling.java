package dev.whyswitch.record;

import com.sun.jna.ptr.IntByReference;
import java.util.List;

/**
 * What a spawned program inherits from the thread that spawns it because posix_spawn(3) has no attribute for it: the
 * CPUs, and the policies BATCH and IDLE. Applied to the calling thread just before the spawn, taken back just after.
 */
final class ThreadScheduling {
    private static final int CALLING_THREAD = 0;

    private final List<Integer> cpus = CpuAffinity.get();
    private final int policy = Libc.sched_getscheduler(CALLING_THREAD);
    private boolean cpusChanged;
    private boolean policyChanged;

    /** Sets what {@code spec} asks for and posix_spawn cannot. */
    void apply(ProgramSpec spec) throws ProgramException {
        if (!spec.cpus().isEmpty()) {
            CpuAffinity.set(spec.cpus());
            cpusChanged = true;
        }
        if (spec.policy() != SchedulingPolicy.INHERIT && !spec.policy().isPosix()) {
            if (Libc.sched_setscheduler(CALLING_THREAD, spec.policy().number(), new IntByReference(0)) != 0) {
                throw new ProgramException("cannot start '" + spec.command().get(0) + "' under policy " + spec.policy()
                        + ": " + Libc.describe(Libc.errno()));
            }
            policyChanged = true;
        }
    }

    /** Takes back what {@link #apply} did: else our thread would wait for a CPU that the program holds. */
    void restore() {
        if (policyChanged) {
            // Without privilege the kernel may refuse the way back from IDLE (user_check_sched_setscheduler() of
            // kernel/sched/syscalls.c asks RLIMIT_NICE). Then this thread, which only waits for the end, stays IDLE.
            Libc.sched_setscheduler(CALLING_THREAD, policy, new IntByReference(0));
        }
        if (cpusChanged) {
            CpuAffinity.restore(cpus);
        }
    }
}
