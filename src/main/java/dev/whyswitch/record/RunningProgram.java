package dev.whyswitch.record;

import com.sun.jna.Memory;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A started program. One thread of ours pins itself, spawns, takes its own affinity back and then sleeps in wait4(2)
 * until the program ends; the caller sleeps in {@link #await}. Neither wakes up in between, so the machine under
 * measurement sees nothing of us. Doing it on a thread of its own leaves the caller's affinity alone even for a moment.
 */
public final class RunningProgram implements AutoCloseable {
    /** Between SIGTERM and SIGKILL. */
    static final Duration GRACE = Duration.ofSeconds(1);

    /** How long a killed program may take to vanish: uninterruptible input or output can hold it. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

    private final ProgramSpec spec;
    private final CompletableFuture<Integer> started = new CompletableFuture<>();
    private final CompletableFuture<ProgramResult> ended = new CompletableFuture<>();

    private RunningProgram(ProgramSpec spec) {
        this.spec = spec;
    }

    static RunningProgram start(ProgramSpec spec) throws IOException, InterruptedException {
        RunningProgram program = new RunningProgram(spec);
        Thread waiter = new Thread(program::spawnAndWait, "program");
        waiter.setDaemon(true);
        waiter.start();
        try {
            program.started.get();
        } catch (ExecutionException e) {
            throw asIoException(e);
        } catch (InterruptedException e) {
            // The spawn takes well under a millisecond: let it finish, then undo it.
            waitForStart(program);
            throw e;
        }
        return program;
    }

    private static void waitForStart(RunningProgram program) {
        try {
            program.started.join();
        } catch (RuntimeException e) {
            return; // It could not be started: nothing to undo, and the interrupt is what the caller hears of.
        }
        program.close();
    }

    private void spawnAndWait() {
        try {
            ThreadScheduling scheduling = new ThreadScheduling();
            int pid;
            long startNs;
            try (Spawn spawn = new Spawn(spec)) {
                scheduling.apply(spec);
                startNs = Libc.monotonicNs();
                pid = spawn.start();
            } finally {
                scheduling.restore();
            }
            started.complete(pid);
            ended.complete(waitForEnd(pid, startNs));
        } catch (IOException | RuntimeException | Error e) {
            // Each caller gets it from the future it waits for.
            started.completeExceptionally(e);
            ended.completeExceptionally(e);
        }
    }

    private static ProgramResult waitForEnd(int pid, long startNs) throws ProgramException {
        try (Memory rusage = new Memory(Libc.RUSAGE_BYTES)) {
            Libc.getrusage(Libc.RUSAGE_SELF, rusage);
            long jvmMaxRssBytes = Rusage.maxRssBytes(rusage);
            IntByReference status = new IntByReference();
            while (Libc.wait4(pid, status, 0, rusage) != pid) {
                if (Libc.errno() != Libc.EINTR) {
                    throw new ProgramException("cannot wait for process " + pid + ": " + Libc.describe(Libc.errno())
                            + "; is SIGCHLD ignored in this process?");
                }
            }
            long endNs = Libc.monotonicNs();
            return ProgramResult.of(pid, status.getValue(), startNs, endNs, Rusage.of(rusage, jvmMaxRssBytes));
        }
    }

    /** Process id, also the id of its process group. */
    public int pid() {
        return started.join();
    }

    /** Whether its end has been seen. */
    public boolean hasEnded() {
        return ended.isDone();
    }

    /**
     * Sleeps until the program ends, or until its time limit, counted from this call; then ends its whole process group
     * as {@link #terminate} does. An interrupt leaves the program running: close it.
     */
    public ProgramResult await() throws IOException, InterruptedException {
        try {
            return ended.get(spec.timeLimit().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return terminate().asTimedOut();
        } catch (ExecutionException e) {
            throw asIoException(e);
        }
    }

    /** Sleeps until the program ends, at most {@code limit}; whether it has ended. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        try {
            ended.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    /**
     * Ends the program and all of its process group: SIGTERM, and SIGKILL for what is left after the program has gone or
     * after a second. Not interruptible, at most some seconds. Harmless if the program has ended.
     */
    public ProgramResult terminate() throws IOException {
        boolean interrupted = false;
        try {
            if (!hasEnded()) {
                signalGroup(Libc.SIGTERM);
            }
            interrupted = awaitUninterruptibly(GRACE);
            signalGroup(Libc.SIGKILL);
            interrupted |= awaitUninterruptibly(KILL_LIMIT);
            if (!hasEnded()) {
                throw new ProgramException(
                        "process " + pid() + " ('" + spec.command().get(0)
                                + "') does not end although it was killed: see /proc/" + pid() + "/stack");
            }
            return ended.get();
        } catch (ExecutionException e) {
            throw asIoException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while reading a finished result", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether an interrupt came meanwhile. */
    private boolean awaitUninterruptibly(Duration limit) {
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                awaitEnd(Duration.ofNanos(Math.max(0, deadlineNs - System.nanoTime())));
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Sends a signal to the program alone, unless it has ended. */
    void signal(int signal) {
        if (!hasEnded()) {
            Libc.kill(pid(), signal); // ESRCH: it ended this moment, which is what a signal is for
        }
    }

    private void signalGroup(int signal) {
        Libc.kill(-pid(), signal); // ESRCH: nobody of the group is left
    }

    /** Ends what is left of the program and its process group. */
    @Override
    public void close() {
        try {
            terminate();
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static IOException asIoException(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof IOException) {
            ProgramException copy = new ProgramException(cause.getMessage());
            copy.initCause(cause);
            return copy;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }
}
