package dev.whyswitch.report;

import dev.whyswitch.record.CpuTimes.CpuTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures of the three documents that whyswitch grew from, in their own form, so that a run can be laid beside them
 * character by character.
 */
final class DocumentForms {
    private static final double NS_PER_S = 1e9;

    private DocumentForms() {}

    /**
     * The third document's line, csh's {@code time} by its author's format: {@code 7.29sec 0.11usr 2.41sys (34.59% cpu)}.
     * The percentage is made from the exact times, as there.
     */
    static String cshTime(long wallNs, long userNs, long sysNs) {
        return String.format(
                Locale.ROOT,
                "%.2fsec %.2fusr %.2fsys (%s%% cpu)",
                wallNs / NS_PER_S,
                userNs / NS_PER_S,
                sysNs / NS_PER_S,
                wallNs <= 0 ? "?" : String.format(Locale.ROOT, "%.2f", 100.0 * (userNs + sysNs) / wallNs));
    }

    /** The first document's form of a run time: {@code 4.470s}. */
    static String vtuneSeconds(long ns) {
        return String.format(Locale.ROOT, "%.3fs", ns / NS_PER_S);
    }

    /** {@code top}'s %CPU of a process: 200.0 is two CPUs. */
    static String percentCpu(long cpuNs, long wallNs) {
        return wallNs <= 0 ? "?" : String.format(Locale.ROOT, "%.1f", 100.0 * cpuNs / wallNs);
    }

    /**
     * A line of the second document's {@code top}: {@code Cpu1  :100.0%us,  0.0%sy,  0.0%id,  0.0%wa, …}. Niced time is in
     * us, as /proc/stat's reader adds it; hard and soft interrupts are one figure.
     */
    static String topCpu(CpuTime cpu) {
        return String.format(
                Locale.ROOT,
                "%-6s:%s,%s,%s,%s,%s,%s",
                "Cpu" + cpu.cpu(),
                topShare(cpu.userNs(), cpu, "us"),
                topShare(cpu.systemNs(), cpu, "sy"),
                topShare(cpu.idleNs(), cpu, "id"),
                topShare(cpu.iowaitNs(), cpu, "wa"),
                topShare(cpu.irqNs(), cpu, "hi+si"),
                topShare(cpu.stealNs(), cpu, "st"));
    }

    private static String topShare(long ns, CpuTime cpu, String label) {
        double percent = cpu.totalNs() == 0 ? 0 : 100.0 * ns / cpu.totalNs();
        return String.format(Locale.ROOT, "%5.1f%%%s", percent, label);
    }

    /** {@code top}'s line of a process, with the columns that a run knows. */
    static List<String> topProcess(int pid, String command, long cpuNs, long wallNs) {
        long hundredths = cpuNs / 10_000_000;
        return List.of(
                "  PID  %CPU    TIME+  COMMAND",
                String.format(
                        Locale.ROOT,
                        "%5d %5s %3d:%02d.%02d  %s",
                        pid,
                        percentCpu(cpuNs, wallNs),
                        hundredths / 6000,
                        hundredths / 100 % 60,
                        hundredths % 100,
                        command));
    }

    /**
     * The counters of one ^C in the second document's form: {@code n0 = 203792139}. A program of workloads/ names them
     * counter0, counter1, …; other keys are left out.
     */
    static List<String> counters(Map<String, String> snapshot) {
        List<String> lines = new ArrayList<>();
        snapshot.forEach((key, value) -> {
            if (key.matches("counter[0-9]+")) {
                lines.add("n" + key.substring("counter".length()) + " = " + value);
            }
        });
        return lines;
    }
}
