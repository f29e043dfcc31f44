package dev.whyswitch.record;

import java.io.IOException;

/** A line of a workload's ground truth is broken; the message begins with file and line. */
public final class WorkloadOutputException extends IOException {
    private static final long serialVersionUID = 1L;

    WorkloadOutputException(String message) {
        super(message);
    }
}
