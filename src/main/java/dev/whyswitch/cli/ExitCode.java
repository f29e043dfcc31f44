package dev.whyswitch.cli;

/** Exit codes of every command. */
final class ExitCode {
    static final int OK = 0;
    /** A failure of ours: a stack trace is worth a report. */
    static final int FAILURE = 1;

    static final int USAGE = 2;
    static final int UNREADABLE_INPUT = 3;
    /** The machine does not allow it: no perf, no permission. */
    static final int ENVIRONMENT = 4;
    /** The recording is incomplete, and --strict was given. */
    static final int INCOMPLETE = 5;
    /** Ctrl-C: 128 + SIGINT, as shells have it. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
