package dev.whyswitch.record;

import java.io.IOException;

/** A probe does not start or does not end as it should; the message carries its own last lines and the remedy. */
public final class ProbeException extends IOException {
    private static final long serialVersionUID = 1L;

    ProbeException(String message) {
        super(message);
    }

    ProbeException(String message, Throwable cause) {
        super(message, cause);
    }
}
