package dev.whyswitch.analyze;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.SchedSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The switches of a recording as lines "cpu µs prev ==> next", from our reader and from the text of perf script. */
final class SwitchLines {
    private static final Pattern HEAD =
            Pattern.compile("^.*\\[(\\d+)\\]\\s+(\\d+)\\.(\\d{6}):\\s+sched:sched_switch: (.*)$");
    private static final Pattern BODY =
            Pattern.compile("^prev_comm=(.*) prev_pid=(\\d+) prev_prio=(\\d+) prev_state=(\\S+)"
                    + " ==> next_comm=(.*) next_pid=(\\d+) next_prio=(\\d+)$");
    private static final Pattern OURS = Pattern.compile("^(\\d+) cpu(\\d+) by -?\\d+: (.* \\S+ ==> .*)$");

    private SwitchLines() {}

    static List<String> ofPerfScript(Iterable<String> lines) {
        List<String> switches = new ArrayList<>();
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            Matcher body = head.matches() ? BODY.matcher(head.group(4)) : null;
            if (body != null && body.matches()) {
                long us = Long.parseLong(head.group(2)) * 1_000_000 + Long.parseLong(head.group(3));
                switches.add("cpu" + Integer.parseInt(head.group(1)) + " " + us + " " + body.group(1) + ":"
                        + body.group(2)
                        + " [" + body.group(3) + "] " + body.group(4) + " ==> " + body.group(5) + ":" + body.group(6)
                        + " [" + body.group(7) + "]");
            }
        }
        return switches;
    }

    static List<String> ofReader(Path file) {
        EventLog[] log = new EventLog[1];
        Recording.feed(file, names -> {
            log[0] = new EventLog(names);
            return (SchedSink) log[0];
        });
        List<String> switches = new ArrayList<>();
        for (String line : log[0].lines()) {
            Matcher ours = OURS.matcher(line);
            if (ours.matches()) {
                long us = Long.parseLong(ours.group(1)) / 1000;
                switches.add("cpu" + ours.group(2) + " " + us + " " + ours.group(3));
            }
        }
        return switches;
    }

    /** The lines of one CPU, in their order. */
    static List<String> ofCpu(int cpu, List<String> lines) {
        return lines.stream().filter(l -> l.startsWith("cpu" + cpu + " ")).toList();
    }
}
