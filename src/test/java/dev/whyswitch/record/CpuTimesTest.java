package dev.whyswitch.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.record.CpuTimes.CpuTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuTimesTest {
    private static final long TICK_NS = 10_000_000;

    @Test
    void columnsOfProcStatAreToldApart() {
        CpuTimes times = CpuTimes.parse(
                List.of(
                        "cpu  11 22 33 44 55 66 77 88 0 0",
                        "cpu0 1 2 3 4 5 6 7 8 1 2",
                        "cpu11 10 0 0 0 0 0 0 0 0 0",
                        "intr 5 0",
                        "ctxt 99"),
                TICK_NS);

        assertThat(times.cpus())
                .containsExactly(
                        new CpuTime(0, 30_000_000, 30_000_000, 130_000_000, 80_000_000, 40_000_000, 50_000_000),
                        new CpuTime(11, 100_000_000, 0, 0, 0, 0, 0));
        assertThat(times.busyNs()).isEqualTo(290_000_000);
        assertThat(times.totalNs()).isEqualTo(460_000_000);
    }

    @Test
    void oldKernelWithoutStealHasNone() {
        CpuTimes times = CpuTimes.parse(List.of("cpu0 1 2 3 4"), TICK_NS);

        assertThat(times.cpus()).containsExactly(new CpuTime(0, 30_000_000, 30_000_000, 0, 0, 40_000_000, 0));
    }

    @Test
    void differenceIgnoresCpusThatCameAndNeverIsNegative() {
        CpuTimes earlier = CpuTimes.parse(List.of("cpu0 10 0 10 100 7 0 0 1"), TICK_NS);
        CpuTimes later = CpuTimes.parse(List.of("cpu0 15 0 10 140 5 0 0 3", "cpu1 9 9 9 9 9 9 9 9"), TICK_NS);

        assertThat(later.minus(earlier).cpus())
                .containsExactly(new CpuTime(0, 50_000_000, 0, 0, 20_000_000, 400_000_000, 0));
    }
}
