package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFactsTest {
    private static final String CONFIG = """
            CONFIG_HZ_250=y
            CONFIG_HZ=250
            CONFIG_PREEMPT_NONE=y
            # CONFIG_PREEMPT is not set
            CONFIG_PREEMPT_DYNAMIC=y
            CONFIG_RT_GROUP_SCHED=y
            # CONFIG_SCHEDSTATS is not set
            CONFIG_CC_VERSION_TEXT="gcc"
            """;

    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void kernel() throws IOException {
        file("proc/sys/kernel/osrelease", "6.18.0-test\n");
        file("proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Mon\n");
        file("proc/config.gz", "");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(root.resolve("proc/config.gz")))) {
            gzip.write(CONFIG.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private MachineFacts read() {
        return MachineReader.read(new SystemFiles(root));
    }

    @Test
    void machineThatSaysNothingHasEmptyFacts() {
        MachineFacts facts = read();

        assertThat(List.of(facts.kernelRelease(), facts.preemptMode(), facts.preemptModeSource(), facts.cpuModel()))
                .containsOnly("");
        assertThat(facts.hz()).isZero();
        assertThat(facts.memoryBytes()).isZero();
        assertThat(facts.stealShare()).isZero();
        assertThat(facts.virtual()).isFalse();
        assertThat(facts.sysctls()).isEmpty();
        assertThat(facts.pmus()).isEmpty();
    }

    @Test
    void factsComeFromTheirFiles() throws IOException {
        kernel();
        file("proc/sys/kernel/sched_rr_timeslice_ms", "100\n");
        file("proc/sys/kernel/sched_rt_runtime_us", "-1\n");
        file("proc/cmdline", "console=ttyS0 isolcpus=1 sched_vcpu_pack=15 mitigations=off -- idle=init\n");
        file(
                "proc/cpuinfo",
                "processor\t: 0\nmodel name\t: Test CPU\ncache size\t: 1024 KB\nflags\t\t: fpu hypervisor\n");
        file("proc/meminfo", "MemTotal:       24683620 kB\nMemFree: 1 kB\n");
        file("proc/stat", "cpu  1 1 1 1\ncpu0 10 0 10 70 0 0 0 10 0 0\n");
        file("sys/class/dmi/id/sys_vendor", "QEMU\n");
        file("sys/class/dmi/id/product_name", "Standard PC\n");
        file("sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
        file("sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
        file("sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n");
        file("sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list", "0-1\n");
        file("sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
        file("sys/bus/event_source/devices/cpu/type", "4\n");
        file("sys/bus/event_source/devices/msr/type", "9\n");
        MachineFacts facts = read();

        assertThat(facts.preemptModel()).isEqualTo("PREEMPT_DYNAMIC");
        assertThat(facts.hz()).isEqualTo(250);
        assertThat(facts.kernelConfig())
                .isEqualTo(Map.of(
                        "HZ",
                        "250",
                        "PREEMPT_NONE",
                        "y",
                        "PREEMPT",
                        "n",
                        "PREEMPT_DYNAMIC",
                        "y",
                        "RT_GROUP_SCHED",
                        "y",
                        "SCHEDSTATS",
                        "n"));
        assertThat(facts.sysctls()).isEqualTo(Map.of("sched_rr_timeslice_ms", "100", "sched_rt_runtime_us", "-1"));
        assertThat(facts.kernelParameters()).containsExactly("isolcpus=1", "sched_vcpu_pack=15", "mitigations=off");
        assertThat(facts.cpuModel()).isEqualTo("Test CPU");
        assertThat(facts.virtual()).isTrue();
        assertThat(facts.hypervisor()).isEqualTo("QEMU Standard PC");
        assertThat(facts.caches()).containsExactly("L1 Data 32K, CPUs 0-1");
        assertThat(facts.lockdown()).isEqualTo("integrity");
        assertThat(facts.pmus()).containsExactly("cpu");
        assertThat(facts.memoryBytes()).isEqualTo(24683620L * 1024);
        assertThat(facts.stealShare()).isEqualTo(0.1);
    }

    @Test
    void preemptModeIsTakenFromTheStrongestSource() throws IOException {
        kernel();
        assertThat(List.of(read().preemptMode(), read().preemptModeSource())).containsExactly("none", "config");

        file("proc/cmdline", "quiet preempt=full");
        assertThat(List.of(read().preemptMode(), read().preemptModeSource())).containsExactly("full", "command line");

        file("sys/kernel/debug/sched/preempt", "none (voluntary) full lazy\n");
        assertThat(List.of(read().preemptMode(), read().preemptModeSource())).containsExactly("voluntary", "debugfs");

        file("proc/sys/kernel/version", "#1 SMP PREEMPT_RT Mon\n");
        assertThat(List.of(read().preemptMode(), read().preemptModeSource())).containsExactly("rt", "version");
    }

    @Test
    void sysctlsAreReadWhole() throws Exception {
        Map<String, String> sysctls = MachineFacts.gather().sysctls();

        // pid_max has several digits on every Linux; a reader that reads twice sees only the first.
        assertThat(sysctls).containsKey("pid_max");
        for (Map.Entry<String, String> sysctl : sysctls.entrySet()) {
            assertThat(sysctl.getValue() + "\n").isEqualTo(Perf.output("cat", "/proc/sys/kernel/" + sysctl.getKey()));
        }
    }

    @Test
    void thisMachineIsTheOneThatUnameNames() throws Exception {
        MachineFacts facts = MachineFacts.gather();

        assertThat(facts.kernelRelease() + "\n").isEqualTo(Perf.output("uname", "-r"));
        assertThat(facts.kernelVersion() + "\n").isEqualTo(Perf.output("uname", "-v"));
        assertThat(facts.architecture() + "\n").isEqualTo(Perf.output("uname", "-m"));
        assertThat(facts.cpusAllowed()).isEqualTo(CpuAffinity.get());
        Path json = root.resolve("machine.json");
        Json.write(json, facts);
        assertThat(Json.read(json, MachineFacts.class)).isEqualTo(facts);
    }
}
