package dev.whyswitch.input.perfdata;

import java.nio.ByteBuffer;

/** Hands the fields of one kind of event to a sink. */
@FunctionalInterface
interface EventDecoder {
    /**
     * Decodes one event.
     *
     * @param raw index of RAW in {@code buffer}, long enough for all fields; of the sample if the event has no RAW
     * @param end index behind the sample
     * @param currentTid thread that the sample's header names, NO_TID if none
     */
    void deliver(ByteBuffer buffer, int raw, int end, long timeNs, int cpu, int currentTid);

    /** True if the event repeats the one before it, so that it is not delivered; asked once for each, before. */
    default boolean isCopy(ByteBuffer buffer, int raw, long timeNs, int cpu) {
        return false;
    }
}
