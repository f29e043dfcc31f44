package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        assertThat(DocumentForms.topCpu("Cpu0", List.of(0L, 0L, 0L, 300L, 0L, 0L, 0L, 0L)))
                .isEqualTo("Cpu0  :  0.0%us,  0.0%sy,  0.0%ni,100.0%id,  0.0%wa,  0.0%hi,  0.0%si,  0.0%st");
        assertThat(DocumentForms.topCpu("Cpu1", List.of(300L, 0L, 0L, 0L, 0L, 0L, 0L, 0L)))
                .isEqualTo("Cpu1  :100.0%us,  0.0%sy,  0.0%ni,  0.0%id,  0.0%wa,  0.0%hi,  0.0%si,  0.0%st");
        assertThat(DocumentForms.topCpu("Cpu2", List.of(1L, 0L, 0L, 300L, 1L, 0L, 0L, 0L)))
                .isEqualTo("Cpu2  :  0.3%us,  0.0%sy,  0.0%ni, 99.3%id,  0.3%wa,  0.0%hi,  0.0%si,  0.0%st");
        assertThat(DocumentForms.percentCpu(2_000_000_000L, 1_000_000_000L)).isEqualTo("200.0");
    }
}
