package dev.whyswitch.analyze;

import dev.whyswitch.input.perfdata.PerfDataReader;
import dev.whyswitch.sched.EvidenceQuality;
import dev.whyswitch.sched.IntervalLog;
import dev.whyswitch.sched.IntervalSource;
import dev.whyswitch.sched.SwitchMachine;
import dev.whyswitch.sched.TaskSwitchMachine;
import dev.whyswitch.sched.ThreadTable;
import dev.whyswitch.trace.NameTable;
import dev.whyswitch.trace.SchedSink;
import dev.whyswitch.trace.SwitchClass;
import dev.whyswitch.trace.TraceQuality;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;

/** A recording from src/test/resources/recordings, unpacked, and what the machine makes of it. */
record Recording(ThreadTable threads, IntervalLog log, EvidenceQuality evidence, TraceQuality quality) {

    static String text(String name) throws IOException {
        try (InputStream in = Recording.class.getResourceAsStream("/recordings/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Feeds {@code file} to a machine, through {@code filter}. */
    static Recording of(Path file, Function<SchedSink, SchedSink> filter) throws IOException {
        PerfDataReader reader = PerfDataReader.open(file);
        IntervalLog log = new IntervalLog();
        IntervalSource machine = reader.recordsSingleTasks()
                ? new TaskSwitchMachine(reader.names(), reader.hasSwitchTracepoint(), log)
                : new SwitchMachine(reader.names(), reader.hasSwitchTracepoint(), log);
        TraceQuality quality = reader.read(filter.apply(machine));
        EvidenceQuality evidence = machine.end();
        log.checkPartition();
        return new Recording(machine.threads(), log, evidence, quality);
    }

    /** Feeds {@code file} to {@code sink}. */
    static void feed(Path file, Function<NameTable, SchedSink> sink) {
        try {
            PerfDataReader reader = PerfDataReader.open(file);
            reader.read(sink.apply(reader.names()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code sink} without PERF_RECORD_SWITCH records. */
    static SchedSink withoutSwitchRecords(SchedSink sink) {
        return (SchedSink) Proxy.newProxyInstance(
                SchedSink.class.getClassLoader(), new Class<?>[] {SchedSink.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("onSwitchOut")
                            || method.getName().equals("onSwitchIn")) {
                        return null;
                    }
                    try {
                        return method.invoke(sink, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Row of the last thread with {@code tid}. */
    int row(int tid) {
        for (int row = threads.size() - 1; row >= 0; row--) {
            if (threads.tid(row) == tid) {
                return row;
            }
        }
        throw new AssertionError("no thread " + tid);
    }

    /** Switches of {@code switchClass} of all threads that had {@code tid}. */
    long count(int tid, SwitchClass switchClass) {
        return log.switches().stream()
                .filter(s -> threads.tid(s.thread()) == tid && s.switchClass() == switchClass)
                .count();
    }
}
