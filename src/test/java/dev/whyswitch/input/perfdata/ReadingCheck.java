package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.json.Json;
import dev.whyswitch.report.AnalysisReport;
import dev.whyswitch.sched.IntervalLog;
import dev.whyswitch.sched.SwitchMachine;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What must hold of any file, however damaged: it is read and analysed to figures that add up, or refused with one
 * {@link PerfDataException} of one line. Anything else fails.
 */
final class ReadingCheck {
    private ReadingCheck() {}

    /**
     * Reads {@code path} to intervals.
     *
     * @param formats as of `analyze --formats`
     * @return what the reader counted; empty if the file was refused
     */
    static Optional<TraceQuality> read(Path path, Optional<Path> formats) throws IOException {
        try {
            return Optional.of(intervals(PerfDataReader.open(path, formats)));
        } catch (PerfDataException e) {
            checkRefusal(e.getMessage(), path, formats);
            return Optional.empty();
        }
    }

    /** As {@link #read}, and makes the analysis, its JSON and its report. */
    static Optional<TraceQuality> analyze(Path path, Optional<Path> formats) throws IOException {
        try (PerfDataReader reader = PerfDataReader.open(path, formats)) {
            TraceQuality quality = intervals(reader);
            Analyzer analyzer = new Analyzer(
                    reader.names(), reader.hasSwitchTracepoint(), reader.recordsSingleTasks(), Analyzer.Options.ALL);
            assertThat(reader.read(analyzer.events())).as("read once more").isEqualTo(quality);
            Analysis analysis = analyzer.result(Json.ANALYSIS_SCHEMA, reader.info(), quality);
            checkSums(analysis);
            assertThat(Json.text(analysis)).isNotEmpty();
            assertThat(AnalysisReport.of(analysis).markdown()).isNotEmpty();
            return Optional.of(quality);
        } catch (PerfDataException e) {
            checkRefusal(e.getMessage(), path, formats);
            return Optional.empty();
        }
    }

    /** What the analysis makes of the file. */
    static Analysis analysis(Path path) throws IOException {
        try (PerfDataReader reader = PerfDataReader.open(path)) {
            Analyzer analyzer = new Analyzer(
                    reader.names(), reader.hasSwitchTracepoint(), reader.recordsSingleTasks(), Analyzer.Options.ALL);
            TraceQuality quality = reader.read(analyzer.events());
            return analyzer.result(Json.ANALYSIS_SCHEMA, reader.info(), quality);
        }
    }

    private static TraceQuality intervals(PerfDataReader reader) throws IOException {
        IntervalLog log = new IntervalLog();
        SwitchMachine machine = new SwitchMachine(reader.names(), reader.hasSwitchTracepoint(), log);
        TraceQuality quality = reader.read(machine);
        machine.end();
        log.checkPartition();
        checkCounts(quality);
        assertThat(quality.recordBytes()).isGreaterThanOrEqualTo(8 * quality.records());
        return quality;
    }

    private static void checkRefusal(String message, Path path, Optional<Path> formats) {
        boolean ofFormats =
                formats.isPresent() && message.startsWith(formats.get().toString());
        assertThat(message)
                .startsWith(ofFormats ? formats.get().toString() : path.toString())
                .doesNotContain("\n")
                .hasSizeLessThan(1000);
    }

    private static void checkSums(Analysis analysis) {
        long switches = 0;
        for (ThreadRow row : analysis.threads()) {
            checkCounts(row.sums());
            assertThat(row.sums().lifeNs()).as("life of %s", row).isEqualTo(row.observedNs());
            assertThat(row.sums().runningNs()).as("%s", row).isBetween(0L, analysis.windowNs());
            switches += row.sums().switches();
        }
        checkCounts(analysis.system());
        checkCounts(analysis.evidence());
        assertThat(switches)
                .isEqualTo(analysis.system().switches())
                .isEqualTo(analysis.evidence().threadSwitches());
        long switchesOfCpus = 0;
        for (CpuRow row : analysis.cpus()) {
            checkCounts(row);
            assertThat(row.runningNs() + row.idleNs() + row.unknownNs())
                    .as("%s", row)
                    .isEqualTo(row.windowNs());
            switchesOfCpus += row.switches();
        }
        if (!analysis.trace().selection().singleTasks()) {
            assertThat(switchesOfCpus).isEqualTo(switches);
        }
        assertThat(analysis.processes().stream().map(row -> row.sums()).reduce(Sums.ZERO, Sums::plus))
                .isEqualTo(analysis.system());
    }

    /** No count and no time of {@code figures} is negative. */
    private static void checkCounts(Record figures) {
        for (RecordComponent component : figures.getClass().getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                if (component.getType() == long.class
                        && (long) component.getAccessor().invoke(figures) < 0) {
                    throw new AssertionError(component.getName() + " is negative: " + figures);
                }
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
    }
}
