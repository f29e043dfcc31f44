package dev.whyswitch.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The recordings of src/test/resources/recordings, unpacked; its README says what each is and what is true of it. */
final class RealRecordings {
    private RealRecordings() {}

    /** Unpacks {@code name} into {@code folder}. */
    static Path unpack(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream packed = RealRecordings.class.getResourceAsStream("/recordings/" + name + ".gz");
                InputStream plain = new GZIPInputStream(packed)) {
            Files.copy(plain, file);
        }
        return file;
    }
}
