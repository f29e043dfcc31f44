package dev.whyswitch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The recordings of src/test/resources/recordings, unpacked; its README says what each is and what is true of it. */
public final class RealRecordings {
    private RealRecordings() {}

    /** The bytes of {@code name}. */
    public static byte[] bytes(String name) throws IOException {
        try (InputStream packed = RealRecordings.class.getResourceAsStream("/recordings/" + name + ".gz");
                InputStream plain = new GZIPInputStream(packed)) {
            return plain.readAllBytes();
        }
    }

    /** Unpacks {@code name} into {@code folder}. */
    public static Path unpack(String name, Path folder) throws IOException {
        return Files.write(folder.resolve(name), bytes(name));
    }
}
