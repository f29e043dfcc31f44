package dev.whyswitch.record;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to start a program. Standard input is always {@code /dev/null}.
 *
 * @param command the program, searched in PATH if it has no slash, and its arguments
 * @param directory working directory, absolute
 * @param environment variables set in addition to those of this process
 * @param cpus the CPUs it may use; empty: those that this process may use
 * @param policy scheduling policy
 * @param priority real-time priority 1 to 99 for {@code RR} and {@code FIFO}, else 0
 * @param stdout file for standard output, absolute; created or emptied
 * @param stderr file for standard error, absolute; may equal {@code stdout}
 * @param timeLimit time after which the program and its process group are ended
 */
public record ProgramSpec(
        List<String> command,
        Path directory,
        Map<String, String> environment,
        List<Integer> cpus,
        SchedulingPolicy policy,
        int priority,
        Path stdout,
        Path stderr,
        Duration timeLimit) {
    /** Time limit of {@link #of}. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofMinutes(10);

    private static final Path NULL_DEVICE = Path.of("/dev/null");

    /** Checks and takes copies; paths become absolute. */
    public ProgramSpec {
        command = List.copyOf(command);
        directory = directory.toAbsolutePath();
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
        cpus = List.copyOf(cpus);
        stdout = stdout.toAbsolutePath();
        stderr = stderr.toAbsolutePath();
        if (command.isEmpty() || command.get(0).isEmpty()) {
            throw new IllegalArgumentException("a program needs a command");
        }
        if (cpus.stream().anyMatch(cpu -> cpu < 0 || cpu >= Libc.CPU_MASK_BYTES * 8)) {
            throw new IllegalArgumentException("no such CPU in " + cpus);
        }
        if (policy.realTime() ? priority < 1 || priority > 99 : priority != 0) {
            throw new IllegalArgumentException("priority " + priority + " does not fit policy " + policy
                    + ": RR and FIFO take 1 to 99, the others 0");
        }
        if (timeLimit.isNegative() || timeLimit.isZero()) {
            throw new IllegalArgumentException("the time limit must be positive: " + timeLimit);
        }
    }

    /** {@code command} in the current directory, nothing pinned or prioritised, its output thrown away. */
    public static ProgramSpec of(List<String> command) {
        return new ProgramSpec(
                command,
                Path.of(""),
                Map.of(),
                List.of(),
                SchedulingPolicy.INHERIT,
                0,
                NULL_DEVICE,
                NULL_DEVICE,
                DEFAULT_TIME_LIMIT);
    }

    /** The same in another working directory. */
    public ProgramSpec withDirectory(Path other) {
        return new ProgramSpec(command, other, environment, cpus, policy, priority, stdout, stderr, timeLimit);
    }

    /** The same with other additions to the environment. */
    public ProgramSpec withEnvironment(Map<String, String> additions) {
        return new ProgramSpec(command, directory, additions, cpus, policy, priority, stdout, stderr, timeLimit);
    }

    /** The same on these CPUs only. */
    public ProgramSpec withCpus(List<Integer> allowed) {
        return new ProgramSpec(command, directory, environment, allowed, policy, priority, stdout, stderr, timeLimit);
    }

    /** The same under another policy. */
    public ProgramSpec withPolicy(SchedulingPolicy other, int otherPriority) {
        return new ProgramSpec(command, directory, environment, cpus, other, otherPriority, stdout, stderr, timeLimit);
    }

    /** The same writing to these files. */
    public ProgramSpec withOutput(Path out, Path err) {
        return new ProgramSpec(command, directory, environment, cpus, policy, priority, out, err, timeLimit);
    }

    /** The same with another time limit. */
    public ProgramSpec withTimeLimit(Duration limit) {
        return new ProgramSpec(command, directory, environment, cpus, policy, priority, stdout, stderr, limit);
    }
}
