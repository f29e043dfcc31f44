package dev.whyswitch.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code perf sched record --switch-events}: every CPU, every switch, seen by the tracepoint and by perf's own records.
 * perf 6.1 chooses sched_switch, sched_stat_runtime, sched_process_fork, sched_wakeup_new, sched_migrate_task and
 * sched_waking (tools/perf/builtin-sched.c, {@code __cmd_record}), with sched_stat_wait and its like where the kernel
 * has SCHEDSTATS. perf runs as a process of its own beside the program, not as its parent: the program inherits
 * nothing from it, and it nothing from the program.
 *
 * @param bufferPages pages of 4 KiB of ring buffer per CPU, a power of two
 * @param extraOptions further options of {@code perf record}, such as {@code -e raw_syscalls:sys_enter} or {@code -g}
 */
public record PerfProbe(int bufferPages, List<String> extraOptions) implements Probe {
    /** 8 MiB per CPU: 54,277 switches in 6.5 s without a loss, where perf's default lost 5 to 12 %. */
    public static final int DEFAULT_BUFFER_PAGES = 2048;

    /** Checks and takes a copy. */
    public PerfProbe {
        extraOptions = List.copyOf(extraOptions);
        if (Integer.bitCount(bufferPages) != 1) {
            throw new IllegalArgumentException("perf wants a power of two as its number of pages: " + bufferPages);
        }
    }

    /** With the default buffers and no extra options. */
    public PerfProbe() {
        this(DEFAULT_BUFFER_PAGES, List.of());
    }

    @Override
    public String kind() {
        return "perf";
    }

    @Override
    public Probe withBufferPages(int pages) {
        return new PerfProbe(pages, extraOptions);
    }

    @Override
    public RunningProbe start(RunFolder folder) throws IOException, InterruptedException {
        return RunningPerf.start(this, folder);
    }

    List<String> command(String controlOption, RunFolder folder) {
        List<String> command = new ArrayList<>(List.of("perf", "sched", "record", "--switch-events"));
        // Without it, a thread of perf that listens for new BPF programs wakes up each second and lets its end take
        // up to a second longer (tools/perf/util/sideband_evlist.c, evlist__poll(evlist, 1000)).
        command.add("--no-bpf-event");
        command.addAll(List.of("-m", String.valueOf(bufferPages), "-k", "CLOCK_MONOTONIC"));
        command.addAll(List.of("-D", "-1", "--control", controlOption));
        command.addAll(extraOptions);
        command.addAll(List.of("-o", folder.recording().toString()));
        return List.copyOf(command);
    }
}
