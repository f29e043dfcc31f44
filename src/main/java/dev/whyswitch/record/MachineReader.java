package dev.whyswitch.record;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@link MachineFacts}. Each path is named in Documentation/admin-guide or Documentation/ABI of the kernel. */
final class MachineReader {
    private static final String CPU = "sys/devices/system/cpu/";
    private static final Pattern PREEMPT_WORD = Pattern.compile("PREEMPT(_[A-Z]+)?");
    private static final int VERSION_LIMIT_S = 10;

    private static final List<String> SYSCTLS = List.of(
            "perf_event_mlock_kb",
            "perf_event_paranoid",
            "pid_max",
            "sched_autogroup_enabled",
            "sched_child_runs_first",
            "sched_energy_aware",
            "sched_rr_timeslice_ms",
            "sched_rt_period_us",
            "sched_rt_runtime_us",
            "sched_schedstats",
            "timer_migration",
            "watchdog");

    private static final List<String> PARAMETERS = List.of(
            "sched",
            "nohz",
            "isolcpus",
            "preempt",
            "idle",
            "mitigations",
            "pti",
            "nopti",
            "nosmt",
            "rcu_nocb",
            "irqaffinity",
            "threadirqs",
            "skew_tick",
            "clocksource",
            "tsc",
            "highres",
            "hz",
            "noautogroup",
            "cpuidle",
            "intel_idle",
            "intel_pstate",
            "amd_pstate",
            "processor.",
            "psi",
            "maxcpus",
            "nr_cpus");

    private final SystemFiles files;

    private MachineReader(SystemFiles files) {
        this.files = files;
    }

    static MachineFacts read(SystemFiles files) {
        return new MachineReader(files).read();
    }

    private MachineFacts read() {
        String release = files.text("proc/sys/kernel/osrelease");
        String version = files.text("proc/sys/kernel/version");
        Map<String, String> config = KernelConfig.read(files, release);
        List<String> parameters = words(files.text("proc/cmdline"));
        Matcher preempt = PREEMPT_WORD.matcher(version);
        String preemptModel = preempt.find() ? preempt.group() : "";
        String[] mode = preemptMode(preemptModel, parameters, config);
        return new MachineFacts(
                release,
                version,
                System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch"),
                preemptModel,
                mode[0],
                mode[1],
                (int) number(config.getOrDefault("HZ", "")),
                config,
                sysctls(),
                files.text(CPU + "online"),
                CpuAffinity.get(),
                cpuModel(),
                caches(),
                files.text(CPU + "smt/active"),
                files.text(CPU + "cpuidle/current_driver"),
                first(files.text(CPU + "cpuidle/current_governor_ro"), files.text(CPU + "cpuidle/current_governor")),
                files.text(CPU + "cpu0/cpufreq/scaling_driver"),
                files.text(CPU + "cpu0/cpufreq/scaling_governor"),
                words(files.value("proc/cpuinfo", "flags", ":")).contains("hypervisor")
                        || !hypervisor().isEmpty(),
                hypervisor(),
                stealShare(),
                files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
                relevant(parameters),
                files.choice("sys/kernel/security/lockdown"),
                pmus(),
                firstLine("perf", "--version"),
                firstLine("bpftrace", "--version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                number(files.value("proc/meminfo", "MemTotal", ":").replace(" kB", "")) * 1024);
    }

    /** The mode and its source; with PREEMPT_DYNAMIC it is chosen at boot and can be changed through debugfs. */
    private String[] preemptMode(String model, List<String> parameters, Map<String, String> config) {
        if (model.equals("PREEMPT_RT") || "y".equals(config.get("PREEMPT_RT"))) {
            return new String[] {"rt", model.equals("PREEMPT_RT") ? "version" : "config"};
        }
        String debugfs = files.text("sys/kernel/debug/sched/preempt");
        int open = debugfs.indexOf('(');
        int close = debugfs.indexOf(')');
        if (open >= 0 && close > open) {
            return new String[] {debugfs.substring(open + 1, close), "debugfs"};
        }
        for (String word : parameters) {
            if (word.startsWith("preempt=")) {
                return new String[] {word.substring(word.indexOf('=') + 1), "command line"};
            }
        }
        Map<String, String> modes = Map.of(
                "PREEMPT_NONE", "none", "PREEMPT_VOLUNTARY", "voluntary", "PREEMPT", "full", "PREEMPT_LAZY", "lazy");
        for (Map.Entry<String, String> mode : modes.entrySet()) {
            if ("y".equals(config.get(mode.getKey()))) {
                return new String[] {mode.getValue(), "config"};
            }
        }
        return model.equals("PREEMPT") ? new String[] {"full", "version"} : new String[] {"", ""};
    }

    private Map<String, String> sysctls() {
        Map<String, String> values = new TreeMap<>();
        for (String name : SYSCTLS) {
            String value = files.text("proc/sys/kernel/" + name);
            if (!value.isEmpty()) {
                values.put(name, value);
            }
        }
        return values;
    }

    private String cpuModel() {
        String arm = files.value("proc/cpuinfo", "CPU part", ":");
        return first(
                files.value("proc/cpuinfo", "model name", ":"),
                arm.isEmpty()
                        ? ""
                        : "implementer " + files.value("proc/cpuinfo", "CPU implementer", ":") + " part " + arm);
    }

    private List<String> caches() {
        List<String> caches = new ArrayList<>();
        String folder = CPU + "cpu0/cache/";
        for (String index : files.names(folder)) {
            if (index.startsWith("index")) {
                String cache = folder + index + "/";
                caches.add("L" + files.text(cache + "level") + " " + files.text(cache + "type") + " "
                        + files.text(cache + "size") + ", CPUs " + files.text(cache + "shared_cpu_list"));
            }
        }
        String size = files.value("proc/cpuinfo", "cache size", ":");
        return caches.isEmpty() && !size.isEmpty() ? List.of(size + " (cpuinfo)") : caches;
    }

    private String hypervisor() {
        String dmi = "sys/class/dmi/id/";
        String product = (files.text(dmi + "sys_vendor") + " " + files.text(dmi + "product_name")).strip();
        String type = first(
                files.text("sys/hypervisor/type"),
                files.text("proc/device-tree/hypervisor/compatible").replace("\0", ""));
        // On bare metal DMI names the maker of the board, which is no hypervisor.
        boolean flagged = words(files.value("proc/cpuinfo", "flags", ":")).contains("hypervisor");
        return first(type, flagged ? product : "");
    }

    private double stealShare() {
        CpuTimes times = CpuTimes.parse(files.lines("proc/stat"), 1);
        return times.totalNs() == 0 ? 0 : (double) times.stealNs() / times.totalNs();
    }

    private static List<String> relevant(List<String> parameters) {
        List<String> own = parameters.contains("--") ? parameters.subList(0, parameters.indexOf("--")) : parameters;
        return own.stream()
                .filter(word -> PARAMETERS.stream().anyMatch(word::startsWith))
                .toList();
    }

    /** {@code cpu}, {@code cpu_core} and {@code cpu_atom} of x86, {@code armv8_*} of ARM. */
    private List<String> pmus() {
        return files.names("sys/bus/event_source/devices").stream()
                .filter(name -> name.equals("cpu") || name.startsWith("cpu_") || name.startsWith("armv"))
                .toList();
    }

    private static String firstLine(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .start();
            try {
                if (!process.waitFor(VERSION_LIMIT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    return "";
                }
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return said.lines().findFirst().orElse("");
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return ""; // Not installed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String first(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\\s+", -1));
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
