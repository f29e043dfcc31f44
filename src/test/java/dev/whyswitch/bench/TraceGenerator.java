package dev.whyswitch.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes a perf.data file of a given number of events, as `perf sched record --switch-events` would on a machine with that
 * many CPUs and threads, and tells what is true of it. Started by the scripts in analysis/bench:
 *
 * <pre>
 * java -cp target/test-classes dev.whyswitch.bench.TraceGenerator \
 *     --events N [--cpus N] [--threads N] [--seed S] -o FILE
 * </pre>
 *
 * Standard output is the totals as JSON, standard error how fast it was.
 */
public final class TraceGenerator {
    /** The kernel's own bound is higher; ids of events and threads are ints. */
    private static final int MAX_CPUS = 4096;

    private static final int MAX_THREADS = 4_000_000;

    private TraceGenerator() {}

    /** See the class comment. Exit codes: 0 ok, 1 the file cannot be written, 2 usage. */
    public static void main(String[] args) {
        long events = 0;
        long cpus = 64;
        long threads = 10_000;
        long seed = 1;
        String file = "";
        try {
            for (int i = 0; i + 1 < args.length; i += 2) {
                String value = args[i + 1];
                switch (args[i]) {
                    case "--events" -> events = number(value, 1, Long.MAX_VALUE);
                    case "--cpus" -> cpus = number(value, 1, MAX_CPUS);
                    case "--threads" -> threads = number(value, 1, MAX_THREADS);
                    case "--seed" -> seed = Long.parseLong(value);
                    case "-o" -> file = value;
                    default -> throw new IllegalArgumentException("unknown option " + args[i]);
                }
            }
            if (events == 0 || file.isEmpty() || args.length % 2 != 0) {
                throw new IllegalArgumentException("usage: --events N [--cpus N] [--threads N] [--seed S] -o FILE");
            }
        } catch (IllegalArgumentException e) {
            System.err.println("trace generator: " + e.getMessage());
            System.exit(2);
        }
        try {
            long startNs = System.nanoTime();
            Totals totals = write(Path.of(file), events, (int) cpus, (int) threads, seed);
            double seconds = (System.nanoTime() - startNs) / 1e9;
            System.out.println(totals.json());
            System.err.printf(
                    Locale.ROOT,
                    "trace generator: %.2f GB in %.1f s, %.2f GB/s%n",
                    totals.fileBytes / 1e9,
                    seconds,
                    totals.fileBytes / 1e9 / seconds);
        } catch (IOException e) {
            System.err.println("trace generator: " + file + ": " + e);
            System.exit(1);
        }
    }

    private static long number(String text, long min, long max) {
        long value = Long.parseLong(text);
        if (value < min || value > max) {
            throw new IllegalArgumentException(text + " is not in " + min + "…" + max);
        }
        return value;
    }

    /**
     * Writes {@code file}.
     *
     * @param events how many events at most; at least 5 fewer
     * @param threads how many threads live at once
     * @param seed the same seed gives the same file
     */
    public static Totals write(Path file, long events, int cpus, int threads, long seed) throws IOException {
        Totals totals = new Totals();
        try (TraceFile trace = new TraceFile(file, cpus)) {
            new SimulatedMachine(trace, totals, events, cpus, threads, seed).run();
            totals.fileBytes = trace.finish();
        }
        return totals;
    }
}
