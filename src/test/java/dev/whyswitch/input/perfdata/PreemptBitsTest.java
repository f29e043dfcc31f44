package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.analyze.Analysis;
import dev.whyswitch.report.Completeness;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Switch records of kernels that do not tell preemption (Linux before 4.17) have no class. */
final class PreemptBitsTest {
    @TempDir
    private Path directory;

    /** Thread 10 leaves twice, the second time as {@code bit} says. */
    private static PerfDataBuilder recording(boolean singleTasks, String release, boolean bit) {
        PerfDataBuilder file = PerfDataBuilder.littleEndian().switchEvents();
        if (!release.equals("unknown")) {
            file.machine("host", release, "6.1", "x86_64", 2);
        }
        if (singleTasks) {
            file.threadMap(10);
            file.at(0, 100, 10).comm(10, 10, "ten");
            file.at(0, 200, 10).taskSwitchOut(false).at(0, 300, 10).taskSwitchIn();
            return file.at(0, 400, 10).taskSwitchOut(bit);
        }
        file.at(0, 100, 10).switchIn(0).at(0, 200, 10).switchOut(0, false);
        file.at(0, 300, 10).switchIn(0).at(0, 400, 10).switchOut(0, bit);
        return file;
    }

    @ParameterizedTest(name = "{0}, a bit set: {1}")
    @CsvSource({
        "4.16.18-200.fc27.x86_64, false, false",
        "3.10.0-1160.el7.x86_64, false, false",
        "3.10.0-1160.el7.x86_64, true, true",
        "2.6.32, false, false",
        "unknown, false, false",
        "unknown, true, true",
        "4.17.0, false, true",
        "4.17-rc1, false, true",
        "4.100, false, true",
        "5.4.0-42-generic, false, true",
        "10.0, false, true",
        "99999999999.1, false, false",
    })
    void switchRecordsHaveAClassWhereTheKernelTellsIt(String release, boolean bit, boolean told) throws IOException {
        for (boolean singleTasks : new boolean[] {false, true}) {
            Analysis analysis =
                    ReadingCheck.analysis(recording(singleTasks, release, bit).write(directory));

            assertThat(analysis.trace().selection().singleTasks()).isEqualTo(singleTasks);
            assertThat(analysis.trace().hidesPreemption()).isEqualTo(!told);
            assertThat(analysis.system().switches()).isEqualTo(2);
            assertThat(analysis.system().preemptions()).isEqualTo(bit ? 1 : 0);
            assertThat(analysis.system().unclassified()).isEqualTo(told ? 0 : 2);
            assertThat(String.join("; ", Completeness.of(analysis).reasons()).contains("do not tell preemption"))
                    .isEqualTo(!told);
        }
    }
}
