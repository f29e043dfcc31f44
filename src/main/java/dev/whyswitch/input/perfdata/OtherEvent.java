package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import java.nio.ByteBuffer;

/** How the samples of an event are decoded that {@link EventBinding} does not know. Made once per event attribute. */
final class OtherEvent {
    /** An event that says nothing to a sink. */
    static final OtherEvent NONE = new OtherEvent(null, 0, null);

    private final SampleLayout layout;
    private final int rawBytes;
    private final EventDecoder decoder;

    private OtherEvent(SampleLayout layout, int rawBytes, EventDecoder decoder) {
        this.layout = layout;
        this.rawBytes = rawBytes;
        this.decoder = decoder;
    }

    /**
     * The event of {@code attr}.
     *
     * @param index of the event among those of the recording
     * @param format {@link TracepointFormat#EMPTY} where the file has none
     */
    static OtherEvent of(EventAttr attr, int index, TracepointFormat format, NameTable names, SchedSink sink) {
        SampleLayout layout = new SampleLayout(attr);
        if (!attr.isTracepoint()) {
            int ip = layout.ip;
            return new OtherEvent(
                    layout,
                    0,
                    (buffer, start, end, timeNs, cpu, tid) ->
                            sink.onSample(timeNs, cpu, tid, index, ip >= 0 ? buffer.getLong(start + ip) : 0));
        }
        EventFields fields = new EventFields(format, names);
        EventDecoder decoder = EventDecoders.of(format, fields, index, names, sink);
        return decoder == null || !fields.areComplete() || !layout.hasRaw()
                ? NONE
                : new OtherEvent(layout, fields.rawBytes(), decoder);
    }

    /**
     * Decodes the sample at {@code start}, its call chain first.
     *
     * @return false if it is too short for the event's fields
     */
    boolean deliver(
            ByteBuffer buffer, int start, int end, long timeNs, int cpu, SampleCallChain chain, SchedSink sink) {
        if (decoder == null) {
            return true;
        }
        int raw = start;
        if (layout.hasRaw() && rawBytes > 0) {
            int size = layout.rawIndex(buffer, start, end);
            if (size < 0 || size + 4 + rawBytes > end || buffer.getInt(size) < rawBytes) {
                return false;
            }
            raw = size + 4;
        }
        if (decoder.isCopy(buffer, raw, timeNs, cpu)) {
            return true;
        }
        if (layout.hasCallchain()) {
            if (!chain.read(buffer, start, end, layout)) {
                return false;
            }
            sink.onCallChain(timeNs, cpu, layout.tgid(buffer, start), chain);
        }
        int current = layout.tid >= 0 ? buffer.getInt(start + layout.tid + 4) : SchedSink.NO_TID;
        decoder.deliver(buffer, raw, end, timeNs, cpu, current);
        return true;
    }
}
