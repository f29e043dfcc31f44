package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.AddressSpaces;
import dev.whyswitch.trace.KernelSymbols;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the scheduler events of a perf.data file: file or pipe form, plain or compressed records (zstd), packed as a whole
 * (gzip, zstd, xz) or not, either byte order, all field offsets from the formats in the file. One pass; nothing is allocated
 * per event.
 */
public final class PerfDataReader implements AutoCloseable {
    static final String SCHED_SWITCH = "sched:sched_switch";
    /** Name of a copy of /proc/kallsyms. */
    private static final String KALLSYMS = "kallsyms";

    private static final long MAX_FORMAT_BYTES = 1 << 16;

    private final Path path;
    private final PerfHeader header;
    /** The records, plain: the file itself, what was unpacked of it, or the files of a directory. */
    private final List<RecordPart> parts = new ArrayList<>();

    private final NameTable names = new NameTable();
    private final AddressSpaces spaces = new AddressSpaces();
    private final boolean formatsGuessed;
    private final boolean hasSwitchTracepoint;
    private final List<String> missingFiles;
    private final Selection selection;
    private final boolean preemptBitsTold;

    private PerfDataReader(Path path, PerfHeader header, RecordPart main, DirectoryFiles others) throws IOException {
        this.path = path;
        this.header = header;
        missingFiles = others.missing();
        parts.addAll(inOrder(plain(main)));
        for (Path other : others.found()) {
            InputFile file = InputFile.open(other);
            file.order(header.order());
            parts.addAll(inOrder(plain(new RecordPart(file, 0, file.size(), header.unfinished()))));
        }
        formatsGuessed = header.lacksFormats() && guessFormats();
        boolean found = false;
        for (int i = 0; i < header.attrs().size(); i++) {
            found |= header.eventName(i).equals(SCHED_SWITCH);
        }
        hasSwitchTracepoint = found;
        selection = Selections.of(header, RecordingTarget.isSingleTasks(parts, header.attrs()));
        preemptBitsTold = PreemptBits.areTold(header.info().osRelease(), header.attrs(), parts);
    }

    private RecordPart plain(RecordPart part) throws IOException {
        if (!CompressedRecords.isIn(part)) {
            return part;
        }
        InputFile unpacked = CompressedRecords.unpack(part, header.order());
        part.file().close();
        return new RecordPart(unpacked, 0, unpacked.size(), part.unfinished());
    }

    private List<RecordPart> inOrder(RecordPart part) throws IOException {
        if (!BackwardRecords.areIn(header.attrs())) {
            return List.of(part);
        }
        List<RecordPart> turned = BackwardRecords.turn(part, header.attrs(), header.order());
        part.file().close();
        return turned;
    }

    private boolean guessFormats() throws PerfDataException {
        for (RecordPart part : parts) {
            header.addFormats(GuessedFormats.of(part, header.attrs()));
        }
        return !header.formats().isEmpty();
    }

    /**
     * Opens {@code path} and reads what lies around its records.
     *
     * @param path the file, or the directory of `perf record --threads`; {@code -} is standard input
     * @throws PerfDataException if there is no such file, it is no perf.data, or it holds no scheduler events
     */
    public static PerfDataReader open(Path path) throws IOException {
        return open(path, Optional.empty());
    }

    /**
     * As {@link #open(Path)}, for a recording whose own event formats are missing because perf was killed or the file was
     * cut.
     *
     * @param formats where the formats are: another perf.data of the same kernel, or the text of
     *     events/sched/sched_switch/format in tracefs; without it, sched_switch is told by its content
     */
    public static PerfDataReader open(Path path, Optional<Path> formats) throws IOException {
        boolean directory = Files.isDirectory(path);
        if (directory && !Files.isExecutable(path)) {
            throw new PerfDataException(
                    path.toString(), "permission denied; recordings of root belong to root: chown -R it");
        }
        if (directory && !Files.exists(path.resolve("data"))) {
            throw new PerfDataException(
                    path.toString(),
                    "is a directory without the file 'data' that `perf record --threads` puts into one");
        }
        InputFile file = file(directory ? path.resolve("data") : path);
        PerfHeader header = PerfHeader.read(file);
        if (formats.isPresent()) {
            header.addFormats(formatsOf(formats.get()));
        }
        RecordPart main =
                new RecordPart(file, header.dataOffset(), Math.min(header.dataEnd(), file.size()), header.unfinished());
        PerfDataReader reader =
                new PerfDataReader(path, header, main, directory ? DirectoryFiles.in(path) : DirectoryFiles.NONE);
        reader.checkEvents();
        return reader;
    }

    private static InputFile file(Path path) throws IOException {
        if (!path.equals(Unpacker.STANDARD_INPUT)) {
            if (!Files.exists(path)) {
                throw new PerfDataException(path.toString(), "no such file");
            }
            if (Files.isDirectory(path)) {
                throw new PerfDataException(path.toString(), "is a directory; expected a file");
            }
            if (!Files.isReadable(path)) {
                throw new PerfDataException(
                        path.toString(), "permission denied; recordings of root belong to root: chown it");
            }
        }
        return Unpacker.open(path);
    }

    private static Map<Integer, TracepointFormat> formatsOf(Path path) throws IOException {
        InputFile file = file(path);
        if (PerfHeader.isPerfData(file)) {
            return PerfHeader.read(file).formats();
        }
        TracepointFormat format = TracepointFormat.parse("sched", file.text(0, Math.min(file.size(), MAX_FORMAT_BYTES)))
                .orElseThrow(() -> new PerfDataException(
                        path.toString(), 0, "expected an event format (name:, ID:, format:) or a perf.data file"));
        return Map.of(format.id(), format);
    }

    private void checkEvents() throws PerfDataException {
        boolean switchRecords = header.attrs().stream().anyMatch(EventAttr::contextSwitch);
        if (!hasSwitchTracepoint && !switchRecords) {
            if (header.lacksFormats()) {
                throw new PerfDataException(
                        name(),
                        "the event formats are missing (perf was killed, or the file was cut or is very old), and no event looks like"
                                + " sched_switch; name another perf.data of the same kernel with --formats");
            }
            throw new PerfDataException(
                    name(),
                    "holds no context switches (recorded: "
                            + String.join(", ", header.info().events()) + "); record with `perf sched record`");
        }
        for (int i = 0; i < header.attrs().size(); i++) {
            EventAttr attr = header.attrs().get(i);
            String event = header.eventName(i);
            if ((attr.sampleType() & SampleLayout.PERF_SAMPLE_TIME) == 0) {
                throw new PerfDataException(name(), event + " was recorded without times; record with -T");
            }
            if ((attr.sampleType() & SampleLayout.PERF_SAMPLE_CPU) == 0 && !selection.singleTasks()) {
                throw new PerfDataException(
                        name(), event + " was recorded without CPUs; record whole CPUs: perf with -a");
            }
            if (event.equals(SCHED_SWITCH) && attr.isTracepoint() && !header.hasFormat(attr)) {
                throw new PerfDataException(
                        name(), "the format of " + event + " is missing in the file; was it copied completely?");
            }
            if (event.equals(SCHED_SWITCH) && (attr.sampleType() & SampleLayout.PERF_SAMPLE_RAW) == 0) {
                throw new PerfDataException(
                        name(), event + " was recorded without its fields (no RAW); record with -R");
            }
        }
    }

    private String name() {
        return header.info().path();
    }

    /** What the recording says about itself. */
    public TraceInfo info() {
        TraceInfo info = header.info();
        String format = info.format()
                + (formatsGuessed ? ", event formats missing: sched_switch guessed" : "")
                + (preemptBitsTold || hasSwitchTracepoint ? "" : ", " + TraceInfo.WITHOUT_PREEMPT_BIT);
        return info.with(format, missingFiles, selection);
    }

    /** The names of the events to come; the sink that {@link #read} feeds shares it. */
    public NameTable names() {
        return names;
    }

    /**
     * What is mapped in the processes at the event that the sink is hearing of; empty if no call chains were recorded. A
     * chain's addresses of the thread's own belong to its thread group.
     */
    public AddressSpaces addressSpaces() {
        return spaces;
    }

    /**
     * The functions of the kernel that recorded: from the recording itself (old perf stored them), else from the file
     * {@code kallsyms} beside it; none if there is neither.
     */
    public KernelSymbols kernelSymbols() throws IOException {
        String inside = header.kallsyms();
        if (!inside.isEmpty()) {
            return KernelSymbols.parse(new StringReader(inside));
        }
        Path beside = path.resolveSibling(KALLSYMS);
        return !path.equals(Unpacker.STANDARD_INPUT) && Files.isRegularFile(beside)
                ? KernelSymbols.read(beside)
                : KernelSymbols.NONE;
    }

    /** True if sched_switch was recorded; else PERF_RECORD_SWITCH records count the switches. */
    public boolean hasSwitchTracepoint() {
        return hasSwitchTracepoint;
    }

    /** True if single tasks were recorded and not whole CPUs: see {@link Selection#singleTasks}. */
    public boolean recordsSingleTasks() {
        return selection.singleTasks();
    }

    /**
     * Feeds all events to {@code sink} in time order.
     *
     * @return what had to be counted instead
     * @throws PerfDataException if a record is damaged so that the next one cannot be found
     */
    public TraceQuality read(SchedSink sink) throws IOException {
        if (!preemptBitsTold) {
            sink.onPreemptionUntold();
        }
        RecordDecoder decoder = new RecordDecoder(name(), header, names, spaces, sink, !hasSwitchTracepoint);
        return new RecordMerger(parts, decoder, sink).run();
    }

    /** Closes the files. */
    @Override
    public void close() throws IOException {
        for (RecordPart part : parts) {
            part.file().close();
        }
    }
}
