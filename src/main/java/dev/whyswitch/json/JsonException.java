package dev.whyswitch.json;

import java.io.IOException;

/** A file that should be JSON of a known shape is not; the message says where and why. */
public final class JsonException extends IOException {
    private static final long serialVersionUID = 1L;

    /** A problem that {@code message} tells whole: file, place, what is wrong. */
    public JsonException(String message) {
        super(message);
    }

    JsonException(String message, Throwable cause) {
        super(message, cause);
    }
}
