package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the scheduler events of a perf.data file: file form, uncompressed, either byte order, all field offsets from the
 * formats in the file. One pass over a mapped file; nothing is allocated per event.
 */
public final class PerfDataReader {
    private final MappedFile file;
    private final PerfHeader header;
    private final NameTable names = new NameTable();
    private final boolean hasSwitchTracepoint;

    private PerfDataReader(MappedFile file, PerfHeader header) {
        this.file = file;
        this.header = header;
        boolean found = false;
        for (int i = 0; i < header.attrs().size(); i++) {
            found |= header.eventName(i).equals("sched:sched_switch");
        }
        this.hasSwitchTracepoint = found;
    }

    /**
     * Opens {@code path} and reads what lies around its records.
     *
     * @throws PerfDataException if there is no such file, it is no perf.data, or it holds no scheduler events
     */
    public static PerfDataReader open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new PerfDataException(path.toString(), "no such file");
        }
        if (Files.isDirectory(path)) {
            throw new PerfDataException(path.toString(), "is a directory; expected a perf.data file");
        }
        if (!Files.isReadable(path)) {
            throw new PerfDataException(
                    path.toString(), "permission denied; recordings of root belong to root: chown it");
        }
        MappedFile file = MappedFile.open(path);
        PerfHeader header = PerfHeader.read(file);
        PerfDataReader reader = new PerfDataReader(file, header);
        reader.checkEvents();
        return reader;
    }

    private void checkEvents() throws PerfDataException {
        boolean switchRecords = header.attrs().stream().anyMatch(EventAttr::contextSwitch);
        if (!hasSwitchTracepoint && !switchRecords) {
            throw new PerfDataException(
                    file.name(),
                    "holds no context switches (recorded: "
                            + String.join(", ", header.info().events()) + "); record with `perf sched record`");
        }
        for (int i = 0; i < header.attrs().size(); i++) {
            EventAttr attr = header.attrs().get(i);
            String event = header.eventName(i);
            if ((attr.sampleType() & SampleLayout.PERF_SAMPLE_TIME) == 0) {
                throw new PerfDataException(file.name(), event + " was recorded without times; record with -T");
            }
            if ((attr.sampleType() & SampleLayout.PERF_SAMPLE_CPU) == 0) {
                throw new PerfDataException(
                        file.name(), event + " was recorded without CPUs; record whole CPUs: perf with -a");
            }
            if (event.equals("sched:sched_switch") && attr.isTracepoint() && !header.hasFormat(attr)) {
                throw new PerfDataException(
                        file.name(), "the format of " + event + " is missing in the file; was it copied completely?");
            }
            if (event.equals("sched:sched_switch") && (attr.sampleType() & SampleLayout.PERF_SAMPLE_RAW) == 0) {
                throw new PerfDataException(
                        file.name(), event + " was recorded without its fields (no RAW); record with -R");
            }
        }
    }

    /** What the recording says about itself. */
    public TraceInfo info() {
        return header.info();
    }

    /** The names of the events to come; the sink that {@link #read} feeds shares it. */
    public NameTable names() {
        return names;
    }

    /** True if sched_switch was recorded; else PERF_RECORD_SWITCH records count the switches. */
    public boolean hasSwitchTracepoint() {
        return hasSwitchTracepoint;
    }

    /**
     * Feeds all events to {@code sink} in time order.
     *
     * @return what had to be counted instead
     * @throws PerfDataException if a record is damaged so that the next one cannot be found
     */
    public TraceQuality read(SchedSink sink) throws PerfDataException {
        RecordDecoder decoder = new RecordDecoder(file, header, names, sink, !hasSwitchTracepoint);
        return new RecordMerger(file, header, decoder, sink).run();
    }
}
