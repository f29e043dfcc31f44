package dev.whyswitch.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Small text files of /proc and /sys. What cannot be read is empty: that a machine does not say is a fact too. */
final class SystemFiles {
    private static final int FIRST_READ_BYTES = 64 * 1024;

    private final Path root;

    /** Under {@code /} or, in tests, under a folder that looks like it. */
    SystemFiles(Path root) {
        this.root = root;
    }

    /** The whole file without the white space at its ends. */
    String text(String path) {
        try (InputStream file = Files.newInputStream(root.resolve(path))) {
            return new String(read(file), StandardCharsets.UTF_8).strip();
        } catch (IOException | SecurityException e) {
            return "";
        }
    }

    /**
     * Not Files.readAllBytes or readString: for a file of size 0, as those of /proc/sys claim to be, they read one byte
     * first, and a second read there finds the end of the file (kernel/sysctl.c, {@code proc_first_pos_non_zero_ignore}
     * and do_proc_dointvec(): {@code *ppos} must be 0): "100" would read as "1".
     */
    private static byte[] read(InputStream file) throws IOException {
        byte[] bytes = new byte[FIRST_READ_BYTES];
        int length = 0;
        for (int n = file.read(bytes); n >= 0; n = file.read(bytes, length, bytes.length - length)) {
            length += n;
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * length);
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    /** The whole of a gzip file. */
    String gunzipped(String path) {
        try (InputStream file = Files.newInputStream(root.resolve(path));
                InputStream text = new GZIPInputStream(file)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException | SecurityException e) {
            return "";
        }
    }

    List<String> lines(String path) {
        return text(path).lines().toList();
    }

    /** The value of the first line {@code key <separator> value}, or empty. */
    String value(String path, String key, String separator) {
        for (String line : lines(path)) {
            int at = line.indexOf(separator);
            if (at > 0 && line.substring(0, at).strip().equals(key)) {
                return line.substring(at + separator.length()).strip();
            }
        }
        return "";
    }

    /** Names of the entries of a directory, sorted. */
    List<String> names(String path) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(path))) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | SecurityException e) {
            return List.of();
        }
        names.sort(null);
        return names;
    }

    /** The choice in brackets of a file such as {@code none [integrity] confidentiality}, or all of it, or empty. */
    String choice(String path) {
        String text = text(path);
        int open = text.indexOf('[');
        int close = text.indexOf(']', open + 1);
        return open >= 0 && close > open ? text.substring(open + 1, close) : text;
    }
}
