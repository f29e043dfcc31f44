package dev.whyswitch.record;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.IntByReference;
import java.util.Optional;

/**
 * The functions of the C library that this package calls, and their constants on Linux with glibc, x86-64 and aarch64
 * (both LP64 and with the generic numbers of include/uapi/asm-generic). The {@code posix_spawn*} functions return the
 * error number, the others return -1 and set errno, which {@link #errno()} reads.
 */
final class Libc {
    /** {@code include/uapi/linux/time.h}. */
    static final int CLOCK_MONOTONIC = 1;

    /** {@code include/uapi/linux/resource.h}. */
    static final int RUSAGE_SELF = 0;

    /** {@code sysconf} name of the ticks per second of /proc/stat, glibc bits/confname.h. */
    static final int SC_CLK_TCK = 2;

    static final int O_RDONLY = 0;
    static final int O_WRONLY = 1;
    static final int O_CREAT = 0100;
    static final int O_TRUNC = 01000;

    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int EINVAL = 22;

    static final int SIGINT = 2;
    static final int SIGKILL = 9;
    static final int SIGTERM = 15;
    static final int SIGSTOP = 19;

    /** glibc posix/spawn.h. */
    static final short POSIX_SPAWN_SETPGROUP = 0x02;

    static final short POSIX_SPAWN_SETSIGDEF = 0x04;
    static final short POSIX_SPAWN_SETSIGMASK = 0x08;
    static final short POSIX_SPAWN_SETSCHEDULER = 0x20;

    /** {@code sizeof(posix_spawnattr_t)} is 336 with glibc 2.36; room for it to grow. */
    static final int SPAWN_ATTRIBUTES_BYTES = 1024;

    /** {@code sizeof(posix_spawn_file_actions_t)} is 80 with glibc 2.36; room for it to grow. */
    static final int SPAWN_FILE_ACTIONS_BYTES = 512;

    /** {@code sizeof(sigset_t)} of glibc; the kernel looks at the first 8. */
    static final int SIGSET_BYTES = 128;

    /** {@code sizeof(struct rusage)}: two {@code timeval} and fourteen {@code long}. */
    static final int RUSAGE_BYTES = 144;

    /** Bytes of the CPU masks passed here: 8192 CPUs, the largest NR_CPUS of x86-64. */
    static final int CPU_MASK_BYTES = 1024;

    private static final int TIMESPEC_BYTES = 16;

    static {
        Native.register(Libc.class, Platform.C_LIBRARY_NAME);
    }

    private Libc() {}

    static native int posix_spawnp(
            IntByReference pid,
            String file,
            Pointer fileActions,
            Pointer attributes,
            StringArray arguments,
            StringArray environment);

    static native int posix_spawnattr_init(Pointer attributes);

    static native int posix_spawnattr_destroy(Pointer attributes);

    static native int posix_spawnattr_setflags(Pointer attributes, short flags);

    static native int posix_spawnattr_setpgroup(Pointer attributes, int group);

    static native int posix_spawnattr_setsigmask(Pointer attributes, Pointer signals);

    static native int posix_spawnattr_setsigdefault(Pointer attributes, Pointer signals);

    static native int posix_spawnattr_setschedpolicy(Pointer attributes, int policy);

    static native int posix_spawnattr_setschedparam(Pointer attributes, IntByReference parameters);

    static native int posix_spawn_file_actions_init(Pointer actions);

    static native int posix_spawn_file_actions_destroy(Pointer actions);

    static native int posix_spawn_file_actions_addopen(Pointer actions, int fd, String path, int flags, int mode);

    static native int posix_spawn_file_actions_adddup2(Pointer actions, int from, int to);

    static native int posix_spawn_file_actions_addclose(Pointer actions, int fd);

    static native int sched_getaffinity(int tid, long bytes, Pointer mask);

    static native int sched_setaffinity(int tid, long bytes, Pointer mask);

    static native int sched_getscheduler(int tid);

    static native int sched_setscheduler(int tid, int policy, IntByReference parameters);

    static native int wait4(int pid, IntByReference status, int options, Pointer rusage);

    static native int getrusage(int who, Pointer rusage);

    static native int kill(int pid, int signal);

    static native int clock_gettime(int clock, Pointer timespec);

    static native int mkfifo(String path, int mode);

    static native int geteuid();

    static native long sysconf(int name);

    static native String strerror(int errno);

    /** errno of the last call of this thread. */
    static int errno() {
        return Native.getLastError();
    }

    /** CLOCK_MONOTONIC now, nanoseconds. */
    static long monotonicNs() {
        try (Memory timespec = new Memory(TIMESPEC_BYTES)) {
            if (clock_gettime(CLOCK_MONOTONIC, timespec) != 0) {
                throw new IllegalStateException("clock_gettime(CLOCK_MONOTONIC): " + describe(errno()));
            }
            return timespec.getLong(0) * 1_000_000_000L + timespec.getLong(8);
        }
    }

    /** A function that only newer C libraries have; it returns int. */
    static Optional<Function> optional(String name) {
        try {
            return Optional.of(
                    NativeLibrary.getInstance(Platform.C_LIBRARY_NAME).getFunction(name));
        } catch (UnsatisfiedLinkError e) {
            return Optional.empty();
        }
    }

    /** {@code ENOENT (no such file or directory)}, in English whatever the locale for the usual ones. */
    static String describe(int errno) {
        return switch (errno) {
            case EPERM -> "EPERM (operation not permitted)";
            case ENOENT -> "ENOENT (no such file or directory)";
            case EAGAIN -> "EAGAIN (resource temporarily unavailable)";
            case ENOMEM -> "ENOMEM (cannot allocate memory)";
            case EACCES -> "EACCES (permission denied)";
            case EINVAL -> "EINVAL (invalid argument)";
            default -> "error " + errno + " (" + strerror(errno) + ")";
        };
    }
}
