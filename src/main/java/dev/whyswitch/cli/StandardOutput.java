package dev.whyswitch.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output that remembers why it failed: a PrintWriter only knows that it did. A reader that has gone (| head) is no
 * failure.
 */
final class StandardOutput extends OutputStream {
    private static final String READER_GONE = "Broken pipe";

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private IOException problem;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (problem != null) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            problem = e;
        }
    }

    /** Why what was written did not arrive, if somebody still wanted it. */
    Optional<String> problem() {
        return Optional.ofNullable(problem)
                .map(IOException::getMessage)
                .filter(message -> !message.contains(READER_GONE));
    }
}
