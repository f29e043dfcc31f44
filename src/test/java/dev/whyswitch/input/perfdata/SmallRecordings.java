package dev.whyswitch.input.perfdata;

import dev.whyswitch.RealRecordings;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/** A recording in each form, small enough to damage it in every place. */
final class SmallRecordings {
    private SmallRecordings() {}

    /** Real ones by form, and two that no machine at hand can make: big-endian, and one with call chains, READ and all fields. */
    static Map<String, byte[]> all() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String name : new String[] {"small.file.data", "small.zstd.data", "small.pipe.data"}) {
            files.put(name, RealRecordings.bytes(name));
        }
        files.put("big-endian", events(PerfDataBuilder.in(ByteOrder.BIG_ENDIAN)));
        long type = PerfDataBuilder.USUAL | PerfDataBuilder.READ | PerfDataBuilder.CALLCHAIN | PerfDataBuilder.ADDR;
        files.put(
                "rich",
                events(PerfDataBuilder.littleEndian()
                        .sampleType(type)
                        .read(8 | 4 | 16, 2)
                        .callchain(3)));
        files.put("old", events(PerfDataBuilder.littleEndian().noSampleIdAll()));
        return files;
    }

    /** Each record that the reader knows, at least once. */
    private static byte[] events(PerfDataBuilder options) {
        PerfDataBuilder file = options.schedEvents()
                .switchEvents()
                .machine("vm", "6.18.44", "6.1.192", "x86_64", 2)
                .commandLine("perf", "sched", "record");
        file.at(0, 90, 10).comm(10, 10, "first");
        file.at(0, 100, 10).schedSwitch(10, 1, 11);
        file.at(0, 101, 10).switchOut(11, false);
        file.at(0, 102, 11).switchIn(10);
        file.at(1, 100, 20).schedSwitch(20, 0, 12);
        file.finishedRound();
        file.at(1, 104, 12).waking("t10", 10, 120, 0);
        file.at(1, 105, 12).wakeup("t10", 10, 120, 0);
        file.at(0, 105, 11).schedFork(11, 13).fork(11, 11, 13, 13);
        file.at(0, 106, 11).wakeupNew("child", 13, 120, 1);
        file.at(0, 107, 11).comm(13, 13, "child").migrate("child", 13, 0, 1);
        file.finishedRound();
        file.at(1, 108, 12).schedSwitch(12, 0, 13);
        file.at(0, 109, 11).lost(3).runtime(11, 5);
        file.at(0, 110, 11).schedSwitch(11, 2, 10);
        file.at(1, 111, 13).schedSwitch(13, 32, 0);
        file.lostSamples(3, 0);
        return file.finishedRound().bytes();
    }
}
