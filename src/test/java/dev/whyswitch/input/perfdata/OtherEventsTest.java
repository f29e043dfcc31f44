package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.trace.EventLog;
import dev.whyswitch.trace.KernelSymbols;
import dev.whyswitch.trace.TraceInfo;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The events that say why a thread waits, in the layouts of kernels from 2.6.32 to 6.18. */
final class OtherEventsTest {
    @TempDir
    private Path directory;

    private TraceQuality quality;
    private TraceInfo info;

    private List<String> read(PerfDataBuilder file) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file.write(directory));
        info = reader.info();
        EventLog log = new EventLog(reader.names());
        quality = reader.read(log);
        return log.lines();
    }

    static List<ByteOrder> byteOrders() {
        return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
    }

    /** A recording with sched_switch, which every recording needs, and {@code formats}. */
    private static PerfDataBuilder with(ByteOrder order, TestFormat... formats) {
        return PerfDataBuilder.in(order).events(TestFormat.schedSwitch(8)).events(formats);
    }

    private static byte[] text(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    // ---- life of threads ----

    /** 6.18: exec as since 3.4, exit with group_dead since 6.16, wait with __data_loc. */
    @ParameterizedTest
    @MethodSource("byteOrders")
    void lifeAsInLinux618(ByteOrder order) throws IOException {
        TestFormat exec =
                TestFormat.of("sched_process_exec", 365).dynamicComm("filename").ints("pid", "old_pid");
        TestFormat exit = TestFormat.of("sched_process_exit", 369)
                .comm("comm")
                .ints("pid", "prio")
                .field("group_dead", "bool group_dead", 1);
        TestFormat wait =
                TestFormat.of("sched_process_wait", 367).dynamicComm("comm").ints("pid", "prio");
        PerfDataBuilder file = with(order, exec, exit, wait);
        file.at(3, 100, 70)
                .sample("sched_process_exec", values("filename", text("/bin/true"), "pid", 70, "old_pid", 71));
        file.at(3, 200, 70).sample("sched_process_exit", values("comm", text("true"), "pid", 70, "prio", 120));
        file.at(3, 300, 60).sample("sched_process_wait", values("comm", text("main"), "pid", 70, "prio", 120));
        file.at(3, 400, 60).exit(1, 1, 60, 61);
        file.at(3, 500, 60).commOfExec(60, 60, "cat");

        assertThat(read(file))
                .containsExactly(
                        "100 cpu3: exec 70 from 71",
                        "200 cpu3: exit -1/70",
                        "300 cpu3 by 60: waits for child 70",
                        "400 cpu3: exit 60/61",
                        "500 cpu3: exec 60 from -1",
                        "500: name 60/60 cat");
        assertThat(quality.malformedRecords()).isZero();
    }

    /** 2.6.32 to 4.4: names of 16 bytes in the record, in 2.6.32 behind one more common field and without "signed:". */
    @ParameterizedTest
    @MethodSource("byteOrders")
    void lifeAsInOldKernels(ByteOrder order) throws IOException {
        TestFormat exit = TestFormat.of("sched_process_exit", 50)
                .ints("common_lock_depth")
                .comm("comm")
                .ints("pid", "prio")
                .withoutSigns();
        TestFormat wait = TestFormat.of("sched_process_wait", 51)
                .ints("common_lock_depth")
                .comm("comm")
                .ints("pid", "prio")
                .withoutSigns();
        TestFormat sleep = TestFormat.of("sched_stat_sleep", 52)
                .ints("common_lock_depth")
                .comm("comm")
                .ints("pid")
                .field("delay", "u64 delay", 8)
                .withoutSigns();
        PerfDataBuilder file = with(order, exit, wait, sleep);
        file.at(0, 100, 7).sample("sched_process_exit", values("comm", text("x"), "pid", 7, "prio", 120));
        file.at(0, 200, 6).sample("sched_process_wait", values("comm", text("x"), "pid", 0, "prio", 120));
        file.at(0, 300, 6).sample("sched_stat_sleep", values("comm", text("x"), "pid", 9, "delay", 0x1_0000_0001L));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu0: exit -1/7",
                        "200 cpu0 by 6: waits for child 0",
                        "300 cpu0 by 6: delay SLEEP of 9 4294967297");
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void namesOfTasks(ByteOrder order) throws IOException {
        TestFormat rename = TestFormat.of("task_rename", 204)
                .in("task")
                .ints("pid")
                .comm("oldcomm")
                .comm("newcomm")
                .field("oom_score_adj", "short oom_score_adj", 2);
        TestFormat newTask = TestFormat.of("task_newtask", 205)
                .in("task")
                .ints("pid")
                .comm("comm")
                .field("clone_flags", "u64 clone_flags", 8)
                .field("oom_score_adj", "short oom_score_adj", 2);
        PerfDataBuilder file = with(order, rename, newTask);
        file.at(1, 100, 5)
                .sample("task_rename", values("pid", 6, "oldcomm", text("a b"), "newcomm", text("high=prio [x]")));
        file.at(1, 200, 5).sample("task_newtask", values("pid", 7, "comm", text("a b"), "clone_flags", 0x3d0f00L));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu1 by 5: rename 6 a b to high=prio [x]", "200 cpu1 by 5: new a b:7 flags 3d0f00");
    }

    @Test
    void aRenameWithoutPidIsTheCurrentThreads() throws IOException {
        TestFormat rename =
                TestFormat.of("task_rename", 204).in("task").comm("oldcomm").comm("newcomm");
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN, rename);
        file.at(1, 100, 5).sample("task_rename", values("oldcomm", text("a"), "newcomm", text("b")));

        assertThat(read(file)).containsExactly("100 cpu1 by 5: rename 5 a to b");
    }

    // ---- scheduler's own accounts ----

    @ParameterizedTest
    @ValueSource(strings = {"wait", "sleep", "iowait", "blocked"})
    void delaysInDataLocLayout(String kind) throws IOException {
        String name = "sched_stat_" + kind;
        TestFormat delay =
                TestFormat.of(name, 363).dynamicComm("comm").ints("pid").field("delay", "u64 delay", 8);
        PerfDataBuilder file = with(ByteOrder.BIG_ENDIAN, delay);
        file.at(0, 100, 5).sample(name, values("comm", text("x"), "pid", 9, "delay", 5_000_000_000L));

        assertThat(read(file))
                .containsExactly("100 cpu0 by 5: delay " + kind.toUpperCase(Locale.ROOT) + " of 9 5000000000");
    }

    @Test
    void aDelayThatTwoThreadsRecordedIsOne() throws IOException {
        TestFormat delay =
                TestFormat.of("sched_stat_sleep", 363).comm("comm").ints("pid").field("delay", "u64 delay", 8);
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN, delay).callchain(-128L, -7000L);
        file.sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.CALLCHAIN);
        file.at(0, 10_000, 5).sample("sched_stat_sleep", values("pid", 9, "delay", 77));
        file.at(0, 10_900, 5).sample("sched_stat_sleep", values("pid", 9, "delay", 77));
        file.at(0, 11_000, 5).sample("sched_stat_sleep", values("pid", 9, "delay", 78));
        file.at(0, 11_100, 5).sample("sched_stat_sleep", values("pid", 8, "delay", 78));
        file.at(0, 19_000, 5).sample("sched_stat_sleep", values("pid", 8, "delay", 78));

        assertThat(read(file))
                .filteredOn(line -> line.contains("delay"))
                .containsExactly(
                        "10000 cpu0 by 5: delay SLEEP of 9 77",
                        "11000 cpu0 by 5: delay SLEEP of 9 78",
                        "11100 cpu0 by 5: delay SLEEP of 8 78",
                        "19000 cpu0 by 5: delay SLEEP of 8 78");
        assertThat(read(file)).filteredOn(line -> line.contains("chain")).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void lentPriorities(ByteOrder order) throws IOException {
        TestFormat old = TestFormat.of("sched_pi_setprio", 362).comm("comm").ints("pid", "oldprio", "newprio");
        PerfDataBuilder file = with(order, old);
        file.at(0, 100, 5)
                .sample("sched_pi_setprio", values("comm", text("low"), "pid", 9, "oldprio", 120, "newprio", -1));

        assertThat(read(file)).containsExactly("100 cpu0 by 5: pi 9 [120] to [-1]");
    }

    // ---- system calls ----

    private static TestFormat rawEnter(int longBytes) {
        return TestFormat.of("sys_enter", 443)
                .in("raw_syscalls")
                .longs(longBytes, "id")
                .field("args", "unsigned long args[6]", 6 * longBytes);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void rawSyscallsOf64Bits(ByteOrder order) throws IOException {
        TestFormat exit = TestFormat.of("sys_exit", 442).in("raw_syscalls").longs(8, "id", "ret");
        PerfDataBuilder file = with(order, rawEnter(8), exit);
        long[] args = {0x7fff_1234_5678_9abcL, 0x80, -1, 4, 5, 6};
        file.at(0, 100, 5).sample("sys_enter", values("id", 202, "args", args));
        file.at(0, 200, 5).sample("sys_exit", values("id", 202, "ret", -110));
        file.at(0, 300, 5).sample("sys_exit", values("id", -1, "ret", Long.MIN_VALUE));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu0 by 5: enter 202 event 1 (7fff123456789abc 80 ffffffffffffffff 4)",
                        "200 cpu0 by 5: exit of 202 event 2 = -110",
                        "300 cpu0 by 5: exit of -1 event 2 = " + Long.MIN_VALUE);
        assertThat(info.events().get(1)).isEqualTo("raw_syscalls:sys_enter");
    }

    /** A 32-bit kernel: arguments are not negative, results are. */
    @ParameterizedTest
    @MethodSource("byteOrders")
    void rawSyscallsOf32Bits(ByteOrder order) throws IOException {
        TestFormat exit = TestFormat.of("sys_exit", 442).in("raw_syscalls").longs(4, "id", "ret");
        PerfDataBuilder file = with(order, rawEnter(4), exit);
        file.at(0, 100, 5).sample("sys_enter", values("id", 240, "args", new long[] {0xbfff_0000L, 1, 2, 3, 4, 5}));
        file.at(0, 200, 5).sample("sys_exit", values("id", 240, "ret", -4));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu0 by 5: enter 240 event 1 (bfff0000 1 2 3)", "200 cpu0 by 5: exit of 240 event 2 = -4");
    }

    /** The number is __syscall_nr since 4.6 and was nr; a call can have an argument of that name. */
    @ParameterizedTest
    @ValueSource(strings = {"__syscall_nr", "nr"})
    void namedSyscalls(String numberField) throws IOException {
        TestFormat enter = TestFormat.of("sys_enter_io_submit", 900)
                .in("syscalls")
                .ints(numberField)
                .field("ctx_id", "aio_context_t ctx_id", 8)
                .field(numberField.equals("nr") ? "count" : "nr", "long nr", 8);
        TestFormat exit = TestFormat.of("sys_exit_io_submit", 899)
                .in("syscalls")
                .ints(numberField)
                .longs(8, "ret");
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN, enter, exit);
        String second = numberField.equals("nr") ? "count" : "nr";
        file.at(0, 100, 5).sample("sys_enter_io_submit", values(numberField, 209, "ctx_id", 0xabcL, second, 3));
        file.at(0, 200, 5).sample("sys_exit_io_submit", values(numberField, 209, "ret", 3));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu0 by 5: enter 209 event 1 (abc 3 0 0)", "200 cpu0 by 5: exit of 209 event 2 = 3");
        assertThat(info.events().subList(1, 3))
                .containsExactly("syscalls:sys_enter_io_submit", "syscalls:sys_exit_io_submit");
    }

    // ---- interrupts, signals, probes, samples ----

    @ParameterizedTest
    @MethodSource("byteOrders")
    void interrupts(ByteOrder order) throws IOException {
        TestFormat begin =
                TestFormat.of("irq_handler_entry", 225).in("irq").ints("irq").dynamicComm("name");
        TestFormat end = TestFormat.of("irq_handler_exit", 224).in("irq").ints("irq", "ret");
        TestFormat softBegin = TestFormat.of("softirq_entry", 223)
                .in("irq")
                .field("vec", "unsigned int vec", 4)
                .print("\"vec=%u [action=%s]\", REC->vec, __print_symbolic(REC->vec, { 0, \"HI\" }, { 1, \"TIMER\" },"
                        + " { 3, \"NET_RX\" })");
        TestFormat softEnd = TestFormat.of("softirq_exit", 222).in("irq").field("vec", "unsigned int vec", 4);
        TestFormat timer =
                TestFormat.of("local_timer_entry", 165).in("irq_vectors").ints("vector");
        TestFormat timerEnd =
                TestFormat.of("local_timer_exit", 164).in("irq_vectors").ints("vector");
        TestFormat alloc = TestFormat.of("vector_alloc", 163).in("irq_vectors").ints("irq", "vector");
        PerfDataBuilder file = with(order, begin, end, softBegin, softEnd, timer, timerEnd, alloc);
        file.at(1, 100, 5).sample("irq_handler_entry", values("irq", 36, "name", text("ahci[0000:00:1f.2]")));
        file.at(1, 200, 5).sample("irq_handler_exit", values("irq", 36, "ret", 1));
        file.at(1, 300, 5).sample("softirq_entry", values("vec", 3));
        file.at(1, 400, 5).sample("softirq_entry", values("vec", 2));
        file.at(1, 500, 5).sample("softirq_exit", values("vec", 3));
        file.at(1, 600, 5).sample("local_timer_entry", values("vector", 236));
        file.at(1, 700, 5).sample("local_timer_exit", values("vector", 236));
        file.at(1, 800, 5).sample("vector_alloc", values("irq", 1, "vector", 2));

        assertThat(read(file))
                .containsExactly(
                        "100 cpu1 by 5: DEVICE 36 begins ahci[0000:00:1f.",
                        "200 cpu1 by 5: DEVICE 36 ends",
                        "300 cpu1 by 5: SOFTIRQ 3 begins NET_RX",
                        "400 cpu1 by 5: SOFTIRQ 2 begins ",
                        "500 cpu1 by 5: SOFTIRQ 3 ends",
                        "600 cpu1 by 5: VECTOR 236 begins local_timer",
                        "700 cpu1 by 5: VECTOR 236 ends");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void signals(int longBytes) throws IOException {
        TestFormat deliver = TestFormat.of("signal_deliver", 260)
                .in("signal")
                .ints("sig", "errno", "code")
                .field("sa_handler", "unsigned long sa_handler", longBytes);
        PerfDataBuilder file = with(ByteOrder.BIG_ENDIAN, deliver);
        file.at(1, 100, 5).sample("signal_deliver", values("sig", 10, "errno", 0, "code", -6));

        assertThat(read(file)).containsExactly("100 cpu1 by 5: signal 10 code -6");
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void probesOfAnyName(ByteOrder order) throws IOException {
        TestFormat entry = TestFormat.of("my_own_lock_event_name", 2000)
                .in("probe_app")
                .field("__probe_ip", "unsigned long __probe_ip", 8)
                .field("lock", "u64 lock", 8);
        TestFormat atReturn = TestFormat.of("my_own_lock__return", 2001)
                .in("probe_app")
                .field("__probe_func", "unsigned long __probe_func", 8)
                .field("__probe_ret_ip", "unsigned long __probe_ret_ip", 8);
        TestFormat other = TestFormat.of("writeback", 2002).in("block").ints("pid");
        PerfDataBuilder file = with(order, entry, atReturn, other);
        file.at(1, 100, 5).sample("my_own_lock_event_name", values("__probe_ip", 0x40_1136L));
        file.at(1, 200, 5).sample("my_own_lock__return", values("__probe_func", 0x40_1136L, "__probe_ret_ip", 0x9L));
        file.at(1, 300, 5).sample("writeback", values("pid", 1));

        assertThat(read(file))
                .containsExactly("100 cpu1 by 5: probe event 1 at 401136", "200 cpu1 by 5: probe event 2 at 401136");
        assertThat(info.events().get(1)).isEqualTo("probe_app:my_own_lock_event_name");
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void clockSamplesComeWithTheirChains(ByteOrder order) throws IOException {
        PerfDataBuilder file = with(order)
                .sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.CALLCHAIN)
                .clockEvent();
        file.callchain(-512L, 0x40_1000L, 0x40_2000L).at(1, 100, 4, 5).clockSample();
        file.callchain(-128L, -1000000L, -2000000L, -512L, 0x40_1000L)
                .at(1, 200, 10)
                .schedSwitch("a", 10, 98, 1, "b", 11, 120);
        file.callchain().at(1, 300, 6).clockSample();

        assertThat(read(file))
                .containsExactly(
                        "window of cpu1 ends 200",
                        "100 cpu1: chain of 4: u401000 u402000",
                        "100 cpu1 by 5: sample event 1 at ffff80001234",
                        "200 cpu1: chain of 10: kfffffffffff0bdc0 kffffffffffe17b80 u401000",
                        "200 cpu1 by 10: a:10 [98] S ==> b:11 [120]",
                        "300 cpu1: chain of 6:",
                        "300 cpu1 by 6: sample event 1 at ffff80001234");
        assertThat(info.events().get(1)).isEqualTo("cpu-clock");
    }

    /** perf_event.h: -2048 guest, -2176 guest's kernel, -2560 guest's user, -32 hypervisor, -640 user part deferred. */
    @Test
    void marksAndWhatIsNotOfThisMachineAreLeftOut() throws IOException {
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN)
                .sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.CALLCHAIN)
                .clockEvent();
        file.callchain(0x1, -32, 0x2, -128, 0x3, -2048, 0x4, -2176, 0x5, -2560, 0x6, -4095, 0x7, -640, 0x8, -512, 0x9);
        file.at(1, 100, 5).clockSample();
        file.callchain(-4096, -128, -640).at(1, 200, 5).clockSample();

        assertThat(read(file)).contains("100 cpu1: chain of 5: k1 k3 u9", "200 cpu1: chain of 5: kfffffffffffff000");
    }

    @Test
    void aWakeupThatWokeNobodyBringsNoChain() throws IOException {
        TestFormat old = TestFormat.of("sched_wakeup", 374).comm("comm").ints("pid", "prio", "success", "target_cpu");
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN, old)
                .sampleType(PerfDataBuilder.USUAL | PerfDataBuilder.CALLCHAIN)
                .callchain(1);
        file.at(0, 100, 10).sample("sched_wakeup", values("pid", 12, "success", 0));

        assertThat(read(file)).isEmpty();
    }

    @Test
    void namesInRelLocAreRead() throws IOException {
        TestFormat waking = TestFormat.of("sched_waking", 375)
                .field("comm", "__rel_loc char[] comm", 4)
                .ints("pid", "prio", "target_cpu");
        PerfDataBuilder file = with(ByteOrder.BIG_ENDIAN, waking);
        file.at(0, 100, 10).waking("fifteen letters", 13, 1, 0);

        assertThat(read(file)).containsExactly("100 cpu0 by 10: waking fifteen letters:13 [1] flags 0");
    }

    @Test
    void aShortSampleIsCountedAndAnEventWithoutItsFieldsIgnored() throws IOException {
        TestFormat deliver = TestFormat.of("signal_deliver", 260).in("signal").ints("sig", "errno", "code");
        TestFormat strange = TestFormat.of("sched_pi_setprio", 362).ints("pid");
        PerfDataBuilder file = with(ByteOrder.LITTLE_ENDIAN, deliver, strange);
        file.at(1, 100, 5).sampleWithId(1013, new byte[12]);
        file.at(1, 200, 5).sample("sched_pi_setprio", values("pid", 5));

        assertThat(read(file)).isEmpty();
        assertThat(quality.malformedRecords()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("byteOrders")
    void symbolsInTheRecordingComeBeforeThoseBesideIt(ByteOrder order) throws IOException {
        Files.writeString(directory.resolve("kallsyms"), "ffffffff81000000 T beside\nffffffff81000010 T other\n");
        KernelSymbols inside = symbols(with(order).kallsyms("ffffffff81000000 T inside\n"));
        KernelSymbols beside = symbols(with(order));
        Files.delete(directory.resolve("kallsyms"));
        KernelSymbols none = symbols(with(order));

        assertThat(inside.name(inside.find(0xffffffff81000001L))).isEqualTo("inside");
        assertThat(beside.name(beside.find(0xffffffff81000001L))).isEqualTo("beside");
        assertThat(none.size()).isZero();
    }

    private KernelSymbols symbols(PerfDataBuilder file) throws IOException {
        file.at(0, 100, 10).schedSwitch(10, 1, 11);
        return PerfDataReader.open(file.write(directory)).kernelSymbols();
    }

    /** Else a new event could come out of the reader and no test would see it. */
    @Test
    void theLogHearsOfEveryEvent() {
        List<String> heard = List.of(EventLog.class.getDeclaredMethods()).stream()
                .map(java.lang.reflect.Method::getName)
                .toList();
        assertThat(dev.whyswitch.trace.SchedSink.class.getDeclaredMethods())
                // Of the recording and no event; methods that are none of ours are the coverage agent's.
                .filteredOn(method -> method.getName().startsWith("on"))
                .filteredOn(method -> !method.getName().equals("onPreemptionUntold"))
                .allSatisfy(method -> assertThat(heard).contains(method.getName()));
    }
}
