package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipTest {
    private static final int ROOT = 0;

    @TempDir
    Path tree;

    private static String owner(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS) + ":"
                + Files.getAttribute(file, "unix:gid", LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void treeIsGivenToTheCallerOfSudoAndLinksAreNotFollowed() throws IOException {
        assumeTrue(Libc.geteuid() == ROOT, "changing owners needs root");
        Path inner = Files.createDirectories(tree.resolve("run/figures"));
        Path file = Files.writeString(inner.resolve("a.svg"), "x");
        Path outside = Files.writeString(tree.resolve("outside"), "x");
        Path link = Files.createSymbolicLink(inner.resolve("link"), outside);

        Ownership.of(Map.of("SUDO_UID", "1234", "SUDO_GID", "567"), ROOT).give(tree.resolve("run"));

        assertThat(owner(file)).isEqualTo("1234:567");
        assertThat(owner(inner)).isEqualTo("1234:567");
        assertThat(owner(link)).isEqualTo("1234:567");
        assertThat(owner(outside)).isEqualTo("0:0");
    }

    @Test
    void withoutSudoNothingChanges() throws IOException {
        Path file = Files.writeString(tree.resolve("a"), "x");
        String before = owner(file);

        Ownership.of(Map.of(), ROOT).give(tree);
        Ownership.of(Map.of("SUDO_UID", "1234", "SUDO_GID", "-5"), ROOT).give(tree);
        Ownership.of(Map.of("SUDO_UID", "1234", "SUDO_GID", "567"), 1000).give(tree);

        assertThat(owner(file)).isEqualTo(before);
    }
}
