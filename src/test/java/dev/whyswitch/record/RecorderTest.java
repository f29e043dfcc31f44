package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
    private static final MachineFacts MACHINE = MachineFacts.gather();
    private static final String GROUND_TRUTH = "echo hello; echo thread name=sh tid=7 t0_ns=1 t1_ns=9 nvcsw=2 nivcsw=1"
            + " user_ns=5 sys_ns=3; echo result wall_ns=8 sum=4";

    @TempDir
    Path temp;

    private RunRequest request(String script, boolean printsGroundTruth) {
        ProgramSpec program = ProgramSpec.of(List.of("/bin/sh", "-c", script)).withTimeLimit(Duration.ofSeconds(30));
        return new RunRequest(temp.resolve("run"), "scenario", "variant", 3, program, printsGroundTruth, MACHINE);
    }

    private RunFolder folder() {
        return new RunFolder(temp.resolve("run"));
    }

    private static long none(RunRecord run, Path recording) {
        return 0;
    }

    @Test
    void runIsWrittenAndReadBackEqual() throws Exception {
        RunRecord run = Recorder.record(request(GROUND_TRUTH, true), new NoProbe(), RecorderTest::none);

        assertThat(RunRecord.read(folder())).isEqualTo(run);
        assertThat(run.output().threads()).containsExactly(new ThreadCounters("sh", 7, 1, 9, 2, 1, 5, 3, Map.of()));
        assertThat(run.output().result()).isEqualTo(Map.of("wall_ns", "8", "sum", "4"));
        assertThat(run.result().succeeded()).isTrue();
        assertThat(run.scenario() + run.variant() + run.round() + run.attempt()).isEqualTo("scenariovariant31");
        assertThat(run.notes()).isEmpty();
        assertThat(folder().stdout()).content().startsWith("hello\n");
    }

    @Test
    void cpuTimesCoverTheProgram() throws Exception {
        RunRecord run = Recorder.record(
                request("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done", false), new NoProbe(), RecorderTest::none);

        // /proc/stat counts ticks of 10 ms: the shell's CPU time, less two ticks per CPU, must be in it.
        long slackNs = 20_000_000L * run.cpuTimes().cpus().size();
        assertThat(run.result().rusage().cpuNs()).isGreaterThan(100_000_000L);
        assertThat(run.cpuTimes().busyNs() + run.cpuTimes().stealNs())
                .isGreaterThan(run.result().rusage().cpuNs() - slackNs);
        assertThat(run.cpuTimes().cpus()).hasSameSizeAs(CpuTimes.now().cpus());
    }

    @Test
    void failedProgramIsAResult() throws Exception {
        RunRecord run =
                Recorder.record(request("echo result wall_ns=many; exit 3", true), new NoProbe(), RecorderTest::none);

        assertThat(run.result().exitCode()).isEqualTo(3);
        assertThat(run.output()).isEqualTo(WorkloadOutput.NONE);
        assertThat(run.notes()).singleElement().asString().contains("stdout.txt:1: wall_ns=many");
    }

    @Test
    void brokenGroundTruthOfAGoodProgramIsAnError() {
        assertThatThrownBy(() ->
                        Recorder.record(request("echo result wall_ns=many", true), new NoProbe(), RecorderTest::none))
                .isInstanceOf(WorkloadOutputException.class);
        assertThat(folder().run()).doesNotExist();
    }

    @Test
    void lossIsAnsweredWithLargerBuffersAndNoted() throws Exception {
        FakeProbe probe = new FakeProbe(16, new ArrayList<>());
        Iterator<Long> lost = List.of(100L, 7L, 0L).iterator();

        RunRecord run = Recorder.record(request("true", false), probe, (asking, recording) -> lost.next());

        assertThat(probe.started).containsExactly(16, 64, 256);
        assertThat(run.attempt()).isEqualTo(3);
        assertThat(run.probe().bufferPages()).isEqualTo(256);
        assertThat(run.probe().lostEvents()).isZero();
        assertThat(run.notes())
                .containsExactly(
                        "attempt 1 lost 100 events with 16 pages per CPU; repeated with 64",
                        "attempt 2 lost 7 events with 64 pages per CPU; repeated with 256");
        assertThat(folder().recording()).hasContent("256");
    }

    /** What reads the recording for its losses may analyse it at once: it gets pid and ground truth of the attempt. */
    @Test
    void lossesAreAskedForWithTheRunThatTheyAreOf() throws Exception {
        List<RunRecord> asking = new ArrayList<>();
        Iterator<Long> lost = List.of(3L, 0L).iterator();

        RunRecord run = Recorder.record(
                request(GROUND_TRUTH, true), new FakeProbe(16, new ArrayList<>()), (asked, recording) -> {
                    asking.add(asked);
                    return lost.next();
                });

        assertThat(asking).hasSize(2);
        assertThat(asking.get(1).result()).isEqualTo(run.result());
        assertThat(asking.get(1).output()).isEqualTo(run.output());
        assertThat(asking.get(0).result()).isNotEqualTo(run.result());
        assertThat(run.probe().recording()).isEqualTo("perf.data");
        assertThat(run.withoutRecording().probe().recording()).isEmpty();
        assertThat(run.withoutRecording().notes()).isEqualTo(run.notes());
    }

    @Test
    void lossThatStaysIsReported() throws Exception {
        FakeProbe probe = new FakeProbe(16, new ArrayList<>());

        RunRecord run = Recorder.record(request("true", false), probe, (asking, recording) -> 5);

        assertThat(probe.started).hasSize(Recorder.MAX_ATTEMPTS);
        assertThat(run.probe().lostEvents()).isEqualTo(5);
        assertThat(run.notes()).hasSize(3).last().isEqualTo("5 events lost in attempt 3, the last");
        assertThat(RunRecord.read(folder())).isEqualTo(run);
    }

    @Test
    void buffersDoNotGrowBeyondTheMemory() throws Exception {
        int quarter = Integer.highestOneBit((int) (MACHINE.memoryBytes() / 4096 / 4));
        FakeProbe probe = new FakeProbe(quarter, new ArrayList<>());

        RunRecord run = Recorder.record(request("true", false), probe, (asking, recording) -> 5);

        assertThat(probe.started).containsExactly(quarter);
        assertThat(run.notes()).singleElement().asString().contains("more than a quarter of the memory");
    }

    /** Writes its number of pages as its recording. */
    private static final class FakeProbe implements Probe {
        private final int pages;
        private final List<Integer> started;

        FakeProbe(int pages, List<Integer> started) {
            this.pages = pages;
            this.started = started;
        }

        @Override
        public String kind() {
            return "fake";
        }

        @Override
        public int bufferPages() {
            return pages;
        }

        @Override
        public Probe withBufferPages(int other) {
            return new FakeProbe(other, started);
        }

        @Override
        public RunningProbe start(RunFolder folder) throws IOException {
            started.add(pages);
            Files.writeString(folder.recording(), String.valueOf(pages));
            return new RunningProbe() {
                @Override
                public List<String> command() {
                    return List.of("fake");
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

    @Test
    void realRecordingEndsUpInTheFolder() throws Exception {
        Perf.assumeRecording();
        List<Path> asked = new ArrayList<>();

        RunRecord run = Recorder.record(request(GROUND_TRUTH, true), new PerfProbe(), (asking, recording) -> {
            asked.add(recording);
            return 0;
        });

        assertThat(asked).containsExactly(folder().recording());
        assertThat(run.probe().command()).startsWith("perf", "sched", "record").contains("2048");
        assertThat(run.probe().recording()).isEqualTo("perf.data");
        assertThat(RunRecord.read(folder())).isEqualTo(run);
    }

    @Test
    void interruptLeavesNoProcessAndNoRunRecord() throws Exception {
        Perf.assumeRecording();
        String marker = "sleep 4242.17";
        List<Throwable> thrown = new ArrayList<>();
        Thread recorder = new Thread(() -> {
            try {
                RunRecord run = Recorder.record(request("exec " + marker, false), new PerfProbe(), RecorderTest::none);
                thrown.add(new IllegalStateException("recorded " + run));
            } catch (IOException | InterruptedException e) {
                thrown.add(e);
            }
        });
        recorder.start();
        while (Perf.processesWith(marker).isEmpty() && recorder.isAlive()) {
            Thread.sleep(20);
        }
        recorder.interrupt();
        recorder.join();

        assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
        assertThat(Perf.processesWith(marker)).isEmpty();
        assertThat(Perf.processesWith(folder().recording().toString())).isEmpty();
        assertThat(folder().run()).doesNotExist();
    }

    @Test
    void runOfAnotherSchemaIsRefused() throws Exception {
        Recorder.record(request("true", false), new NoProbe(), RecorderTest::none)
                .write(folder());
        String json = Files.readString(folder().run());
        Files.writeString(folder().run(), json.replace("\"schema\" : 1,", "\"schema\" : 99,"));

        assertThatThrownBy(() -> RunRecord.read(folder()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run.json: schema 99");
    }
}
