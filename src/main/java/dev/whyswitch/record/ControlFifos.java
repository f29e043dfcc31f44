package dev.whyswitch.record;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The two FIFOs of {@code perf record --control fifo:ctl,ack}: commands go in, {@code ack\n} and a NUL come back. Both
 * are opened for reading and writing, so that neither opening nor writing can block on a perf that never came or is
 * gone. They lie in a folder of their own under the temporary directory: the run folder's name may hold a comma, its
 * file system may have no FIFOs.
 */
final class ControlFifos implements AutoCloseable {
    /** {@code EVLIST_CTL_CMD_ACK_TAG} and its NUL, tools/perf/util/evlist.h. */
    private static final int ACK_BYTES = 5;

    private static final int OWNER_ONLY = 0600;

    private final Path folder = Files.createTempDirectory("whyswitch");
    private final Path control = folder.resolve("ctl");
    private final Path acknowledgement = folder.resolve("ack");
    private final RandomAccessFile controlFile;
    private final RandomAccessFile ackFile;
    private final FileInputStream acks;

    ControlFifos() throws IOException {
        try {
            make(control);
            make(acknowledgement);
            controlFile = new RandomAccessFile(control.toFile(), "rw");
            ackFile = new RandomAccessFile(acknowledgement.toFile(), "rw");
            acks = new FileInputStream(ackFile.getFD());
        } catch (IOException e) {
            removeFiles();
            throw e;
        }
    }

    private static void make(Path fifo) throws ProbeException {
        if (Libc.mkfifo(fifo.toString(), OWNER_ONLY) != 0) {
            throw new ProbeException("cannot make the FIFO " + fifo + ": " + Libc.describe(Libc.errno())
                    + "; set -Djava.io.tmpdir to a directory that can hold one");
        }
    }

    /** The value of perf's option. */
    String option() {
        return "fifo:" + control + "," + acknowledgement;
    }

    void send(String command) throws IOException {
        controlFile.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Takes one acknowledgement if it has come; never blocks. */
    boolean takeAcknowledgement() throws IOException {
        if (acks.available() < ACK_BYTES) {
            return false;
        }
        byte[] bytes = new byte[ACK_BYTES];
        // Not readNBytes: that of FileInputStream asks for a position, which a FIFO has not.
        int read = acks.read(bytes);
        String answer = new String(bytes, 0, read, StandardCharsets.US_ASCII);
        if (!answer.equals("ack\n\0")) {
            throw new ProbeException("perf answered '" + answer.trim() + "' where 'ack' was expected");
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        acks.close();
        ackFile.close();
        controlFile.close();
        removeFiles();
    }

    private void removeFiles() throws IOException {
        Files.deleteIfExists(control);
        Files.deleteIfExists(acknowledgement);
        Files.deleteIfExists(folder);
    }
}
