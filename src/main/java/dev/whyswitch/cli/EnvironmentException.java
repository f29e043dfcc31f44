package dev.whyswitch.cli;

import java.io.IOException;

/** The machine lacks what a command needs; the message says what and how to get it. */
final class EnvironmentException extends IOException {
    private static final long serialVersionUID = 1L;

    EnvironmentException(String message) {
        super(message);
    }
}
