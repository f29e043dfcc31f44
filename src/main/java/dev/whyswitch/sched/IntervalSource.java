package dev.whyswitch.sched;

import dev.whyswitch.trace.SchedSink;

/** Scheduler events go in, switches and intervals come out at the {@link IntervalSink} that it was made with. */
public interface IntervalSource extends SchedSink {
    /** The threads, as far as they have been seen. */
    ThreadTable threads();

    /** Ends all that is open; nothing may be fed afterwards. */
    EvidenceQuality end();
}
