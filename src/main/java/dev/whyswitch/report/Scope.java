package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.ProcessRow;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.analyze.ThreadRow;
import java.util.List;

/**
 * Whom a report speaks about: the program's threads if one was named, else all of them. The rest of the system is shown
 * as one sum.
 *
 * @param threads the listed threads in it, in the order of the analysis: longest wait for a CPU first
 * @param others the listed threads outside it
 * @param recordingKept the recording is still there
 */
record Scope(Analysis analysis, List<ThreadRow> threads, List<ThreadRow> others, boolean recordingKept) {
    /** Rows of a table, longest wait for a CPU first, before the rest becomes one row. */
    static final int TOP = 30;

    static Scope of(Analysis analysis) {
        return of(analysis, true);
    }

    static Scope of(Analysis analysis, boolean recordingKept) {
        return new Scope(
                analysis,
                analysis.threads().stream().filter(ThreadRow::inProgram).toList(),
                analysis.threads().stream().filter(row -> !row.inProgram()).toList(),
                recordingKept);
    }

    boolean hasProgram() {
        return analysis.programTgid() >= 0;
    }

    /** Sums over whom the report speaks about. */
    Sums sums() {
        return hasProgram() ? analysis.program() : analysis.system();
    }

    /** How many threads are in it, listed or not. */
    int threadCount() {
        return threads.size() + analysis.unlisted().ofProgram();
    }

    /** How many threads are outside it, listed or not. */
    int otherCount() {
        return others.size() + analysis.unlisted().others();
    }

    Sums otherSums() {
        return sum(others).plus(analysis.unlisted().other());
    }

    /** Sums over the threads in it that are none of {@link #topThreads}. */
    Sums restSums() {
        return sum(threads.subList(topThreads().size(), threads.size()))
                .plus(analysis.unlisted().program());
    }

    List<ThreadRow> topThreads() {
        return threads.subList(0, Math.min(TOP, threads.size()));
    }

    static Sums sum(List<ThreadRow> rows) {
        return rows.stream().map(ThreadRow::sums).reduce(Sums.ZERO, Sums::plus);
    }

    /** The program's name as it was recorded; empty if none is known. */
    String programName() {
        for (ThreadRow row : analysis.threads()) {
            if (row.tid() == analysis.programTgid()) {
                return row.name();
            }
        }
        for (ProcessRow row : analysis.processes()) {
            if (row.tgid() == analysis.programTgid()) {
                return row.name();
            }
        }
        return "";
    }

    /** Whom the report speaks about, as inline Markdown. */
    String subject() {
        if (!hasProgram()) {
            return "All threads of the recording";
        }
        return programName().isEmpty()
                ? "Threads of PID " + analysis.programTgid()
                : "Threads of " + Markdown.name(programName()) + " (PID " + analysis.programTgid() + ")";
    }

    /** The subject, and how many processes besides the program's first one are in it. */
    String subjectWithChildren() {
        long children = analysis.processes().stream()
                        .filter(ProcessRow::inProgram)
                        .mapToLong(ProcessRow::processes)
                        .sum()
                - 1;
        return !hasProgram() || children <= 0
                ? subject()
                : subject() + " and of " + (children == 1 ? "1 process" : Quantity.count(children) + " processes")
                        + " created by it";
    }

    /** The same as plain text, for pictures. */
    String plainSubject() {
        if (!hasProgram()) {
            return "all threads of the recording";
        }
        return "threads of " + (programName().isEmpty() ? "" : programName() + ", ") + "PID " + analysis.programTgid();
    }

    /** The file's name without its folders. */
    String fileName() {
        String path = analysis.trace().path();
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
