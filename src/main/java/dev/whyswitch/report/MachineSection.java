package dev.whyswitch.report;

import dev.whyswitch.record.MachineFacts;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where it ran: what another machine would have to share to give the same numbers. */
final class MachineSection {
    private MachineSection() {}

    static void append(MachineFacts facts, Markdown out) {
        out.heading(2, "The machine");
        Table table = new Table().words("what").words("value");
        row(table, "kernel", facts.kernelRelease() + " " + facts.architecture());
        row(table, "its build", facts.kernelVersion());
        row(table, "preemption model", facts.preemptModel());
        row(
                table,
                "preemption mode in force",
                facts.preemptMode(),
                facts.preemptModeSource().isEmpty() ? "" : " (by " + Markdown.value(facts.preemptModeSource()) + ")");
        row(table, "ticks per second", facts.hz() == 0 ? "" : Integer.toString(facts.hz()));
        row(table, "processor", facts.cpuModel());
        row(table, "CPUs online", facts.cpusOnline());
        row(table, "CPUs allowed", facts.cpusAllowed().isEmpty() ? "" : RunSection.cpus(facts.cpusAllowed()));
        row(
                table,
                "several threads per core",
                switch (facts.smt()) {
                    case "1" -> "yes";
                    case "0" -> "no";
                    default -> "";
                });
        row(table, "caches of CPU 0", String.join("; ", facts.caches()));
        row(table, "memory", facts.memoryBytes() == 0 ? "" : Quantity.bytes(facts.memoryBytes()));
        row(table, "virtual machine", facts.virtual() ? "yes" : "no", suffix(facts.hypervisor()));
        row(
                table,
                "stolen by the hypervisor since boot",
                Quantity.number(100 * facts.stealShare()) + " % of all CPU time");
        row(table, "idle driver, governor", pair(facts.idleDriver(), facts.idleGovernor()));
        row(table, "frequency driver, governor", pair(facts.frequencyDriver(), facts.frequencyGovernor()));
        row(table, "kernel's clock", facts.clocksource());
        row(table, "hardware counters", facts.pmus().isEmpty() ? "none" : String.join(", ", facts.pmus()));
        row(table, "lockdown", facts.lockdown());
        row(table, "boot parameters", String.join(" ", facts.kernelParameters()));
        row(table, "kernel options", list(facts.kernelConfig()));
        row(table, "sysctls (kernel.…)", list(facts.sysctls()));
        row(table, "perf", facts.perfVersion());
        row(table, "bpftrace", facts.bpftraceVersion());
        row(table, "Java", facts.jvmVersion());
        out.table(table);
    }

    private static void row(Table table, String what, String value) {
        row(table, what, value, "");
    }

    private static void row(Table table, String what, String value, String suffix) {
        table.row(what, value.isBlank() ? Quantity.MISSING : Markdown.value(value) + suffix);
    }

    private static String suffix(String detail) {
        return detail.isEmpty() ? "" : ", " + Markdown.value(detail);
    }

    private static String pair(String first, String second) {
        return List.of(first, second).stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
    }

    private static String list(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
