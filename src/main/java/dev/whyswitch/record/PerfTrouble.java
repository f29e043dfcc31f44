package dev.whyswitch.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Turns a perf that does not record into a message with perf's own words and what to do. */
final class PerfTrouble {
    /** Where perf comes from. */
    static final String PACKAGES = "perf is in the package linux-perf (Debian), linux-tools-$(uname -r) (Ubuntu), perf"
            + " (Fedora, Arch, openSUSE)";

    private static final int LAST_LINES = 6;
    private static final SystemFiles SYSTEM = new SystemFiles(Path.of("/"));
    private static final String PARANOID = "proc/sys/kernel/perf_event_paranoid";
    private static final List<Path> TRACEFS =
            List.of(Path.of("/sys/kernel/tracing/events"), Path.of("/sys/kernel/debug/tracing/events"));

    private PerfTrouble() {}

    static ProbeException explain(String what, RunFolder folder) throws IOException {
        List<String> words = Stream.concat(lines(folder.probeStdout()), lines(folder.probeStderr()))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        String said = words.isEmpty()
                ? "it said nothing"
                : "it said: " + String.join(" | ", words.subList(Math.max(0, words.size() - LAST_LINES), words.size()));
        return new ProbeException(what + "; " + said + "; " + remedy(String.join("\n", words), folder));
    }

    private static Stream<String> lines(Path file) throws IOException {
        return Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines() : Stream.of();
    }

    /** The first that fits: what perf itself complained of, then what this machine lacks. */
    static String remedy(String words, RunFolder folder) {
        if (words.contains("unknown option") || words.contains("unknown switch")) {
            return "this needs perf 5.10 or newer (--control fifo:, see perf --version)";
        }
        if (words.contains("Failed to mmap") || words.contains("failed to mmap")) {
            return "ask for fewer pages of buffer, or raise kernel.perf_event_mlock_kb";
        }
        if (words.contains("WARNING: perf not found for kernel")) {
            return "install linux-tools-$(uname -r), or call the perf of another kernel: it works too";
        }
        if (Libc.geteuid() != 0) {
            return "run it as root: all CPUs and the tracepoints are only for root, or for CAP_PERFMON with a readable"
                    + " tracefs (perf_event_paranoid is " + SYSTEM.text(PARANOID) + ")";
        }
        if (TRACEFS.stream().noneMatch(Files::isDirectory)) {
            return "mount tracefs: mount -t tracefs tracefs /sys/kernel/tracing";
        }
        return "see " + folder.probeStderr();
    }
}
