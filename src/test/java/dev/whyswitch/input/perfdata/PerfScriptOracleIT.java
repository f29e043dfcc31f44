package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.ThreadRow;
import dev.whyswitch.cli.Main;
import dev.whyswitch.json.Json;
import dev.whyswitch.record.Perf;
import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code perf script}, which shares no code with this reader, must say the same of the same file, event by event: time, CPU,
 * current thread and every field, for each form in which the perf of this machine writes a recording of the moment.
 *
 * <p>What may differ, and why:
 *
 * <ul>
 *   <li>Events of equal time on different CPUs have no order. Within a CPU the order is compared, unless its records step
 *       back in time: perf sorts them, this reader keeps their order and counts the steps (backwardsTimes).
 *   <li>perf prints common_flags nowhere: the interrupt bits of sched_waking are compared with the bytes of the file.
 *   <li>PERF_RECORD_FORK of time 0 is perf's word for tasks that were there before; nobody was created, and none is told.
 *   <li>Events the reader has no word for are in the text alone.
 *   <li>A record that perf record wrote twice ({@link RepeatedRecords}) is printed twice. It is one event.
 *   <li>A sample of a group (:S) is printed once for each member that counted, under that member's name. It is one event.
 * </ul>
 */
final class PerfScriptOracleIT {
    private static final List<String> PROGRAM = List.of("bash", "src/test/sh/every-event.sh");

    private static final String EVENTS = "sched:sched_switch,sched:sched_waking,sched:sched_wakeup,"
            + "sched:sched_wakeup_new,sched:sched_migrate_task,sched:sched_process_fork,sched:sched_stat_runtime";

    /** Without the search for build ids, which takes longer than the program. */
    private static final List<String> RECORD = List.of("perf", "record", "-q", "-B", "-N");

    private static final String SWITCH = "sched:sched_switch";

    private static final Pattern TIME_AND_CPU = Pattern.compile("(?s)(\\d+)(?: cpu(\\d+))?.*");
    private static final Pattern FLAGS = Pattern.compile(" flags -?\\d+$");

    /** The log's lines of the events that {@link PerfScript} translates. */
    private static final Pattern COMPARED = Pattern.compile(
            "(?s)\\d+(: name | cpu-?\\d+: (fork|exec|exit|lost) | cpu-?\\d+ by -?\\d+:"
                    + " (out, next |in, prev |waking |wakeup |wakeup_new |migrate |runtime |waits for child |.*:\\d+ \\[-?\\d+] \\S+ ==> )).*");

    private static final Pattern LEAVER = Pattern.compile("(?s).*:(\\d+) \\[-?\\d+\\] (\\S+) ==> .*");

    @TempDir
    private Path folder;

    @BeforeAll
    static void perfCanRecord() throws IOException, InterruptedException {
        Perf.assumeRecording();
    }

    /** A line of a log with a time; its CPU is -1 if it names none. */
    private record Line(long timeNs, int cpu, String text) {
        static Line of(String text) {
            Matcher m = TIME_AND_CPU.matcher(text);
            assertThat(m.matches()).as(text).isTrue();
            return new Line(Long.parseLong(m.group(1)), m.group(2) == null ? -1 : Integer.parseInt(m.group(2)), text);
        }
    }

    /** What the reader under test says of a recording. */
    private record Reading(List<String> lines, TraceQuality quality, boolean hasSwitchTracepoint) {
        static Reading of(PerfDataReader reader) throws IOException {
            EventLog log = new EventLog(reader.names());
            TraceQuality quality = reader.read(log);
            return new Reading(log.lines(), quality, reader.hasSwitchTracepoint());
        }

        static Reading of(Path recording, Optional<Path> formats) throws IOException {
            return of(PerfDataReader.open(recording, formats));
        }

        List<String> windows() {
            return lines.stream().filter(l -> l.startsWith("window ")).toList();
        }

        /** Events with a time that perf script has a word for, the flags of wakings left out. */
        List<Line> timed() {
            return lines.stream()
                    .filter(l -> !l.startsWith("0:") && COMPARED.matcher(l).matches())
                    .map(l -> Line.of(FLAGS.matcher(l).replaceFirst("")))
                    .toList();
        }

        List<String> timeless() {
            return lines.stream().filter(l -> l.startsWith("0:")).toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "file                |",
                "all sched events    | -e sched:*",
                "switch records      | --switch-events",
                "switch records only | -e dummy:u --switch-events",
                "threads             | --threads",
                "zstd                | -z",
                "threads and zstd    | --threads -z",
                "monotonic clock     | -k CLOCK_MONOTONIC",
                "call chains         | -g",
                "stack copies        | --call-graph dwarf,1024",
                "unbuffered          | -R --no-buffering",
                "overwrite           | --overwrite --tail-synthesize --switch-events",
                "cpu-clock beside    | -e cpu-clock",
                "group with values   | -e {sched:sched_switch,sched:sched_waking}:S",
                "identifier          | --sample-identifier",
                "more fields         | --intr-regs=ip,sp --user-regs=ip,sp -d --phys-data -P --data-page-size",
                "cgroups, namespaces | --all-cgroups --namespaces",
                "asynchronous        | --aio",
                "losses              | -m 1 --switch-events",
            })
    void everyFormIsReadAsPerfScriptReadsIt(String form, String options) throws IOException, InterruptedException {
        List<String> words = options == null ? List.of() : List.of(options.split(" "));
        Path recording = record(form, words);

        compare(recording, Optional.empty(), recording);
    }

    /** A command, and what it starts: its switch-outs are there, and of its switch-ins what records tell of them. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "-e sched:sched_switch",
                "-e sched:sched_switch --switch-events",
                "-e dummy:u --switch-events",
            })
    void singleTasksAreReadAsPerfScriptReadsThem(String options) throws IOException, InterruptedException {
        Path recording = record("tasks", List.of(), List.of(options.split(" ")), PROGRAM);

        compareTasks(recording);
    }

    /** A process that runs already: it waits until perf, whose own command is started last, tells it to go on. */
    @Test
    void aRunningProcessIsReadAsPerfScriptReadsIt() throws IOException, InterruptedException {
        Path gate = folder.resolve("gate");
        run(List.of("mkfifo", gate.toString()), ProcessBuilder.Redirect.DISCARD);
        List<String> waiting = new ArrayList<>(List.of("bash", "-c", "read -r <" + gate + "; exec \"$@\"", "bash"));
        waiting.addAll(PROGRAM);
        Process process = new ProcessBuilder(waiting)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // perf ends with its command or with the process, whichever is first; then it tells its command to end.
        String goOnAndWait = "trap 'exit 0' TERM; echo >" + gate + "; while kill -0 " + process.pid()
                + " 2>/dev/null; do sleep 0.05; done";
        try {
            Path recording = record(
                    "process",
                    List.of("-p", Long.toString(process.pid())),
                    List.of("-e", SWITCH),
                    List.of("bash", "-c", goOnAndWait));

            compareTasks(recording);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private void compareTasks(Path recording) throws IOException, InterruptedException {
        assertThat(PerfDataReader.open(recording).recordsSingleTasks()).isTrue();
        compareEvents(Reading.of(recording, Optional.empty()), PerfScript.of(recording, folder));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"--switch-events", "-z -e sched:* -e irq:* -e timer:* -e signal:*"})
    void aPipeInAFileIsReadAsPerfScriptReadsIt(String options) throws IOException, InterruptedException {
        Path recording = folder.resolve("pipe.data");
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of("-o", "-"));
        List<String> command = recordCommand(words);
        run(command, ProcessBuilder.Redirect.to(recording.toFile()));

        compare(recording, Optional.empty(), recording);
    }

    @Test
    void standardInputIsReadAsPerfScriptReadsTheSameBytes() throws IOException, InterruptedException {
        Path recording = folder.resolve("pipe.data");
        List<String> command = new ArrayList<>(List.of("bash", "-c", "\"$@\" | tee " + recording, "bash"));
        command.addAll(recordCommand(List.of("-o", "-")));
        Process perf = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        InputStream before = System.in;
        System.setIn(perf.getInputStream());
        Reading reading;
        try {
            reading = Reading.of(Path.of("-"), Optional.empty());
        } finally {
            System.setIn(before);
        }
        assertThat(perf.waitFor()).isZero();

        compareEvents(reading, PerfScript.of(recording, folder));
    }

    @Test
    void interruptBitsOfWakingsAreThoseInTheFile() throws IOException, InterruptedException {
        Path recording = record("flags", List.of());
        long id = eventId(recording, "sched:sched_waking");
        Pattern waking = Pattern.compile("(?s)(\\d+) (cpu\\d+) .*: waking .* flags (-?\\d+)");

        List<String> actual = Reading.of(recording, Optional.empty()).lines().stream()
                .map(waking::matcher)
                .filter(Matcher::matches)
                .map(m -> m.group(1) + " " + m.group(2) + " " + m.group(3))
                .toList();
        List<String> expected = new RawSamples(recording)
                .read().stream()
                        .filter(s -> s.config() == id)
                        .map(s -> s.timeNs() + " cpu" + s.cpu() + " " + s.flags())
                        .toList();

        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(actual).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** perf script cannot read it, having no formats; but it can once those of the whole recording are put behind it. */
    @Test
    void whatAKilledPerfLeavesIsReadAsPerfScriptReadsItOnceCompleted() throws IOException, InterruptedException {
        Path whole = record("whole", List.of());
        Path killed = killed();

        compareUnfinished(killed, whole);
    }

    @Test
    void aCutFileIsReadAsPerfScriptReadsItOnceCompleted() throws IOException, InterruptedException {
        Path whole = record("whole", List.of("--switch-events"));
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.data"), Arrays.copyOf(bytes, bytes.length * 3 / 5));

        compareUnfinished(cut, whole);
        assertThat(Reading.of(cut, Optional.of(whole)).quality().trailingBytes())
                .as("the last record is cut")
                .isPositive();
    }

    @Test
    void aCutPipeIsReadUpToTheCut() throws IOException, InterruptedException {
        Path whole = folder.resolve("pipe.data");
        run(recordCommand(List.of("-o", "-")), ProcessBuilder.Redirect.to(whole.toFile()));
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(folder.resolve("cut.data"), Arrays.copyOf(bytes, bytes.length * 3 / 5));
        List<Line> cutLines = Reading.of(cut, Optional.empty()).timed();
        PerfScript all = PerfScript.of(whole, folder);

        // perf script ends with an error on the cut file; a CPU's records lie in order, so the cut one has each CPU's
        // first.
        assertThat(cutLines).hasSizeGreaterThan(500);
        List<Line> allTimed = timed(all.lines());
        for (int cpu = 0; cpu < cpus(allTimed); cpu++) {
            List<Line> of = ofCpu(cpu, cutLines);
            assertThat(of).isEqualTo(ofCpu(cpu, allTimed).subList(0, of.size()));
        }
    }

    /** With the formats of another recording, and by guess. */
    private void compareUnfinished(Path unfinished, Path whole) throws IOException, InterruptedException {
        Path completed = folder.resolve("completed.data");
        new RawSamples(unfinished).completeWith(whole, completed);
        compare(unfinished, Optional.of(whole), completed);

        long id = eventId(whole, SWITCH);
        long switches = new RawSamples(unfinished)
                .read().stream().filter(s -> s.config() == id).count();
        List<Line> byFormat = switches(Reading.of(unfinished, Optional.of(whole)));
        assertThat(switches).isGreaterThan(100);
        assertThat(byFormat).hasSize((int) switches);
        assertThat(switches(Reading.of(unfinished, Optional.empty()))).isEqualTo(byFormat);
    }

    private static List<Line> switches(Reading reading) {
        return reading.timed().stream()
                .filter(l -> LEAVER.matcher(l.text).matches())
                .toList();
    }

    /** A recording whose perf was killed when it had written something, while it ran. */
    private Path killed() throws IOException, InterruptedException {
        Path recording = folder.resolve("killed.data");
        List<String> command = new ArrayList<>(RECORD);
        command.addAll(List.of("-a", "-m", "16", "-e", EVENTS, "-o", recording.toString()));
        Process perf = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            for (int round = 0; round < 20 && size(recording) < 300_000; round++) {
                assertThat(perf.isAlive()).isTrue();
                run(PROGRAM, ProcessBuilder.Redirect.DISCARD);
            }
        } finally {
            perf.destroyForcibly();
        }
        assertThat(perf.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(size(recording)).isGreaterThan(300_000);
        return recording;
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static long eventId(Path recording, String name) throws IOException {
        return PerfHeader.read(InputFile.open(recording)).formats().values().stream()
                .filter(f -> f.fullName().equals(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    /** Compares {@code recording} with what perf script says of {@code forPerf}, which holds the same records. */
    private void compare(Path recording, Optional<Path> formats, Path forPerf)
            throws IOException, InterruptedException {
        Reading reading = Reading.of(recording, formats);
        PerfScript all = PerfScript.of(forPerf, folder);
        PerfScript script = reading.quality().repeatedRecords() > 0 ? all.once() : all;
        assertThat((long) all.events().size() - script.events().size())
                .isLessThanOrEqualTo(reading.quality().repeatedRecords());
        compareEvents(reading, script);
        if (reading.quality().switchRecords() == 0) {
            compareSplit(recording, formats, script);
        }
    }

    private static void compareEvents(Reading reading, PerfScript script) {
        long ofTasks = script.count("PERF_RECORD_SWITCH");
        String record = ofTasks > 0 ? "PERF_RECORD_SWITCH" : "PERF_RECORD_SWITCH_CPU_WIDE";
        String counted = reading.hasSwitchTracepoint() ? SWITCH : record;
        assertThat(script.count(counted)).as("switches in the text").isGreaterThan(200);
        List<Line> expected = timed(script.lines());
        List<Line> actual = reading.timed();
        assertSame(sorted(actual), sorted(expected), "all");
        assertThat(reading.timeless())
                .isEqualTo(
                        script.lines().stream().filter(l -> l.startsWith("0:")).toList());
        assertThat(reading.windows()).containsExactlyInAnyOrderElementsOf(script.windows(counted));

        TraceQuality quality = reading.quality();
        if (quality.backwardsTimes() == 0) {
            for (int cpu = 0; cpu < cpus(expected); cpu++) {
                assertSame(ofCpu(cpu, actual), ofCpu(cpu, expected), "cpu" + cpu);
            }
            assertThat(actual).isSortedAccordingTo(Comparator.comparingLong(Line::timeNs));
        }
        long tracepoints = script.events().stream()
                .filter(e -> List.of(EVENTS.split(",")).contains(e.name())
                        && !e.line().isEmpty())
                .count();
        assertThat(quality.schedEvents()).isEqualTo(tracepoints);
        assertThat(quality.switchRecords()).isEqualTo(script.count("PERF_RECORD_SWITCH_CPU_WIDE") + ofTasks);
        assertThat(quality.lostRecords()).isEqualTo(script.count("PERF_RECORD_LOST"));
        assertThat(quality.unknownIds()).isZero();
        assertThat(quality.unknownRecords()).isZero();
        assertThat(quality.malformedRecords()).isZero();
    }

    /** Equal lists; where they are not, the first difference and what is around it instead of ten thousand lines. */
    private static void assertSame(List<Line> actual, List<Line> expected, String what) {
        int at = 0;
        while (at < actual.size() && at < expected.size() && actual.get(at).equals(expected.get(at))) {
            at++;
        }
        if (at < actual.size() || at < expected.size()) {
            assertThat(actual.subList(Math.max(0, at - 2), Math.min(actual.size(), at + 3)))
                    .as("%s, from event %d of %d, perf script has %d", what, at, actual.size(), expected.size())
                    .isEqualTo(expected.subList(Math.max(0, at - 2), Math.min(expected.size(), at + 3)));
        }
    }

    private static List<Line> timed(List<String> lines) {
        return lines.stream().filter(l -> !l.startsWith("0:")).map(Line::of).toList();
    }

    private static int cpus(List<Line> lines) {
        return lines.stream().mapToInt(Line::cpu).max().orElse(-1) + 1;
    }

    private static List<Line> ofCpu(int cpu, List<Line> lines) {
        return lines.stream().filter(l -> l.cpu == cpu).toList();
    }

    private static List<Line> sorted(List<Line> lines) {
        return lines.stream()
                .sorted(Comparator.comparingLong(Line::timeNs).thenComparing(Line::text))
                .toList();
    }

    /** The split of each thread, from the letters in the text alone, against {@code whyswitch analyze --format json}. */
    private void compareSplit(Path recording, Optional<Path> formats, PerfScript script) throws IOException {
        Map<Integer, List<Long>> expected = new TreeMap<>();
        for (PerfScript.Event event : script.events()) {
            Matcher leaver = LEAVER.matcher(event.line());
            if (event.name().equals(SWITCH)
                    && leaver.matches()
                    && !leaver.group(1).equals("0")) {
                List<Long> split = expected.computeIfAbsent(
                        Integer.valueOf(leaver.group(1)), tid -> new ArrayList<>(Collections.nCopies(3, 0L)));
                int kind = leaver.group(2).startsWith("R") ? 0 : ("XZTtP".contains(leaver.group(2)) ? 2 : 1);
                split.set(kind, split.get(kind) + 1);
            }
        }

        Analysis analysis = analyze(recording, formats);
        Map<Integer, List<Long>> actual = new TreeMap<>();
        Map<Integer, Long> switchesSeen = new HashMap<>();
        Set<Integer> inferred = new HashSet<>();
        for (ThreadRow row : analysis.threads()) {
            if (row.sums().inferredSwitches() > 0) {
                inferred.add(row.tid());
            }
            long seen = row.sums().switches() - row.sums().inferredSwitches();
            switchesSeen.merge(row.tid(), seen, Long::sum);
            if (row.sums().switches() > 0) {
                // A thread id that was used twice has two rows.
                List<Long> split =
                        actual.computeIfAbsent(row.tid(), tid -> new ArrayList<>(Collections.nCopies(3, 0L)));
                split.set(0, split.get(0) + row.sums().preemptions());
                split.set(1, split.get(1) + row.sums().synchronizations());
                split.set(2, split.get(2) + row.sums().terminationsOrStops());
                assertThat(row.sums().unclassified()).isEqualTo(row.sums().inferredSwitches());
            }
        }
        for (int tid : inferred) {
            assertThat(switchesSeen.get(tid))
                    .as("switches of thread %d that a record shows", tid)
                    .isEqualTo(expected.getOrDefault(tid, List.of(0L)).stream()
                            .mapToLong(Long::longValue)
                            .sum());
        }
        actual.keySet().removeAll(inferred);
        expected.keySet().removeAll(inferred);
        assertThat(actual).hasSizeGreaterThan(20).isEqualTo(expected);
    }

    private Analysis analyze(Path recording, Optional<Path> formats) throws IOException {
        List<String> words = new ArrayList<>(List.of("analyze", "--format", "json"));
        formats.ifPresent(path -> words.addAll(List.of("--formats", path.toString())));
        words.add(recording.toString());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(Main.run(words.toArray(String[]::new), new PrintWriter(out), new PrintWriter(err)))
                .as(err.toString())
                .isZero();
        return Json.read(Files.writeString(folder.resolve("analysis.json"), out.toString()), Analysis.class);
    }

    /** Records all CPUs while the program runs. */
    private Path record(String form, List<String> options) throws IOException, InterruptedException {
        return record(form, List.of("-a"), options, PROGRAM);
    }

    /** Records {@code target}, the program alone if it is empty; skips where perf has no such option here. */
    private Path record(String form, List<String> target, List<String> options, List<String> program)
            throws IOException, InterruptedException {
        Path recording = folder.resolve(form.replaceAll("\\W+", "-") + ".data");
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-o", recording.toString()));
        Path errors = folder.resolve("perf-record.err");
        int code = new ProcessBuilder(recordCommand(target, words, program))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        assumeTrue(code == 0, "SKIPPED: perf cannot record " + form + " here: " + Files.readString(errors));
        return recording;
    }

    private static List<String> recordCommand(List<String> options) {
        return recordCommand(List.of("-a"), options, PROGRAM);
    }

    private static List<String> recordCommand(List<String> target, List<String> options, List<String> program) {
        List<String> command = new ArrayList<>(RECORD);
        command.addAll(target);
        if (!options.contains("-m")) {
            command.addAll(List.of("-m", "512"));
        }
        command.addAll(options);
        boolean own = options.contains("dummy:u") || options.stream().anyMatch(o -> o.contains(SWITCH));
        if (!own && !options.contains("sched:*")) {
            command.addAll(List.of("-e", EVENTS));
        }
        command.add("--");
        command.addAll(program);
        return command;
    }

    private static void run(List<String> command, ProcessBuilder.Redirect out)
            throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command)
                        .redirectOutput(out)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}
