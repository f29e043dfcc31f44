package dev.whyswitch.report;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.analyze.Sums;
import dev.whyswitch.record.CpuTimes.CpuTime;
import dev.whyswitch.record.RunRecord;
import dev.whyswitch.record.Rusage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the run used, in the figures of the three documents and in their form. */
final class DocumentsSection {
    private static final String FIRST = "first (VTune)";
    private static final String SECOND = "second (`top`, counters)";
    private static final String THIRD = "third (csh's `time`)";

    private DocumentsSection() {}

    static void append(RunRecord run, Optional<Analysis> analysis, Markdown out) {
        out.heading(2, "The documents' own figures");
        out.paragraph(
                "The claims that this run tries come from three documents. These are their figures, in their form, of this"
                        + " run. CPU time is the program's and that of the children it waited for, by `wait4`.");
        long wallNs = run.result().wallNs();
        Rusage usage = run.result().rusage();
        Table table = new Table().words("document").words("figure").words("this run");
        table.row(FIRST, "run time", "`" + DocumentForms.vtuneSeconds(wallNs) + "`");
        vtune(analysis, table);
        table.row(
                SECOND,
                "%CPU of the process (200.0: two CPUs)",
                "`" + DocumentForms.percentCpu(usage.cpuNs(), wallNs) + "`");
        table.row(SECOND, "CPUs used, mean", cpusUsed(run));
        table.row(THIRD, "line of `time`", "`" + DocumentForms.cshTime(wallNs, usage.userNs(), usage.sysNs()) + "`");
        out.table(table);
        top(run, out);
        snapshots(run, out);
        cpuTimeTwice(usage, analysis, out);
    }

    private static String cpusUsed(RunRecord run) {
        if (run.result().wallNs() <= 0) {
            return Quantity.MISSING;
        }
        int allowed = run.program().cpus().isEmpty()
                ? run.machine().cpusAllowed().size()
                : run.program().cpus().size();
        return Quantity.number(
                        (double) run.result().rusage().cpuNs() / run.result().wallNs())
                + (allowed == 0 ? "" : " of " + allowed + " allowed");
    }

    private static void vtune(Optional<Analysis> analysis, Table table) {
        String atLeast = analysis.map(Missing::of).filter(Missing::isAny).isPresent() ? "at least " : "";
        Optional<Sums> program = analysis.map(Analysis::program);
        table.row(
                FIRST,
                "Preemption Context Switches",
                program.map(sums -> atLeast + Quantity.count(sums.preemptions()))
                        .orElse(Quantity.MISSING));
        table.row(
                FIRST,
                "Synchronization Context Switches",
                program.map(sums -> atLeast + Quantity.count(sums.vtuneSynchronizations()))
                        .orElse(Quantity.MISSING));
    }

    private static void top(RunRecord run, Markdown out) {
        List<CpuTime> cpus = run.cpuTimes().cpus();
        if (cpus.isEmpty()) {
            out.paragraph("`top`'s lines of the CPUs are missing: /proc/stat could not be read.");
            return;
        }
        out.paragraph(
                "As `top` of the second document would show it over the whole run (`us` holds niced time too; the kernel"
                        + " counts in ticks of mostly 10 ms, so a short run is coarse). The lines of the CPUs, and the table"
                        + " after them, are of the whole machine with all that ran on it; the line of the process is the"
                        + " program's:");
        List<String> lines =
                new ArrayList<>(cpus.stream().map(DocumentForms::topCpu).toList());
        lines.add("");
        lines.addAll(DocumentForms.topProcess(
                run.result().pid(),
                run.program().command().get(0),
                run.result().rusage().cpuNs(),
                run.result().wallNs()));
        out.verbatim(lines);
        Quantity.Unit unit = Quantity.Unit.forLargest(
                cpus.stream().mapToLong(CpuTime::totalNs).max().orElse(0));
        String in = " (" + unit.symbol() + ")";
        Table table = new Table()
                .numbers("CPU", "user" + in, "system" + in, "interrupts" + in, "idle" + in, "waiting for I/O" + in)
                .numbers("stolen by the hypervisor" + in, "all" + in);
        cpus.forEach(cpu -> table.row(
                Integer.toString(cpu.cpu()),
                unit.format(cpu.userNs()),
                unit.format(cpu.systemNs()),
                unit.format(cpu.irqNs()),
                unit.format(cpu.idleNs()),
                unit.format(cpu.iowaitNs()),
                unit.format(cpu.stealNs()),
                unit.format(cpu.totalNs())));
        out.table(table);
    }

    private static void snapshots(RunRecord run, Markdown out) {
        List<String> lines = new ArrayList<>();
        Table table = new Table().numbers("reading", "after (ms)", "smallest / largest counter");
        for (Map<String, String> snapshot : run.output().snapshots()) {
            List<String> counters = DocumentForms.counters(snapshot);
            if (!counters.isEmpty()) {
                lines.add("^C");
                lines.addAll(counters);
                table.row(
                        Integer.toString(table.size() + 1),
                        after(snapshot.getOrDefault("t_ns", ""), run.result().startNs()),
                        ratio(snapshot));
            }
        }
        if (lines.isEmpty()) {
            return;
        }
        out.paragraph(
                "The counters, as the second document's program prints them at each ^C (here a timer reads them):");
        out.verbatim(lines);
        out.table(table);
    }

    private static String after(String timeNs, long startNs) {
        return timeNs.matches("[0-9]{1,18}")
                ? Quantity.Unit.MS.format(Long.parseLong(timeNs) - startNs)
                : Quantity.MISSING;
    }

    /** 1 when all counters are equal, 0 when one did not move. */
    private static String ratio(Map<String, String> snapshot) {
        List<Double> values = new ArrayList<>();
        snapshot.forEach((key, value) -> {
            if (key.matches("counter[0-9]+") && value.matches("[0-9]+")) {
                values.add(Double.parseDouble(value));
            }
        });
        double largest = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double smallest = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        return largest == 0 ? Quantity.MISSING : Quantity.number(smallest / largest);
    }

    private static void cpuTimeTwice(Rusage usage, Optional<Analysis> analysis, Markdown out) {
        if (analysis.isEmpty()) {
            return;
        }
        long seen = analysis.get().program().runningNs();
        long counted = usage.cpuNs();
        out.paragraph("CPU time, counted twice: the kernel's account says " + Quantity.duration(counted)
                + ", the recording shows the program's threads running for " + Quantity.duration(seen) + " ("
                + String.format(Locale.ROOT, "%+.1f", 100.0 * (seen - counted) / Math.max(1, counted))
                + " %). The recording also has interrupts that hit the program and time that a hypervisor took; it lacks what"
                + " came before it was on.");
    }
}
