package dev.whyswitch.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What each CPU did, by /proc/stat (proc_stat(5)), at one time or between two. In nanoseconds, but counted in ticks of
 * {@code 1 / sysconf(_SC_CLK_TCK)}, usually 10 ms. The kernel does not promise that idle and iowait only grow.
 *
 * @param cpus one entry per online CPU, ascending
 */
public record CpuTimes(List<CpuTime> cpus) {
    private static final Path STAT = Path.of("/proc/stat");

    /** Takes a copy. */
    public CpuTimes {
        cpus = List.copyOf(cpus);
    }

    /** The times since boot, now. */
    public static CpuTimes now() throws IOException {
        return parse(Files.readAllLines(STAT), 1_000_000_000L / Libc.sysconf(Libc.SC_CLK_TCK));
    }

    /** Lines {@code cpuN user nice system idle iowait irq softirq steal …}; user and nice hold the guests' time. */
    static CpuTimes parse(List<String> stat, long tickNs) {
        List<CpuTime> cpus = new ArrayList<>();
        for (String line : stat) {
            String[] words = line.split("\\s+", -1);
            if (words[0].matches("cpu[0-9]+")) {
                long[] ns = new long[8];
                for (int i = 0; i < ns.length && i + 1 < words.length; i++) {
                    ns[i] = Long.parseLong(words[i + 1]) * tickNs;
                }
                int cpu = Integer.parseInt(words[0].substring(3));
                cpus.add(new CpuTime(cpu, ns[0] + ns[1], ns[2], ns[5] + ns[6], ns[7], ns[3], ns[4]));
            }
        }
        return new CpuTimes(cpus);
    }

    /** What happened since {@code earlier}, on the CPUs that are in both. */
    public CpuTimes minus(CpuTimes earlier) {
        Map<Integer, CpuTime> before =
                earlier.cpus.stream().collect(Collectors.toMap(CpuTime::cpu, Function.identity()));
        return new CpuTimes(cpus.stream()
                .filter(now -> before.containsKey(now.cpu()))
                .map(now -> now.minus(before.get(now.cpu())))
                .toList());
    }

    /** User, kernel and interrupt time of all CPUs, nanoseconds. */
    public long busyNs() {
        return cpus.stream().mapToLong(CpuTime::busyNs).sum();
    }

    /** Time that the hypervisor gave to others, all CPUs, nanoseconds. */
    public long stealNs() {
        return cpus.stream().mapToLong(CpuTime::stealNs).sum();
    }

    /** All time of all CPUs, nanoseconds. */
    public long totalNs() {
        return cpus.stream().mapToLong(CpuTime::totalNs).sum();
    }

    /**
     * One CPU. All times in nanoseconds.
     *
     * @param cpu its number
     * @param userNs user mode, niced or not, guests included
     * @param systemNs kernel
     * @param irqNs interrupts and softirqs
     * @param stealNs time that the hypervisor gave to others
     * @param idleNs idle
     * @param iowaitNs idle while a task of this CPU waited for input or output
     */
    public record CpuTime(int cpu, long userNs, long systemNs, long irqNs, long stealNs, long idleNs, long iowaitNs) {
        CpuTime minus(CpuTime earlier) {
            return new CpuTime(
                    cpu,
                    Math.max(0, userNs - earlier.userNs),
                    Math.max(0, systemNs - earlier.systemNs),
                    Math.max(0, irqNs - earlier.irqNs),
                    Math.max(0, stealNs - earlier.stealNs),
                    Math.max(0, idleNs - earlier.idleNs),
                    Math.max(0, iowaitNs - earlier.iowaitNs));
        }

        /** User, kernel and interrupt time, nanoseconds. */
        public long busyNs() {
            return userNs + systemNs + irqNs;
        }

        /** All of it, nanoseconds. */
        public long totalNs() {
            return busyNs() + stealNs + idleNs + iowaitNs;
        }
    }
}
