package dev.whyswitch.cli;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.json.Json;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A recording of any supported format to its analysis: the function that other packages are handed. */
final class Recordings {
    private Recordings() {}

    static Analysis analyze(Path path, Analyzer.Options options) throws IOException {
        return analyze(path, Optional.empty(), options);
    }

    /** As above; {@code formats} is where the event formats are if the recording has none. */
    static Analysis analyze(Path path, Optional<Path> formats, Analyzer.Options options) throws IOException {
        try (PerfDataReader reader = PerfDataReader.open(path, formats)) {
            Analyzer analyzer =
                    new Analyzer(reader.names(), reader.hasSwitchTracepoint(), reader.recordsSingleTasks(), options);
            TraceQuality quality = reader.read(analyzer.events());
            return analyzer.result(Json.ANALYSIS_SCHEMA, reader.info(), quality);
        }
    }
}
