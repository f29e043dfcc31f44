package dev.whyswitch.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an interrupt of the working thread, and keeps the JVM alive until that thread has
 * written what it has. Works by a shutdown hook, the only portable way; the exit code is then ours only if the thread
 * halts the JVM itself, so {@link #close} does.
 */
final class StopOnSignal implements AutoCloseable {
    /** Writing the report of what was measured takes seconds; a JVM that hangs must still end. */
    private static final long WRITE_LIMIT_S = 60;

    private final AtomicBoolean requested = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread hook;
    private final Thread worker;
    private boolean interruptible = true;

    private StopOnSignal(Thread worker) {
        this.worker = worker;
        hook = new Thread(this::stop, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static StopOnSignal interruptThisThread() {
        return new StopOnSignal(Thread.currentThread());
    }

    private void stop() {
        requested.set(true);
        synchronized (this) {
            if (interruptible) {
                worker.interrupt();
            }
        }
        awaitWritten();
    }

    /** From here on the working thread only writes what it has: an interrupt would break its files. */
    synchronized void shield() {
        interruptible = false;
        if (Thread.interrupted()) {
            requested.set(true);
        }
    }

    private void awaitWritten() {
        try {
            if (written.await(WRITE_LIMIT_S, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A signal has come. */
    boolean isRequested() {
        return requested.get();
    }

    @Override
    public void close() {
        written.countDown();
        if (!isRequested()) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
