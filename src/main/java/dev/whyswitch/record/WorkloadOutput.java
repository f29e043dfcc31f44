package dev.whyswitch.record;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ground truth that a program of workloads/ prints on its standard output: lines of a keyword and
 * {@code key=value} words. Any other line is free text.
 *
 * <pre>
 * thread name=… tid=… t0_ns=… t1_ns=… nvcsw=… nivcsw=… user_ns=… sys_ns=… [key=value…]
 * children count=… failed=… parent=… t0_ns=… t1_ns=… nvcsw=… nivcsw=… user_ns=… sys_ns=… [key=value…]
 * snapshot key=value…
 * result wall_ns=… [key=value…]
 * </pre>
 *
 * @param threads one entry per line that begins with thread
 * @param children one entry per line that begins with children
 * @param result the keys and values of the one line that begins with result; empty if there is none
 * @param snapshots the keys and values of each line that begins with snapshot
 */
public record WorkloadOutput(
        List<ThreadCounters> threads,
        List<ChildrenCounters> children,
        Map<String, String> result,
        List<Map<String, String>> snapshots) {
    /** Of a program that printed no ground truth. */
    public static final WorkloadOutput NONE = new WorkloadOutput(List.of(), List.of(), Map.of(), List.of());

    /** Takes copies. */
    public WorkloadOutput {
        threads = List.copyOf(threads);
        children = List.copyOf(children);
        result = Ordered.copyOf(result);
        snapshots = snapshots.stream().map(Ordered::copyOf).toList();
    }

    /**
     * Reads {@code file}.
     *
     * @throws WorkloadOutputException if a line of the ground truth is broken
     */
    public static WorkloadOutput read(Path file) throws IOException {
        // A reader of its own: free text may be in any encoding, which Files.lines would refuse.
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            List<ThreadCounters> threads = new ArrayList<>();
            List<ChildrenCounters> children = new ArrayList<>();
            List<Map<String, String>> snapshots = new ArrayList<>();
            Map<String, String> result = new LinkedHashMap<>();
            int number = 0;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                String place = file + ":" + ++number;
                switch (keyword(text)) {
                    case "thread" -> threads.add(thread(new Fields(place, text)));
                    case "children" -> children.add(children(new Fields(place, text)));
                    case "snapshot" -> snapshots.add(new Fields(place, text).rest());
                    case "result" -> {
                        if (!result.isEmpty()) {
                            throw new WorkloadOutputException(place + ": a second result line");
                        }
                        result.putAll(result(new Fields(place, text)));
                    }
                    default -> {
                        // Free text.
                    }
                }
            }
            return new WorkloadOutput(threads, children, result, snapshots);
        }
    }

    private static String keyword(String text) {
        int space = text.indexOf(' ');
        return space < 0 ? text : text.substring(0, space);
    }

    private static ThreadCounters thread(Fields fields) throws WorkloadOutputException {
        return new ThreadCounters(
                fields.text("name"),
                fields.smallNumber("tid"),
                fields.number("t0_ns"),
                fields.number("t1_ns"),
                fields.number("nvcsw"),
                fields.number("nivcsw"),
                fields.number("user_ns"),
                fields.number("sys_ns"),
                fields.rest());
    }

    private static ChildrenCounters children(Fields fields) throws WorkloadOutputException {
        return new ChildrenCounters(
                fields.number("count"),
                fields.number("failed"),
                fields.smallNumber("parent"),
                fields.number("t0_ns"),
                fields.number("t1_ns"),
                fields.number("nvcsw"),
                fields.number("nivcsw"),
                fields.number("user_ns"),
                fields.number("sys_ns"),
                fields.rest());
    }

    private static Map<String, String> result(Fields fields) throws WorkloadOutputException {
        Map<String, String> all = new LinkedHashMap<>(fields.rest());
        fields.number("wall_ns");
        return all;
    }

    /** The words of one line; each is taken once. */
    private static final class Fields {
        private final String place;
        private final Map<String, String> values = new LinkedHashMap<>();

        Fields(String place, String line) throws WorkloadOutputException {
            this.place = place;
            String[] words = line.strip().split(" +", -1);
            for (int i = 1; i < words.length; i++) {
                int equals = words[i].indexOf('=');
                if (equals < 1) {
                    throw new WorkloadOutputException(place + ": '" + words[i] + "' is not key=value");
                }
                if (values.put(words[i].substring(0, equals), words[i].substring(equals + 1)) != null) {
                    throw new WorkloadOutputException(place + ": " + words[i].substring(0, equals) + " comes twice");
                }
            }
        }

        String text(String key) throws WorkloadOutputException {
            String value = values.remove(key);
            if (value == null) {
                throw new WorkloadOutputException(place + ": " + key + "= is missing");
            }
            return value;
        }

        long number(String key) throws WorkloadOutputException {
            String value = text(key);
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw new WorkloadOutputException(place + ": " + key + "=" + value + " is not a whole number");
            }
        }

        int smallNumber(String key) throws WorkloadOutputException {
            long value = number(key);
            if (value < 0 || value > Integer.MAX_VALUE) {
                throw new WorkloadOutputException(place + ": " + key + "=" + value + " is out of range");
            }
            return (int) value;
        }

        Map<String, String> rest() {
            return values;
        }
    }
}
