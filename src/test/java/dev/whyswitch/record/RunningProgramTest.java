package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningProgramTest {
    @TempDir
    Path folder;

    private Path stdout;

    @BeforeEach
    void nameOutput() {
        stdout = folder.resolve("stdout.txt");
    }

    private ProgramSpec spec(String... command) {
        return ProgramSpec.of(List.of(command))
                .withOutput(stdout, folder.resolve("stderr.txt"))
                .withTimeLimit(Duration.ofSeconds(30));
    }

    private static ProgramResult run(ProgramSpec spec) throws IOException, InterruptedException {
        try (RunningProgram program = ProgramLauncher.start(spec)) {
            return program.await();
        }
    }

    /** Lines {@code Name:\tvalue} of a status file of /proc. */
    private Map<String, String> statusOfProgram() throws IOException {
        return Files.readAllLines(stdout).stream()
                .map(line -> line.split(":\\s*", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    @Test
    void exitCodeIsThatOfTheProgram() throws Exception {
        ProgramResult result = run(spec("/bin/sh", "-c", "exit 42"));

        assertThat(result.exitCode()).isEqualTo(42);
        assertThat(result.signal()).isZero();
        assertThat(result.succeeded()).isFalse();
        assertThat(result.describeEnd()).isEqualTo("exit code 42");
    }

    @Test
    void signalThatEndedTheProgramIsReported() throws Exception {
        ProgramResult result = run(spec("/bin/sh", "-c", "kill -USR1 $$"));

        assertThat(result.signal()).isEqualTo(10);
        assertThat(result.exitCode()).isEqualTo(-1);
        assertThat(result.timedOut()).isFalse();
    }

    @Test
    void outputGoesToTheFiles() throws Exception {
        ProgramResult result = run(spec("/bin/sh", "-c", "echo to out; echo to err >&2"));

        assertThat(result.succeeded()).isTrue();
        assertThat(stdout).hasContent("to out\n");
        assertThat(folder.resolve("stderr.txt")).hasContent("to err\n");
    }

    @Test
    void bothOutputsMayShareOneFileInOrder() throws Exception {
        run(spec("/bin/sh", "-c", "echo 1; echo 2 >&2; echo 3").withOutput(stdout, stdout));

        assertThat(stdout).hasContent("1\n2\n3\n");
    }

    @Test
    void standardInputIsEmptyAndNoOtherFileIsInherited() throws Exception {
        run(spec("/bin/sh", "-c", "cat; ls /proc/$$/fd; true"));

        // The shell keeps its script in no file: 0, 1, 2 and nothing of this JVM's jars.
        assertThat(stdout).hasContent("0\n1\n2\n");
    }

    @Test
    void directoryAndEnvironmentAreThoseOfTheSpec() throws Exception {
        run(spec("/bin/sh", "-c", "pwd -P; echo $WHYSWITCH_TEST; echo $PATH")
                .withDirectory(folder)
                .withEnvironment(Map.of("WHYSWITCH_TEST", "one two")));

        assertThat(Files.readAllLines(stdout))
                .containsExactly(folder.toRealPath().toString(), "one two", System.getenv("PATH"));
    }

    @Test
    void signalsAreNeitherBlockedNorIgnored() throws Exception {
        run(spec("grep", "-E", "^Sig(Blk|Ign):", "/proc/self/status"));

        assertThat(statusOfProgram()).isEqualTo(Map.of("SigBlk", "0000000000000000", "SigIgn", "0000000000000000"));
    }

    @Test
    void programLeadsItsOwnProcessGroup() throws Exception {
        ProgramResult result = run(spec("cat", "/proc/self/stat"));

        // proc_pid_stat(5): field 1 is the pid, field 5 the process group.
        String[] fields = Files.readString(stdout).split(" ", -1);
        assertThat(fields[0]).isEqualTo(String.valueOf(result.pid()));
        assertThat(fields[4]).isEqualTo(fields[0]);
    }

    @Test
    void programRunsOnTheCpusAskedForAndTheCallerKeepsIts() throws Exception {
        List<Integer> before = CpuAffinity.get();
        int last = before.get(before.size() - 1);

        run(spec("grep", "Cpus_allowed_list", "/proc/self/status").withCpus(List.of(last)));

        assertThat(statusOfProgram()).isEqualTo(Map.of("Cpus_allowed_list", String.valueOf(last)));
        assertThat(CpuAffinity.get()).isEqualTo(before);
    }

    @Test
    void waitingThreadGetsItsAffinityBack() throws Exception {
        List<Integer> before = CpuAffinity.get();
        int last = before.get(before.size() - 1);

        try (RunningProgram program = ProgramLauncher.start(spec("sleep", "30").withCpus(List.of(last)))) {
            assertThat(affinityOfThread("program")).isEqualTo(affinityOfThread("java"));
            assertThat(affinityOf(Path.of("/proc/" + program.pid() + "/status")))
                    .isEqualTo(String.valueOf(last));
        }
    }

    private static String affinityOfThread(String name) throws IOException {
        try (var tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm")).equals(name + "\n")) {
                    return affinityOf(task.resolve("status"));
                }
            }
        }
        throw new IOException("no thread " + name);
    }

    private static String affinityOf(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void cpuThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> run(spec("true").withCpus(List.of(0, 8000))))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("cannot pin to the CPUs [0, 8000]")
                .hasMessageContaining("only [0] of them are usable");
        assertThat(CpuAffinity.get()).isNotEqualTo(List.of(0));
    }

    @ParameterizedTest
    @CsvSource({"OTHER, 0", "BATCH, 3", "IDLE, 5"})
    void policyIsThatOfTheSpecAndOnlyTheProgramHasIt(SchedulingPolicy policy, String number) throws Exception {
        run(spec("cat", "/proc/self/stat").withPolicy(policy, 0));

        assertThat(policyOfProgram()).containsExactly("0", number);
        assertThat(Libc.sched_getscheduler(0)).isZero();
    }

    @Test
    void realTimePolicyIsSetBeforeTheProgramRuns() throws Exception {
        assumeTrue(Libc.geteuid() == 0, "real-time policies need root");

        run(spec("cat", "/proc/self/stat").withPolicy(SchedulingPolicy.RR, 7));

        assertThat(policyOfProgram()).containsExactly("7", "2");
        assertThat(Libc.sched_getscheduler(0)).isZero();
    }

    /** proc_pid_stat(5): fields 40 and 41 are the real-time priority and the policy. */
    private List<String> policyOfProgram() throws IOException {
        return Arrays.asList(Files.readString(stdout).trim().split(" ", -1)).subList(39, 41);
    }

    @Test
    void missingProgramIsNamedWithTheReason() {
        assertThatThrownBy(() -> run(spec("no-such-program-here")))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("cannot start 'no-such-program-here': ENOENT")
                .hasMessageContaining("PATH");
    }

    @Test
    void missingDirectoryIsNamed() {
        assertThatThrownBy(() -> run(spec("true").withDirectory(folder.resolve("none"))))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("none is not a directory");
    }

    @Test
    void usageIsThatOfTheKernelsOwnCount() throws Exception {
        // The shell's `times` prints its own CPU time and that of its children as 0m0.250s, resolution 10 ms.
        ProgramResult result = run(spec("/bin/sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; times"));

        String[] own = Files.readAllLines(stdout).get(0).split(" ", -1);
        double userS = seconds(own[0]);
        assertThat(userS).isPositive();
        assertThat(result.rusage().userNs() / 1e9).isBetween(userS - 0.02, userS + 0.05);
        assertThat(result.wallNs()).isGreaterThanOrEqualTo(result.rusage().cpuNs());
    }

    private static double seconds(String minutesAndSeconds) {
        int m = minutesAndSeconds.indexOf('m');
        return 60 * Double.parseDouble(minutesAndSeconds.substring(0, m))
                + Double.parseDouble(minutesAndSeconds.substring(m + 1, minutesAndSeconds.length() - 1));
    }

    @Test
    void everySleepIsOneVoluntarySwitch() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is missing");

        ProgramResult none = run(spec("/usr/bin/perl", "-e", "1"));
        ProgramResult fifty = run(spec("/usr/bin/perl", "-e", "select(undef, undef, undef, 0.001) for 1..50"));

        assertThat(fifty.rusage().voluntarySwitches() - none.rusage().voluntarySwitches())
                .isBetween(50L, 55L);
    }

    @Test
    void maximumMemoryIsTheProgramsOwnOrUnknown() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is missing");

        ProgramResult small = run(spec("/bin/true"));
        // Larger than this JVM, whose memory the child inherits as its maximum.
        long bytes = Math.max(400_000_000L, 2 * ownMaximumBytes());
        ProgramResult large =
                run(spec("/usr/bin/perl", "-e", "my $n = shift; my $x = 'x' x $n;", Long.toString(bytes)));

        assertThat(small.rusage().maxRssBytes()).isZero();
        assertThat(large.rusage().maxRssBytes()).isBetween(bytes, 2 * bytes + 100_000_000L);
    }

    private static long ownMaximumBytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String line =
                    lines.filter(text -> text.startsWith("VmHWM:")).findFirst().orElseThrow();
            return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
    }

    @Test
    void timeLimitEndsGrandchildrenThatIgnoreSigtermToo() throws Exception {
        Path grandchild = folder.resolve("grandchild");
        ProgramResult result = run(spec(
                        "/bin/sh",
                        "-c",
                        "sh -c 'trap \"\" TERM; echo $$ > " + grandchild + "; while :; do sleep 5; done' & wait")
                .withTimeLimit(Duration.ofMillis(500)));

        assertThat(result.timedOut()).isTrue();
        assertThat(result.signal()).isEqualTo(Libc.SIGTERM);
        assertThat(result.describeEnd()).isEqualTo("killed by signal 15 after its time limit");
        assertThat(isGone(Files.readString(grandchild).trim())).isTrue();
    }

    @Test
    void programThatIgnoresSigtermIsKilled() throws Exception {
        ProgramResult result = run(
                spec("/bin/sh", "-c", "trap '' TERM; while :; do sleep 5; done").withTimeLimit(Duration.ofMillis(300)));

        assertThat(result.timedOut()).isTrue();
        assertThat(result.signal()).isEqualTo(Libc.SIGKILL);
    }

    @Test
    void interruptEndsTheWaitAndCloseEndsTheProgram() throws Exception {
        RunningProgram program = ProgramLauncher.start(spec("sleep", "60"));
        Thread.currentThread().interrupt();

        assertThatThrownBy(program::await).isInstanceOf(InterruptedException.class);
        assertThat(program.hasEnded()).isFalse();
        program.close();

        assertThat(program.hasEnded()).isTrue();
        assertThat(isGone(String.valueOf(program.pid()))).isTrue();
    }

    /** Gone, or a zombie that only its new parent can take away. */
    private static boolean isGone(String pid) throws IOException, InterruptedException {
        Path stat = Path.of("/proc/" + pid + "/stat");
        for (int i = 0; i < 200; i++) {
            if (!Files.exists(stat) || Files.readString(stat).contains(") Z ")) {
                return true;
            }
            Thread.sleep(10); // SIGKILL is sent, its effect on somebody else's child comes when that one runs.
        }
        return false;
    }

    @Test
    void timesLieWithinThoseOfTheCaller() throws Exception {
        long before = Libc.monotonicNs();
        ProgramResult result = run(spec("sleep", "0.05"));
        long after = Libc.monotonicNs();

        assertThat(result.startNs()).isBetween(before, after);
        assertThat(result.endNs()).isBetween(result.startNs() + 50_000_000, after);
    }

    @Test
    void specRefusesWhatCannotBe() {
        ProgramSpec good = ProgramSpec.of(List.of("true"));

        assertThatThrownBy(() -> good.withPolicy(SchedulingPolicy.RR, 0)).hasMessageContaining("1 to 99");
        assertThatThrownBy(() -> good.withPolicy(SchedulingPolicy.OTHER, 5)).hasMessageContaining("the others 0");
        assertThatThrownBy(() -> good.withTimeLimit(Duration.ZERO)).hasMessageContaining("positive");
        assertThatThrownBy(() -> good.withCpus(List.of(-1))).hasMessageContaining("no such CPU");
        assertThatThrownBy(() -> ProgramSpec.of(List.of())).hasMessageContaining("needs a command");
    }
}
