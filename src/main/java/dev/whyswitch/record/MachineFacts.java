package dev.whyswitch.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What every report has to say about the machine. A fact that cannot be read is an empty text, an empty list, or 0;
 * it never fails a run.
 *
 * @param kernelRelease {@code uname -r}
 * @param kernelVersion {@code uname -v}
 * @param architecture {@code uname -m}
 * @param preemptModel the word of the version text: {@code PREEMPT_DYNAMIC}, {@code PREEMPT_RT}, …
 * @param preemptMode the mode in force: {@code none}, {@code voluntary}, {@code full}, {@code lazy}, {@code rt}
 * @param preemptModeSource where the mode is from: {@code debugfs}, {@code command line}, {@code config}, {@code version}
 * @param hz ticks per second, CONFIG_HZ
 * @param kernelConfig build options, {@code CONFIG_} cut off; {@code n} is "is not set"
 * @param sysctls values of /proc/sys/kernel by name, those that exist and can be read
 * @param cpusOnline such as {@code 0-1}
 * @param cpusAllowed the CPUs that this process may use
 * @param cpuModel name of the processor
 * @param caches one text per cache of the first CPU
 * @param smt {@code 1} if several threads of a core are in use, else {@code 0}
 * @param idleDriver driver of the idle states
 * @param idleGovernor governor of the idle states
 * @param frequencyDriver driver of the CPU frequency
 * @param frequencyGovernor governor of the CPU frequency
 * @param virtual whether the CPU says that a hypervisor is there
 * @param hypervisor its name, as far as sysfs, DMI or the device tree tell
 * @param stealShare share of all CPU time since boot that the hypervisor gave to others, 0 to 1
 * @param clocksource clock of the kernel
 * @param kernelParameters words of the kernel command line that concern scheduling, idling, timers and mitigations
 * @param lockdown {@code none}, {@code integrity} or {@code confidentiality}
 * @param pmus hardware counters of the CPU by the name of their device; empty: none
 * @param perfVersion what {@code perf --version} says
 * @param bpftraceVersion what {@code bpftrace --version} says
 * @param jvmVersion this JVM
 * @param memoryBytes size of the memory
 */
public record MachineFacts(
        String kernelRelease,
        String kernelVersion,
        String architecture,
        String preemptModel,
        String preemptMode,
        String preemptModeSource,
        int hz,
        Map<String, String> kernelConfig,
        Map<String, String> sysctls,
        String cpusOnline,
        List<Integer> cpusAllowed,
        String cpuModel,
        List<String> caches,
        String smt,
        String idleDriver,
        String idleGovernor,
        String frequencyDriver,
        String frequencyGovernor,
        boolean virtual,
        String hypervisor,
        double stealShare,
        String clocksource,
        List<String> kernelParameters,
        String lockdown,
        List<String> pmus,
        String perfVersion,
        String bpftraceVersion,
        String jvmVersion,
        long memoryBytes) {
    /** Takes copies that keep their order. */
    public MachineFacts {
        kernelConfig = Ordered.copyOf(kernelConfig);
        sysctls = Ordered.copyOf(sysctls);
        cpusAllowed = List.copyOf(cpusAllowed);
        caches = List.copyOf(caches);
        kernelParameters = List.copyOf(kernelParameters);
        pmus = List.copyOf(pmus);
    }

    /** The facts of this machine. Starts {@code perf --version} and the like: once per batch, not beside a run. */
    public static MachineFacts gather() {
        return MachineReader.read(new SystemFiles(Path.of("/")));
    }
}
