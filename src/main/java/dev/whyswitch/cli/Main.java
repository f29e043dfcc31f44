package dev.whyswitch.cli;

import dev.whyswitch.input.perfdata.PerfDataException;
import dev.whyswitch.json.JsonException;
import dev.whyswitch.record.ProbeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Entry point: runs a command and turns how it ends into one line and an exit code. */
public final class Main {
    private Main() {}

    /** Runs and exits. */
    public static void main(String[] args) {
        // Reports are UTF-8 whatever the terminal's locale: they are files first.
        StandardOutput stdout = new StandardOutput();
        PrintWriter out = new PrintWriter(stdout, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = run(args, out, err);
        out.flush();
        if (code == ExitCode.OK && stdout.problem().isPresent()) {
            err.println("whyswitch: standard output: " + stdout.problem().get());
            code = ExitCode.FAILURE;
        }
        System.exit(code);
    }

    /**
     * Runs the command that {@code args} name.
     *
     * @param out takes results
     * @param err takes progress and problems
     * @return the exit code, see {@link ExitCode}
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        WhySwitch root = new WhySwitch();
        CommandLine commandLine = new CommandLine(root);
        commandLine.setOut(out);
        commandLine.setErr(err);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setParameterExceptionHandler((e, ignored) -> usageProblem(e, err));
        commandLine.setExecutionExceptionHandler((e, failed, ignored) -> problem(e, root.isDebug(), err));
        int code;
        try {
            code = commandLine.execute(args);
        } catch (OutOfMemoryError e) {
            // Columns grow in large steps, so that there is room for a message when one does not fit.
            err.println("whyswitch: not enough memory (" + firstLine(e.getMessage())
                    + "): a recording with millions of threads needs about 300 bytes for each; give more with"
                    + " WHYSWITCH_JVM_OPTIONS=-Xmx4g");
            code = ExitCode.FAILURE;
        }
        out.flush();
        err.flush();
        return code;
    }

    private static int usageProblem(ParameterException e, PrintWriter err) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        err.println("whyswitch: " + firstLine(e.getMessage()) + " (see `" + command + " --help`)");
        return ExitCode.USAGE;
    }

    private static int problem(Exception e, boolean debug, PrintWriter err) {
        int code = exitCode(e);
        String message = code == ExitCode.FAILURE && !(e instanceof IOException)
                ? "internal error: " + e + "; run again with --debug and report the stack trace"
                : firstLine(reason(e));
        err.println("whyswitch: " + message);
        if (debug) {
            e.printStackTrace(err);
        }
        return code;
    }

    /** The message of {@code e}; the JDK's file errors have a path and no words. */
    private static String reason(Exception e) {
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (e instanceof FileAlreadyExistsException there) {
            return there.getFile() + ": exists and is no folder";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file or folder";
        }
        return e.getMessage();
    }

    private static int exitCode(Exception e) {
        if (e instanceof PerfDataException || e instanceof JsonException) {
            return ExitCode.UNREADABLE_INPUT;
        }
        if (e instanceof EnvironmentException || e instanceof ProbeException) {
            return ExitCode.ENVIRONMENT;
        }
        return e instanceof InterruptedException ? ExitCode.INTERRUPTED : ExitCode.FAILURE;
    }

    private static String firstLine(String message) {
        return message == null ? "no message" : message.lines().findFirst().orElse("no message");
    }
}
