package dev.whyswitch.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Against R: {@code x <- c(4.47, 7.28, 1.5, 7.29, 5.0); median(x); range(x)}. */
final class SpreadTest {
    @Test
    void medianAndEndsAreThoseOfR() {
        assertThat(Spread.of(List.of(4.47, 7.28, 1.5, 7.29, 5.0))).isEqualTo(new Spread(5, 5.0, 1.5, 7.29));
    }

    /** {@code median(c(3, 1, 2, 10))} is 2.5. */
    @Test
    void medianOfAnEvenNumberIsBetweenTheMiddleOnes() {
        assertThat(Spread.of(List.of(3, 1, 2, 10))).isEqualTo(new Spread(4, 2.5, 1, 10));
    }

    @Test
    void oneValueIsItsOwnSpread() {
        assertThat(Spread.of(List.of(7L))).isEqualTo(new Spread(1, 7, 7, 7));
    }

    @Test
    void nothingHasNoSpread() {
        assertThat(Spread.of(List.<Integer>of())).isEqualTo(new Spread(0, Double.NaN, Double.NaN, Double.NaN));
    }
}
