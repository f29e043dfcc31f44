package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Who called sudo. What root writes on behalf of a user should be the user's: else neither the user nor perf, which
 * wants to own its files, can work with a run folder.
 */
public final class Ownership {
    private static final int NOBODY = -1;

    private final int uid;
    private final int gid;

    private Ownership(int uid, int gid) {
        this.uid = uid;
        this.gid = gid;
    }

    /** The caller of sudo(8) by {@code SUDO_UID} and {@code SUDO_GID} in the environment of this process. */
    public static Ownership ofCaller() {
        return of(System.getenv(), Libc.geteuid());
    }

    static Ownership of(Map<String, String> environment, int euid) {
        int uid = number(environment.get("SUDO_UID"));
        int gid = number(environment.get("SUDO_GID"));
        return euid != 0 || uid < 0 || gid < 0 ? new Ownership(NOBODY, NOBODY) : new Ownership(uid, gid);
    }

    private static int number(String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : NOBODY;
    }

    /** Gives {@code tree} and all below it to the caller of sudo; does nothing without one. Links are not followed. */
    public void give(Path tree) throws IOException {
        if (uid == NOBODY) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(file, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }
}
