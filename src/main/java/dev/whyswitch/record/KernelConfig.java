package dev.whyswitch.record;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The options that the kernel was built with, as far as they matter to scheduling and tracing. */
final class KernelConfig {
    private static final List<String> OPTIONS = List.of(
            "HZ",
            "NO_HZ_IDLE",
            "NO_HZ_FULL",
            "PREEMPT_NONE",
            "PREEMPT_VOLUNTARY",
            "PREEMPT",
            "PREEMPT_LAZY",
            "PREEMPT_RT",
            "PREEMPT_DYNAMIC",
            "SCHED_AUTOGROUP",
            "FAIR_GROUP_SCHED",
            "CFS_BANDWIDTH",
            "RT_GROUP_SCHED",
            "SCHED_CORE",
            "SCHED_CLASS_EXT",
            "SCHED_HRTICK",
            "SCHEDSTATS",
            "SCHED_DEBUG",
            "KPROBES",
            "UPROBES",
            "FTRACE_SYSCALLS",
            "VIRT_CPU_ACCOUNTING_GEN",
            "PARAVIRT_TIME_ACCOUNTING");

    private KernelConfig() {}

    /**
     * Option without {@code CONFIG_} → value ({@code y}, {@code m}, a number, or {@code n} for "is not set"), sorted;
     * empty if the kernel shows its configuration nowhere. An option that the kernel does not have is not in it.
     */
    static Map<String, String> read(SystemFiles files, String kernelRelease) {
        for (String text : List.of(
                files.gunzipped("proc/config.gz"),
                files.text("boot/config-" + kernelRelease),
                files.text("lib/modules/" + kernelRelease + "/config"),
                files.text("lib/modules/" + kernelRelease + "/build/.config"))) {
            Map<String, String> config = parse(text);
            if (!config.isEmpty()) {
                return config;
            }
        }
        return Map.of();
    }

    static Map<String, String> parse(String text) {
        Map<String, String> config = new TreeMap<>();
        text.lines().forEach(line -> {
            String unset = line.startsWith("# CONFIG_") && line.endsWith(" is not set") ? "n" : "";
            String option = line.replaceFirst("^(# )?CONFIG_", "").replaceFirst("[= ].*$", "");
            if (OPTIONS.contains(option)) {
                config.put(option, unset.isEmpty() ? line.substring(line.indexOf('=') + 1) : unset);
            }
        });
        return config;
    }
}
