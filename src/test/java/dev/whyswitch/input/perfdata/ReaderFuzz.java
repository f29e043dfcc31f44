package dev.whyswitch.input.perfdata;

import dev.whyswitch.RealRecordings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the fuzzer (profile {@code fuzz}) calls with each input. The system property {@code fuzz.form} says what the input is: a
 * {@code file}, the {@code part} of one thread in a directory of `perf record --threads`, or the {@code formats} named to
 * `analyze --formats` for a file that has none.
 */
public final class ReaderFuzz {
    private static final Form FORM = Form.valueOf(System.getProperty("fuzz.form", "file"));
    private static Path folder;

    /** What the bytes of an input are. */
    enum Form {
        file,
        part,
        formats;

        /** Writes an input and what belongs to it into {@code folder}, and analyses it. */
        void check(byte[] input, Path folder) throws IOException {
            Path written = folder.resolve(this == part ? "data.0" : name());
            if (this != file && !Files.exists(folder.resolve("data"))) {
                Files.write(folder.resolve("data"), this == part ? RealRecordings.bytes("small.dir.data") : killed());
            }
            Files.write(written, input);
            switch (this) {
                case file -> ReadingCheck.analyze(written, Optional.empty());
                case part -> ReadingCheck.analyze(folder, Optional.empty());
                case formats -> ReadingCheck.analyze(folder.resolve("data"), Optional.of(written));
            }
        }
    }

    private ReaderFuzz() {}

    /** What a killed perf leaves: data of size 0, no event formats. */
    static byte[] killed() throws IOException {
        byte[] bytes = RealRecordings.bytes("small.file.data");
        Arrays.fill(bytes, 48, 56, (byte) 0);
        return bytes;
    }

    /** Called by Jazzer. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("fuzz");
        }
        FORM.check(input, folder);
    }

    /** Writes the seeds of the fuzzer into the folder {@code arguments[0]}, and makes the folders behind it. */
    public static void main(String[] arguments) {
        Path seeds = Path.of(arguments[0]);
        try {
            for (String needed : arguments) {
                Files.createDirectories(Path.of(needed));
            }
            copyCorpus(seeds);
            switch (FORM) {
                case file -> {
                    for (Map.Entry<String, byte[]> seed : SmallRecordings.all().entrySet()) {
                        Files.write(seeds.resolve(seed.getKey()), seed.getValue());
                    }
                    for (String name : new String[] {"cpu-clock.data", "mixed.data", "t1.data", "mix.pipe.data"}) {
                        RealRecordings.unpack(name, seeds);
                    }
                }
                case part -> {
                    RealRecordings.unpack("small.dir.data.0", seeds);
                    RealRecordings.unpack("small.dir.data.1", seeds);
                }
                case formats -> {
                    Files.writeString(
                            seeds.resolve("text"), TestFormat.schedSwitch(8).text());
                    RealRecordings.unpack("small.file.data", seeds);
                    RealRecordings.unpack("small.pipe.data", seeds);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The crashers of before are seeds too, where there are any of this form. */
    private static void copyCorpus(Path seeds) throws IOException {
        Path corpus = Path.of("src/test/resources/corpus", FORM.name());
        if (!Files.isDirectory(corpus)) {
            return;
        }
        try (Stream<Path> files = Files.list(corpus)) {
            for (Path file : files.toList()) {
                Files.copy(file, seeds.resolve(file.getFileName().toString()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
