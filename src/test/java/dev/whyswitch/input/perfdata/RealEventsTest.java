package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event by event, a real recording says what `perf script` says of it. */
final class RealEventsTest {
    private static final Pattern LINE = Pattern.compile(
            "\\s*(?<tid>-?\\d+) \\[(?<cpu>\\d+)\\] +(?<s>\\d+)\\.(?<ns>\\d{9}): +(?<event>\\w+:\\w+): ?(?<text>.*)");

    /** What is compared: not the switches and forks, which other tests do, nor records that perf script leaves out. */
    private static final Pattern NOT_COMPARED = Pattern.compile(
            ".* ==> .*|.*: fork .*|\\d+: name .*|window .*|.*: exit [1-9]\\d*/.*|.*: exec \\d+ from -1");

    @TempDir
    private Path directory;

    private List<String> lines;
    private List<String> script;
    private TraceQuality quality;
    private List<String> events;

    @BeforeEach
    void readBoth() throws IOException {
        PerfDataReader reader = PerfDataReader.open(RealRecordings.unpack("events.data", directory));
        events = reader.info().events();
        EventLog log = new EventLog(reader.names());
        quality = reader.read(log);
        lines = log.lines();
        script = new String(RealRecordings.bytes("events.perf-script.txt"), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void everyEventIsWhatPerfScriptShows() {
        List<String> expected = new ArrayList<>();
        for (String line : script) {
            Matcher m = LINE.matcher(line);
            assertThat(m.matches()).as(line).isTrue();
            String event = m.group("event");
            if (!event.equals("sched:sched_switch") && !event.equals("sched:sched_process_fork")) {
                expected.add(m.group("s") + m.group("ns") + " cpu" + Integer.parseInt(m.group("cpu"))
                        + told(event, m.group("text"), m.group("tid")));
            }
        }
        assertThat(expected).hasSize(661);
        assertThat(lines)
                .filteredOn(line -> !NOT_COMPARED.matcher(line).matches())
                .containsExactlyElementsOf(expected);
        assertThat(quality.malformedRecords()).isZero();
        assertThat(quality.unknownIds()).isZero();
    }

    /** Every exit of a thread is told twice, by the tracepoint and by PERF_RECORD_EXIT. */
    @Test
    void exitRecordsNameTheThreadsOfTheTracepoint() {
        List<String> byRecord = lines.stream()
                .filter(line -> line.matches(".*: exit [1-9]\\d*/.*"))
                .map(line -> line.replaceAll(".*/", ""))
                .toList();
        List<String> byTracepoint = script.stream()
                .filter(line -> line.contains("sched_process_exit:"))
                .map(line -> line.replaceAll(".* pid=(\\d+) prio.*", "$1"))
                .toList();
        assertThat(byRecord).hasSize(7).containsExactlyInAnyOrderElementsOf(byTracepoint);
    }

    /** The text of {@code perf script} in the words of the log. */
    private String told(String event, String text, String tid) {
        String by = " by " + tid + ": ";
        int index = events.indexOf(event);
        return switch (event) {
            case "sched:sched_process_exec" -> replace(text, ".* pid=(\\d+) old_pid=(\\d+)", ": exec $1 from $2");
            case "sched:sched_process_exit" -> replace(text, ".* pid=(\\d+) prio=.*", ": exit -1/$1");
            case "sched:sched_process_wait" -> replace(text, ".* pid=(\\d+) prio=.*", by + "waits for child $1");
            case "sched:sched_pi_setprio" ->
                replace(text, ".* pid=(\\d+) oldprio=(\\d+) newprio=(\\d+)", by + "pi $1 [$2] to [$3]");
            case "task:task_rename" ->
                replace(text, "pid=(\\d+) oldcomm=(.*) newcomm=(.*) oom_score_adj=.*", by + "rename $1 $2 to $3");
            case "task:task_newtask" ->
                replace(text, "pid=(\\d+) comm=(.*) clone_flags=(\\w+) oom.*", by + "new $2:$1 flags $3");
            case "signal:signal_deliver" ->
                replace(text, "sig=(\\d+) errno=0 code=(-?\\d+) .*", by + "signal $1 code $2");
            case "probe_events:probed" -> replace(text, "\\((\\w+)\\)", by + "probe event " + index + " at $1");
            case "irq:irq_handler_entry" -> replace(text, "irq=(\\d+) name=(.*)", by + "DEVICE $1 begins $2");
            case "irq:irq_handler_exit" -> replace(text, "irq=(\\d+) ret=.*", by + "DEVICE $1 ends");
            case "irq:softirq_entry" -> replace(text, "vec=(\\d+) \\[action=(\\w+)\\]", by + "SOFTIRQ $1 begins $2");
            case "irq:softirq_exit" -> replace(text, "vec=(\\d+) .*", by + "SOFTIRQ $1 ends");
            case "irq_vectors:local_timer_entry" -> replace(text, "vector=(\\d+)", by + "VECTOR $1 begins local_timer");
            case "irq_vectors:local_timer_exit" -> replace(text, "vector=(\\d+)", by + "VECTOR $1 ends");
            case "raw_syscalls:sys_enter" ->
                replace(
                        text,
                        "NR (\\d+) \\((\\w+), (\\w+), (\\w+), (\\w+), \\w+, \\w+\\)",
                        by + "enter $1 event " + index + " ($2 $3 $4 $5)");
            case "raw_syscalls:sys_exit" ->
                replace(text, "NR (-?\\d+) = (-?\\d+)", by + "exit of $1 event " + index + " = $2");
            case "syscalls:sys_enter_futex" ->
                replace(
                                text,
                                "uaddr: 0x(\\w+), op: 0x(\\w+), val: 0x(\\w+), utime: 0x(\\w+), .*",
                                by + "enter 202 event " + index + " (~$1 ~$2 ~$3 ~$4)")
                        .replaceAll("~0*(?=\\w)", "");
            case "syscalls:sys_exit_futex" ->
                by + "exit of 202 event " + index + " = "
                        + Long.parseUnsignedLong(text.strip().substring(2), 16);
            default -> throw new AssertionError(event);
        };
    }

    private static String replace(String text, String pattern, String replacement) {
        assertThat(text.strip()).matches(pattern);
        return text.strip().replaceAll(pattern, replacement);
    }
}
