package dev.whyswitch.report;

import dev.whyswitch.analyze.CpuRow;
import dev.whyswitch.analyze.Sums;
import java.util.List;

/** The CPUs: who used them, and the switches on them. */
final class CpusSection {
    private CpusSection() {}

    static void append(Scope scope, Markdown out) {
        out.heading(2, "CPUs");
        List<CpuRow> cpus = scope.analysis().cpus();
        if (scope.analysis().trace().selection().singleTasks()) {
            out.paragraph(
                    "Single tasks were recorded: what else ran on the CPUs, and when they were idle, is not in the"
                            + " recording, so there is no table of CPUs.");
            return;
        }
        if (cpus.isEmpty()) {
            out.paragraph("The recording names no CPU, so time and switches cannot be told apart by CPU.");
            return;
        }
        out.paragraph(
                "All threads of the system, not only the program's. *Unknown*: before the CPU's first record, or inside a"
                        + " loss. The trace cannot tell interrupts from the thread they interrupt, nor time that a hypervisor took.");
        int online = scope.analysis().trace().cpusOnline();
        if (cpus.size() < online) {
            out.paragraph(
                    Quantity.count(online - cpus.size(), "CPU") + " of " + Quantity.count(online)
                            + " online "
                            + (online - cpus.size() == 1 ? "has" : "have")
                            + " no switch in the recording: not recorded, idle all the time, or part of the recording is missing.");
        }
        Quantity.Unit unit = Quantity.Unit.forLargest(
                cpus.stream().mapToLong(CpuRow::windowNs).sum());
        String in = " (" + unit.symbol() + ")";
        Table table = new Table()
                .numbers("CPU", "window" + in, "running" + in, "idle" + in, "unknown" + in)
                .numbers("running (%)", "idle (%)", "unknown (%)")
                .numbers("switches", "preemption", "synchronization", "end or stop", "unclassified", "switches (1/s)");
        cpus.forEach(cpu -> table.row(cells(Integer.toString(cpu.cpu()), cpu, unit)));
        table.totalRow(cells("all", total(cpus), unit));
        out.table(table);
    }

    /** The sum over all; its number means nothing. */
    static CpuRow total(List<CpuRow> cpus) {
        long window = 0;
        long idle = 0;
        Sums sums = Sums.ZERO;
        for (CpuRow cpu : cpus) {
            window += cpu.windowNs();
            idle += cpu.idleNs();
            sums = sums.plus(new Sums(
                    cpu.preemptions(),
                    cpu.synchronizations(),
                    cpu.terminationsOrStops(),
                    cpu.unclassified(),
                    cpu.runningNs(),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    cpu.unknownNs(),
                    0,
                    0));
        }
        return new CpuRow(
                -1,
                window,
                sums.preemptions(),
                sums.synchronizations(),
                sums.terminationsOrStops(),
                sums.unclassified(),
                sums.runningNs(),
                idle,
                sums.unknownNs());
    }

    private static String[] cells(String name, CpuRow cpu, Quantity.Unit unit) {
        return new String[] {
            name,
            unit.format(cpu.windowNs()),
            unit.format(cpu.runningNs()),
            unit.format(cpu.idleNs()),
            unit.format(cpu.unknownNs()),
            Quantity.percent(cpu.runningNs(), cpu.windowNs()),
            Quantity.percent(cpu.idleNs(), cpu.windowNs()),
            Quantity.percent(cpu.unknownNs(), cpu.windowNs()),
            Quantity.count(cpu.switches()),
            Quantity.count(cpu.preemptions()),
            Quantity.count(cpu.synchronizations()),
            Quantity.count(cpu.terminationsOrStops()),
            Quantity.count(cpu.unclassified()),
            Quantity.perSecond(cpu.switches(), cpu.windowNs())
        };
    }
}
