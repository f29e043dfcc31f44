package dev.whyswitch.report;

import java.util.List;
import java.util.Locale;

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
     * A line of the second document's {@code top}: {@code Cpu1  :100.0%us,  0.0%sy,  0.0%ni,  0.0%id, …}.
     *
     * @param name {@code Cpu0}, or {@code Cpu(s)}
     * @param ticks differences of /proc/stat in its own order: user, nice, system, idle, iowait, irq, softirq, steal
     */
    static String topCpu(String name, List<Long> ticks) {
        long all = ticks.stream().mapToLong(Long::longValue).sum();
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-6s:", name));
        String[] labels = {"us", "sy", "ni", "id", "wa", "hi", "si", "st"};
        int[] places = {0, 2, 1, 3, 4, 5, 6, 7};
        for (int i = 0; i < labels.length; i++) {
            long part = places[i] < ticks.size() ? ticks.get(places[i]) : 0;
            line.append(i == 0 ? "" : ",")
                    .append(String.format(Locale.ROOT, "%5.1f%%%s", all == 0 ? 0.0 : 100.0 * part / all, labels[i]));
        }
        return line.toString();
    }
}
