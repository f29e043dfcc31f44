package dev.whyswitch.record;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One posix_spawn(3): own process group, no signal blocked, every signal at its default, only the three standard files
 * open, and the scheduling policy asked for. {@code ProcessBuilder} can do none of these, and a wrapper such as
 * {@code chrt} or {@code taskset} would add its own switches to the trace.
 */
final class Spawn implements AutoCloseable {
    private static final String ENCODING = "UTF-8";
    private static final int FIRST_OTHER_FD = 3;
    private static final int CREATE_MODE = 0644;

    private final ProgramSpec spec;
    private final Memory attributes = new Memory(Libc.SPAWN_ATTRIBUTES_BYTES);
    private final Memory actions = new Memory(Libc.SPAWN_FILE_ACTIONS_BYTES);

    /** Prepares everything that can be prepared, so that {@link #start} is the spawn alone. */
    Spawn(ProgramSpec spec) throws IOException {
        this.spec = spec;
        check("attributes", Libc.posix_spawnattr_init(attributes));
        check("file actions", Libc.posix_spawn_file_actions_init(actions));
        setAttributes();
        setFileActions();
    }

    /** Starts the program and returns its process id. */
    int start() throws ProgramException {
        IntByReference pid = new IntByReference();
        StringArray arguments = new StringArray(spec.command().toArray(new String[0]), ENCODING);
        StringArray environment = new StringArray(environment(), ENCODING);
        int errno = Libc.posix_spawnp(pid, spec.command().get(0), actions, attributes, arguments, environment);
        if (errno != 0) {
            throw new ProgramException(
                    "cannot start '" + spec.command().get(0) + "': " + Libc.describe(errno) + remedy(errno));
        }
        return pid.getValue();
    }

    private void setAttributes() throws ProgramException {
        short flags = Libc.POSIX_SPAWN_SETPGROUP | Libc.POSIX_SPAWN_SETSIGMASK | Libc.POSIX_SPAWN_SETSIGDEF;
        // Group 0: the child leads a group of its own, so the terminal's Ctrl-C reaches us and not it.
        check("process group", Libc.posix_spawnattr_setpgroup(attributes, 0));
        try (Memory signals = new Memory(Libc.SIGSET_BYTES)) {
            signals.clear();
            check("signal mask", Libc.posix_spawnattr_setsigmask(attributes, signals));
            signals.setLong(0, defaultSignals());
            check("default signals", Libc.posix_spawnattr_setsigdefault(attributes, signals));
        }
        if (spec.policy().isPosix()) {
            flags |= Libc.POSIX_SPAWN_SETSCHEDULER;
            int policy = spec.policy().number();
            // struct sched_param of glibc is one int, the priority.
            IntByReference parameters = new IntByReference(spec.priority());
            check("policy", Libc.posix_spawnattr_setschedpolicy(attributes, policy));
            check("priority", Libc.posix_spawnattr_setschedparam(attributes, parameters));
        }
        check("flags", Libc.posix_spawnattr_setflags(attributes, flags));
    }

    /**
     * All signals; bit n-1 is signal n, and the C library skips the two that cannot be changed. 32 and 33, its own, are
     * among them: left out, {@code __spawni_child} of glibc sysdeps/unix/sysv/linux/spawni.c makes them ignored.
     */
    private static long defaultSignals() {
        return ~(1L << (Libc.SIGKILL - 1) | 1L << (Libc.SIGSTOP - 1));
    }

    private void setFileActions() throws IOException {
        String stdout = spec.stdout().toString();
        int write = Libc.O_WRONLY | Libc.O_CREAT | Libc.O_TRUNC;
        check("stdin", Libc.posix_spawn_file_actions_addopen(actions, 0, "/dev/null", Libc.O_RDONLY, 0));
        check("stdout", Libc.posix_spawn_file_actions_addopen(actions, 1, stdout, write, CREATE_MODE));
        if (spec.stderr().equals(spec.stdout())) {
            check("stderr", Libc.posix_spawn_file_actions_adddup2(actions, 1, 2));
        } else {
            String stderr = spec.stderr().toString();
            check("stderr", Libc.posix_spawn_file_actions_addopen(actions, 2, stderr, write, CREATE_MODE));
        }
        closeOtherFiles();
        changeDirectory();
    }

    /** The JDK opens files without O_CLOEXEC; a program that holds our FIFOs or locks would be another program. */
    private void closeOtherFiles() throws IOException {
        Optional<Function> closeFrom = Libc.optional("posix_spawn_file_actions_addclosefrom_np"); // glibc 2.34
        if (closeFrom.isPresent()) {
            check("closing files", closeFrom.get().invokeInt(new Object[] {actions, FIRST_OTHER_FD}));
            return;
        }
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : open) {
                int fd = Integer.parseInt(link.getFileName().toString());
                if (fd >= FIRST_OTHER_FD) {
                    check("closing files", Libc.posix_spawn_file_actions_addclose(actions, fd));
                }
            }
        }
    }

    private void changeDirectory() throws ProgramException {
        if (!Files.isDirectory(spec.directory())) {
            throw new ProgramException("cannot start '" + spec.command().get(0) + "': its working directory "
                    + spec.directory() + " is not a directory");
        }
        if (spec.directory().equals(Path.of("").toAbsolutePath())) {
            return;
        }
        Function change = Libc.optional("posix_spawn_file_actions_addchdir_np") // glibc 2.29
                .orElseThrow(() -> new ProgramException("cannot start '"
                        + spec.command().get(0) + "' in " + spec.directory()
                        + ": this needs glibc 2.29 or newer; change to that directory first"));
        check(
                "directory",
                change.invokeInt(new Object[] {actions, spec.directory().toString()}));
    }

    private String[] environment() {
        Map<String, String> variables = new TreeMap<>(System.getenv());
        variables.putAll(spec.environment());
        List<String> settings = new ArrayList<>();
        variables.forEach((name, value) -> settings.add(name + "=" + value));
        return settings.toArray(new String[0]);
    }

    private String remedy(int errno) {
        if (errno == Libc.EPERM && spec.policy().realTime()) {
            return " for policy " + spec.policy() + " priority " + spec.priority()
                    + "; run as root or with CAP_SYS_NICE or raise RLIMIT_RTPRIO; under RT_GROUP_SCHED the cgroup"
                    + " also needs a cpu.rt_runtime_us above 0";
        }
        return switch (errno) {
            case Libc.ENOENT ->
                "; check its name, PATH, its interpreter line, and the directories of " + spec.stdout() + " and "
                        + spec.stderr();
            case Libc.EACCES -> "; is it an executable file, and may " + spec.stdout() + " be written?";
            case Libc.EAGAIN -> "; too many processes: see ulimit -u and the cgroup's pids.max";
            default -> "";
        };
    }

    private void check(String what, int errno) throws ProgramException {
        if (errno != 0) {
            throw new ProgramException(
                    "cannot start '" + spec.command().get(0) + "': setting its " + what + ": " + Libc.describe(errno));
        }
    }

    @Override
    public void close() {
        // An init that failed left zeros or nothing behind: both functions only free what init and add allocated.
        Libc.posix_spawn_file_actions_destroy(actions);
        Libc.posix_spawnattr_destroy(attributes);
        actions.close();
        attributes.close();
    }
}
