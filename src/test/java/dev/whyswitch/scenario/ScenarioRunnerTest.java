package dev.whyswitch.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.analyze.CounterCheck;
import dev.whyswitch.analyze.KernelCounters;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.analyze.UnlistedThreads;
import dev.whyswitch.json.Json;
import dev.whyswitch.record.MachineFacts;
import dev.whyswitch.record.Probe;
import dev.whyswitch.record.ProbeTimes;
import dev.whyswitch.record.RunFolder;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.RunningProbe;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.trace.Selection;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which recordings a batch keeps, and how often it reads them: a script as program, a probe that writes one word. */
final class ScenarioRunnerTest {
    /** Rounds: the first; all in order; a reading that differs by one; events lost; all in order. */
    private static final int ROUNDS = 5;

    private static final int DIFFERING = 3;
    private static final int LOSSY = 4;

    @TempDir
    private Path temp;

    private Batch run(FakeHooks hooks) throws IOException {
        Path program = Files.createDirectories(temp.resolve("bin")).resolve("prog");
        Files.writeString(program, """
                #!/bin/sh
                echo thread name=one tid=$$ t0_ns=1 t1_ns=9 nvcsw=2 nivcsw=1 user_ns=5 sys_ns=3
                echo result wall_ns=8
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Catalogue.Extent extent = new Catalogue.Extent(ROUNDS, Map.of());
        Catalogue.Scenario scenario = new Catalogue.Scenario(
                "s",
                "title",
                "D",
                "question",
                List.of(),
                "prog",
                List.of(),
                30,
                List.of(new Catalogue.Variant("v", "says", List.of(), List.of(), true)),
                Map.of(Size.QUICK, extent, Size.DEFAULT, extent, Size.FULL, extent),
                "reading");
        Catalogue catalogue = new Catalogue(
                Json.CATALOGUE_SCHEMA, List.of(new Catalogue.Document("D", "title", "says")), List.of(scenario));
        return ScenarioRunner.run(
                new ScenarioRunner.Plan(
                        catalogue, catalogue.scenarios(), Size.QUICK, 0, 1, temp, temp.resolve("report")),
                new OneWordProbe(),
                MachineFacts.gather(),
                hooks);
    }

    @Test
    void recordingsOfTheFirstRoundAndOfDoubtfulRunsAreKept() throws IOException {
        List<RunFigures> runs =
                run(new FakeHooks()).results().get(0).variants().get(0).runs();

        assertThat(runs)
                .extracting(run -> Files.exists(
                        temp.resolve("report").resolve(run.folder()).resolve("perf.data")))
                .containsExactly(true, false, true, true, false);
        assertThat(runs).extracting(RunFigures::readingsDisagree).containsExactly(false, false, true, false, false);
        assertThat(runs).extracting(RunFigures::lostEvents).containsExactly(0L, 0L, 0L, 12L, 0L);
    }

    @Test
    void reportAndRunRecordNameTheRecordingOnlyIfItStays() throws IOException {
        FakeHooks hooks = new FakeHooks();
        List<RunFigures> runs = run(hooks).results().get(0).variants().get(0).runs();

        List<String> expected = List.of("perf.data", "", "perf.data", "perf.data", "");
        assertThat(hooks.written).extracting(run -> run.probe().recording()).isEqualTo(expected);
        for (int i = 0; i < runs.size(); i++) {
            RunFolder folder =
                    new RunFolder(temp.resolve("report").resolve(runs.get(i).folder()));
            assertThat(RunRecord.read(folder)).isEqualTo(hooks.written.get(i));
        }
    }

    @Test
    void eachRecordingIsAnalysedOnceWithTheProgramAndItsCounters() throws IOException {
        FakeHooks hooks = new FakeHooks();
        run(hooks);

        assertThat(hooks.options).hasSize(ROUNDS);
        for (int i = 0; i < ROUNDS; i++) {
            int tid = hooks.written.get(i).result().pid();
            assertThat(hooks.options.get(i))
                    .isEqualTo(new Analyzer.Options(tid, List.of(new KernelCounters("one", tid, false, 1, 9, 2, 1))));
        }
    }

    @Test
    void runTimeOfAThreadIsThatOfItsRowInTheProgram() throws IOException {
        assertThat(run(new FakeHooks()).results().get(0).variants().get(0).runs())
                .allSatisfy(
                        run -> assertThat(run.threads()).containsExactly(new RunFigures.ThreadTime("one", 700, 30)));
    }

    private static final class FakeHooks implements ScenarioRunner.Hooks {
        private final List<Analyzer.Options> options = new ArrayList<>();
        private final List<RunRecord> written = new ArrayList<>();

        @Override
        public Analysis analyze(Path recording, Analyzer.Options asked) throws IOException {
            assertThat(recording).hasContent("recorded");
            options.add(asked);
            int round = options.size();
            KernelCounters read = asked.counters().get(0);
            CounterCheck check = new CounterCheck(
                    read.name(), read.tid(), false, 1, 9, 2, 1, round == DIFFERING ? 2 : 1, 2, 0, 0, 0, true);
            Sums sums = new Sums(1, 2, 0, 0, 700, 30, 0, 0, 0, 0, 0, 0, 0, 0);
            long lost = round == LOSSY ? 12 : 0;
            return new Analysis(
                    Json.ANALYSIS_SCHEMA,
                    new TraceInfo(
                            recording.toString(),
                            "fake",
                            8,
                            "",
                            "",
                            "",
                            "",
                            List.of(),
                            0,
                            "",
                            List.of(),
                            List.of(),
                            Selection.ALL),
                    asked.programTgid(),
                    1_000,
                    sums,
                    sums,
                    List.of(
                            new ThreadRow(read.tid(), read.tid(), 1, "one", 120, true, 730, sums),
                            new ThreadRow(read.tid(), read.tid(), 1, "an earlier one", 120, false, 730, sums)),
                    UnlistedThreads.NONE,
                    List.of(),
                    List.of(),
                    List.of(check),
                    new TraceQuality(9, 3, 3, lost, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                    new EvidenceQuality(3, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }

        @Override
        public boolean isIncomplete(Analysis analysis) {
            return false;
        }

        @Override
        public void write(RunFolder folder, RunRecord run, Analysis analysis) {
            written.add(run);
        }

        @Override
        public void progress(int number, int all, String scenario, String variant, int round) {}
    }

    private record OneWordProbe() implements Probe {
        @Override
        public String kind() {
            return "one word";
        }

        @Override
        public int bufferPages() {
            return 0;
        }

        @Override
        public Probe withBufferPages(int pages) {
            return this;
        }

        @Override
        public RunningProbe start(RunFolder folder) throws IOException {
            Files.writeString(folder.recording(), "recorded");
            return new RunningProbe() {
                @Override
                public List<String> command() {
                    return List.of("one", "word");
                }

                @Override
                public Optional<Path> recording() {
                    return Optional.of(folder.recording());
                }

                @Override
                public ProbeTimes stop() {
                    return new ProbeTimes(1, 2, 3, 4);
                }

                @Override
                public void close() {}
            };
        }
    }
}
