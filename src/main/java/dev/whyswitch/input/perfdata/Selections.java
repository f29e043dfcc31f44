package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.Selection;
import java.util.ArrayList;
import java.util.List;

/** What a recording was made to hold, from the attributes of its events and the recorder's command line. */
final class Selections {
    private Selections() {}

    static Selection of(PerfHeader header, boolean singleTasks) {
        long period = 1;
        long rateHz = 0;
        for (int i = 0; i < header.attrs().size(); i++) {
            EventAttr attr = header.attrs().get(i);
            if (!attr.isTracepoint() || !header.eventName(i).equals(PerfDataReader.SCHED_SWITCH)) {
                continue;
            }
            if (attr.isRate()) {
                rateHz = attr.samplePeriod();
                period = 0;
            } else if (attr.samplePeriod() > 1
                    && rateHz == 0
                    && (attr.sampleType() & SampleLayout.PERF_SAMPLE_PERIOD) == 0) {
                // With PERF_SAMPLE_PERIOD the kernel writes every event of a tracepoint, with its own period
                // (kernel/events/core.c perf_swevent_event).
                period = Math.max(period, attr.samplePeriod());
            }
        }
        return new Selection(singleTasks, period, rateHz, filters(header.info().recorderCommand()));
    }

    /** Filters on sched_switch among the words of perf's command line; one belongs to the events named before it. */
    private static List<String> filters(List<String> words) {
        List<String> filters = new ArrayList<>();
        boolean onSwitch = false;
        for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            if (word.equals("-e") || word.equals("--event")) {
                onSwitch = namesSwitch(next);
            } else if (word.startsWith("--event=")) {
                onSwitch = namesSwitch(word);
            } else if (word.equals("--filter") && onSwitch) {
                filters.add(word + " " + next);
            } else if ((word.startsWith("--filter=") && onSwitch) || word.equals("--exclude-perf")) {
                filters.add(word);
            }
        }
        return filters;
    }

    private static boolean namesSwitch(String events) {
        return events.contains("sched_switch") || events.contains("*");
    }
}
