package dev.whyswitch.trace;

import java.util.List;

/**
 * What a recording says about itself. Text fields are empty and numbers 0 where it says nothing.
 *
 * @param path the file as it was named
 * @param format name of the format, such as {@code perf.data}
 * @param sizeBytes size of the file
 * @param hostname machine of the recording
 * @param osRelease kernel release, {@code uname -r}
 * @param arch machine name, {@code uname -m}
 * @param recorderVersion version of the program that recorded
 * @param recorderCommand its command line, one word an element
 * @param cpusOnline CPUs online during the recording
 * @param clock name of the clock of the timestamps, such as {@code CLOCK_MONOTONIC}
 * @param events names of the recorded events
 * @param missingFiles files that belong to the recording and are not there
 * @param selection what it was made to hold
 */
public record TraceInfo(
        String path,
        String format,
        long sizeBytes,
        String hostname,
        String osRelease,
        String arch,
        String recorderVersion,
        List<String> recorderCommand,
        int cpusOnline,
        String clock,
        List<String> events,
        List<String> missingFiles,
        Selection selection) {

    /** Takes copies of the lists. */
    public TraceInfo {
        recorderCommand = List.copyOf(recorderCommand);
        events = List.copyOf(events);
        missingFiles = List.copyOf(missingFiles);
    }

    /** The word in {@link #format} for a recording whose end is missing. */
    public static final String UNFINISHED = "unfinished";

    /** The recorder was killed, or the file was cut: what it had in its buffers, or what was cut, is missing. */
    public boolean endIsMissing() {
        return format.contains(UNFINISHED);
    }

    /** The phrase in {@link #format} for a recording of switch records alone that do not tell preemption. */
    public static final String WITHOUT_PREEMPT_BIT = "switch records without preempt bit";

    /** Only PERF_RECORD_SWITCH tells of switches, and not whether the leaver could still run: Linux before 4.17. */
    public boolean hidesPreemption() {
        return format.contains(WITHOUT_PREEMPT_BIT);
    }

    /** The same of another format, with what is missing and what it was made to hold. */
    public TraceInfo with(String otherFormat, List<String> missing, Selection selected) {
        return new TraceInfo(
                path,
                otherFormat,
                sizeBytes,
                hostname,
                osRelease,
                arch,
                recorderVersion,
                recorderCommand,
                cpusOnline,
                clock,
                events,
                missing,
                selected);
    }
}
