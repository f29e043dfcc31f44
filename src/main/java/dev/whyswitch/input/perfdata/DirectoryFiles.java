package dev.whyswitch.input.perfdata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files data.0, data.1, … that `perf record --threads` puts beside {@code data}, one for each of its threads. Nothing in
 * {@code data} says how many there were: a file that is missing before the last one is noticed, one behind it is not.
 *
 * @param found those that are there, by number
 * @param missing names of those that are not
 */
record DirectoryFiles(List<Path> found, List<String> missing) {
    /** Of a recording that is a single file. */
    static final DirectoryFiles NONE = new DirectoryFiles(List.of(), List.of());

    private static final Pattern NAME = Pattern.compile("data\\.(?<number>\\d{1,6})");

    static DirectoryFiles in(Path directory) throws IOException {
        SortedMap<Integer, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            all.forEach(path -> {
                Matcher name = NAME.matcher(path.getFileName().toString());
                if (name.matches()) {
                    files.put(Integer.parseInt(name.group("number")), path);
                }
            });
        }
        List<String> missing = new ArrayList<>();
        int expected = 0;
        for (int number : files.keySet()) {
            for (; expected < number; expected++) {
                missing.add("data." + expected);
            }
            expected = number + 1;
        }
        return new DirectoryFiles(List.copyOf(files.values()), List.copyOf(missing));
    }
}
