package dev.whyswitch.record;

import java.io.IOException;

/** A program cannot be started or watched as asked; the message names it, the reason and the remedy. */
public final class ProgramException extends IOException {
    private static final long serialVersionUID = 1L;

    ProgramException(String message) {
        super(message);
    }
}
