package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.EventLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code perf script} says of a recording, in the words of {@link EventLog}. Task names may hold anything, line ends
 * too: the head of an event (without name) is looked for at the beginning of a line, and a body is parsed from the right.
 */
final class PerfScript {
    /** Tid, CPU (-01 if not recorded), seconds, nanoseconds. What follows, up to the next head, is the body. */
    private static final Pattern HEAD = Pattern.compile("(?m)^ *(-?\\d+) \\[(-?\\d+)\\] +(\\d+)\\.(\\d{9}): +");

    private static final Pattern TRACEPOINT = Pattern.compile("(?s)(\\w+:\\w+): (.*)");
    private static final Pattern RECORD = Pattern.compile("(?s)(PERF_RECORD_\\w+)(.*)");

    private static final Pattern SWITCH = Pattern.compile("(?s)prev_comm=(.*) prev_pid=(\\d+) prev_prio=(-?\\d+)"
            + " prev_state=(\\S+) ==> next_comm=(.*) next_pid=(\\d+) next_prio=(-?\\d+)");
    private static final Pattern WAKE =
            Pattern.compile("(?s)comm=(.*) pid=(\\d+) prio=(-?\\d+)(?: success=1)? target_cpu=(\\d+)");
    private static final Pattern MIGRATE =
            Pattern.compile("(?s)comm=(.*) pid=(\\d+) prio=(-?\\d+) orig_cpu=(\\d+) dest_cpu=(\\d+)");
    private static final Pattern RUNTIME =
            Pattern.compile("(?s)comm=(.*) pid=(\\d+) runtime=(\\d+) \\[ns\\](?: vruntime=\\d+ \\[ns\\])?");
    private static final Pattern FORK = Pattern.compile("(?s)comm=(.*) pid=(\\d+) child_comm=(.*) child_pid=(\\d+)");

    private static final Pattern EXEC = Pattern.compile("(?s)filename=.* pid=(\\d+) old_pid=(\\d+)");
    private static final Pattern EXIT = Pattern.compile("(?s)comm=.* pid=(\\d+) prio=\\d+(?: group_dead=\\w+)?");
    private static final Pattern WAIT = Pattern.compile("(?s)comm=.* pid=(\\d+) prio=\\d+");

    /** Tracepoints whose line in the log does not say who ran. */
    private static final Set<String> ANONYMOUS =
            Set.of("sched:sched_process_fork", "sched:sched_process_exec", "sched:sched_process_exit");

    private static final Pattern SWITCH_RECORD =
            Pattern.compile(" (OUT|IN) (preempt|) *(?:next|prev) pid/tid: +-?\\d+/(-?\\d+) *");
    private static final Pattern TASK_SWITCH_RECORD = Pattern.compile(" (OUT|IN) *(preempt|) *");
    private static final Pattern COMM_RECORD = Pattern.compile("(?s)(?: exec)?: (.*):(-?\\d+)/(-?\\d+)");
    private static final Pattern FORK_RECORD = Pattern.compile("\\((-?\\d+):(-?\\d+)\\):\\((-?\\d+):(-?\\d+)\\)");
    private static final Pattern LOST_RECORD = Pattern.compile(" lost (\\d+)");

    /** One event of the text; {@code line} is what the log should hold, empty if the reader has no word for it. */
    record Event(long timeNs, int cpu, int tid, String name, String line) {}

    private final List<Event> events = new ArrayList<>();

    private PerfScript() {}

    /** Runs the perf of this machine on {@code recording}. */
    static PerfScript of(Path recording, Path folder) throws IOException, InterruptedException {
        Path text = folder.resolve("perf-script.txt");
        Path errors = folder.resolve("perf-script.err");
        int code = new ProcessBuilder(List.of(
                        "perf",
                        "script",
                        "-f",
                        "--ns",
                        "-F",
                        "tid,cpu,time,event,trace",
                        "--show-switch-events",
                        "--show-task-events",
                        "--show-lost-events",
                        "-i",
                        recording.toString()))
                .redirectOutput(text.toFile())
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("perf script: exit code " + code + ": " + Files.readString(errors));
        }
        // As EventLog does it, so that a name cut inside a character looks the same in both.
        return parse(new String(Files.readAllBytes(text), StandardCharsets.UTF_8));
    }

    static PerfScript parse(String text) throws IOException {
        PerfScript script = new PerfScript();
        List<MatchResult> heads = HEAD.matcher(text).results().toList();
        for (int i = 0; i < heads.size(); i++) {
            int end = i + 1 < heads.size() ? heads.get(i + 1).start() : text.length();
            script.add(heads.get(i), text.substring(heads.get(i).end(), end).stripTrailing());
        }
        return script;
    }

    /** All events, in the order of perf. */
    List<Event> events() {
        return events;
    }

    /** The same text with each event once: equal ones are one record that perf record wrote twice. */
    PerfScript once() {
        PerfScript once = new PerfScript();
        once.events.addAll(new LinkedHashSet<>(events));
        return once;
    }

    /** The lines that the log should hold, in the order of perf; those without a time begin with 0. */
    List<String> lines() {
        return events.stream().map(Event::line).filter(l -> !l.isEmpty()).toList();
    }

    /** How many events of {@code name}. */
    long count(String name) {
        return events.stream().filter(e -> e.name.equals(name)).count();
    }

    /** By CPU, the time of its last event of {@code name}, as the log tells the end of a window. */
    List<String> windows(String name) {
        Map<Integer, Long> ends = new TreeMap<>();
        events.stream()
                .filter(e -> e.name.equals(name) && e.cpu >= 0)
                .forEach(e -> ends.merge(e.cpu, e.timeNs, Math::max));
        return ends.entrySet().stream()
                .map(end -> "window of cpu" + end.getKey() + " ends " + end.getValue())
                .toList();
    }

    private void add(MatchResult head, String body) throws IOException {
        int tid = Integer.parseInt(head.group(1));
        int cpu = Integer.parseInt(head.group(2));
        long timeNs = Long.parseLong(head.group(3)) * 1_000_000_000L + Long.parseLong(head.group(4));
        Matcher tracepoint = TRACEPOINT.matcher(body);
        Matcher record = RECORD.matcher(body);
        String event;
        String line = "";
        if (tracepoint.matches()) {
            event = tracepoint.group(1);
            line = tracepoint(event, tracepoint.group(2));
            if (!line.isEmpty() && ANONYMOUS.contains(event)) {
                line = timeNs + " cpu" + cpu + ": " + line;
            } else if (!line.isEmpty()) {
                line = timeNs + " cpu" + cpu + " by " + tid + ": " + line;
            }
        } else if (record.matches()) {
            event = record.group(1);
            if (record.group(2).startsWith(" exec:")) {
                String started = match(COMM_RECORD, record.group(2)).group(3);
                events.add(new Event(timeNs, cpu, tid, "", timeNs + " cpu" + cpu + ": exec " + started + " from -1"));
            }
            line = record(event, record.group(2), timeNs, cpu, tid);
        } else {
            event = body.replaceAll("(?s):.*", "").strip();
        }
        events.add(new Event(timeNs, cpu, tid, event, line));
    }

    private static String tracepoint(String event, String fields) throws IOException {
        switch (event) {
            case "sched:sched_switch" -> {
                Matcher m = match(SWITCH, fields);
                return task(m.group(1), m.group(2), m.group(3)) + " " + state(m.group(4)) + " ==> "
                        + task(m.group(5), m.group(6), m.group(7));
            }
            case "sched:sched_waking" -> {
                if (SWITCH.matcher(fields).matches()) {
                    // A group's sample holds the values of all its members: perf prints it once for each that counted.
                    return "";
                }
                Matcher m = match(WAKE, fields);
                return "waking " + task(m.group(1), m.group(2), m.group(3));
            }
            case "sched:sched_wakeup", "sched:sched_wakeup_new" -> {
                Matcher m = match(WAKE, fields);
                return event.substring("sched:sched_".length()) + " " + task(m.group(1), m.group(2), m.group(3))
                        + " on " + Integer.parseInt(m.group(4));
            }
            case "sched:sched_migrate_task" -> {
                Matcher m = match(MIGRATE, fields);
                return "migrate " + m.group(2) + " " + m.group(4) + " to " + m.group(5);
            }
            case "sched:sched_stat_runtime" -> {
                Matcher m = match(RUNTIME, fields);
                return "runtime " + m.group(2) + " " + m.group(3);
            }
            case "sched:sched_process_fork" -> {
                Matcher m = match(FORK, fields);
                return "fork -1/" + m.group(2) + " to -1/" + m.group(4);
            }
            case "sched:sched_process_exec" -> {
                Matcher m = match(EXEC, fields);
                return "exec " + m.group(1) + " from " + m.group(2);
            }
            case "sched:sched_process_exit" -> {
                return "exit -1/" + match(EXIT, fields).group(1);
            }
            case "sched:sched_process_wait" -> {
                return "waits for child " + match(WAIT, fields).group(1);
            }
            default -> {
                return "";
            }
        }
    }

    private static String record(String type, String text, long timeNs, int cpu, int tid) throws IOException {
        switch (type) {
            case "PERF_RECORD_SWITCH" -> {
                Matcher m = match(TASK_SWITCH_RECORD, text);
                String what = m.group(1).equals("OUT")
                        ? "out, next -1" + (m.group(2).isEmpty() ? "" : " preempt")
                        : "in, prev -1";
                return timeNs + " cpu" + cpu + " by " + tid + ": " + what;
            }
            case "PERF_RECORD_SWITCH_CPU_WIDE" -> {
                Matcher m = match(SWITCH_RECORD, text + " ");
                String what = m.group(1).equals("OUT")
                        ? "out, next " + m.group(3) + (m.group(2).isEmpty() ? "" : " preempt")
                        : "in, prev " + m.group(3);
                return timeNs + " cpu" + cpu + " by " + tid + ": " + what;
            }
            case "PERF_RECORD_COMM" -> {
                Matcher m = match(COMM_RECORD, text);
                return timeNs + ": name " + m.group(2) + "/" + m.group(3) + " " + m.group(1);
            }
            case "PERF_RECORD_FORK" -> {
                Matcher m = match(FORK_RECORD, text);
                String fork = m.group(3) + "/" + m.group(4) + " to " + m.group(1) + "/" + m.group(2);
                // Made by perf for a task that was there before the recording: nobody was created.
                return timeNs == 0 ? "" : timeNs + " cpu" + cpu + ": fork " + fork;
            }
            case "PERF_RECORD_EXIT" -> {
                Matcher m = match(FORK_RECORD, text);
                return timeNs + " cpu" + cpu + ": exit " + m.group(1) + "/" + m.group(2);
            }
            case "PERF_RECORD_LOST" -> {
                return timeNs + " cpu" + cpu + ": lost "
                        + match(LOST_RECORD, text).group(1);
            }
            default -> {
                return "";
            }
        }
    }

    /** "D|K": the lowest bit, which is printed first, names the state; "+" is the mark of a preempted task. */
    private static String state(String letters) {
        return letters.endsWith("+") ? "R+" : letters.replaceAll("\\|.*", "");
    }

    private static String task(String name, String tid, String prio) {
        return name + ":" + tid + " [" + prio + "]";
    }

    private static Matcher match(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IOException("perf script printed what is not understood: " + text);
        }
        return matcher;
    }
}
