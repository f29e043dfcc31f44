package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.record.CpuTimes.CpuTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Expected texts are lines of the documents, where their numbers allow. */
class DocumentFormsTest {
    @Test
    void timeLineIsTheThirdDocuments() {
        assertThat(DocumentForms.cshTime(7_286_000_000L, 110_000_000, 2_410_000_000L))
                .isEqualTo("7.29sec 0.11usr 2.41sys (34.59% cpu)");
        assertThat(DocumentForms.cshTime(1_500_000_000, 40_000_000, 1_430_450_000))
                .isEqualTo("1.50sec 0.04usr 1.43sys (98.03% cpu)");
        assertThat(DocumentForms.cshTime(0, 0, 0)).isEqualTo("0.00sec 0.00usr 0.00sys (?% cpu)");
    }

    @Test
    void runTimeIsTheFirstDocuments() {
        assertThat(DocumentForms.vtuneSeconds(4_470_000_000L)).isEqualTo("4.470s");
        assertThat(DocumentForms.vtuneSeconds(7_280_000_000L)).isEqualTo("7.280s");
    }

    @Test
    void cpuLinesAreTheSecondDocuments() {
        assertThat(DocumentForms.topCpu(new CpuTime(0, 0, 0, 0, 0, 3_000_000_000L, 0)))
                .isEqualTo("Cpu0  :  0.0%us,  0.0%sy,100.0%id,  0.0%wa,  0.0%hi+si,  0.0%st");
        assertThat(DocumentForms.topCpu(new CpuTime(1, 3_000_000_000L, 0, 0, 0, 0, 0)))
                .isEqualTo("Cpu1  :100.0%us,  0.0%sy,  0.0%id,  0.0%wa,  0.0%hi+si,  0.0%st");
        assertThat(DocumentForms.topCpu(new CpuTime(12, 0, 0, 0, 0, 0, 0)))
                .isEqualTo("Cpu12 :  0.0%us,  0.0%sy,  0.0%id,  0.0%wa,  0.0%hi+si,  0.0%st");
        assertThat(DocumentForms.percentCpu(2_000_000_000L, 1_000_000_000L)).isEqualTo("200.0");
    }

    @Test
    void processLineIsTheSecondDocuments() {
        assertThat(DocumentForms.topProcess(13661, "pthread-run", 84_290_000_000L, 42_145_000_000L))
                .containsExactly("  PID  %CPU    TIME+  COMMAND", "13661 200.0   1:24.29  pthread-run");
    }

    @Test
    void countersAreTheSecondDocuments() {
        Map<String, String> snapshot = new LinkedHashMap<>();
        snapshot.put("index", "0");
        snapshot.put("counter0", "203792139");
        snapshot.put("counter1", "206249524");
        assertThat(DocumentForms.counters(snapshot)).containsExactly("n0 = 203792139", "n1 = 206249524");
    }
}
