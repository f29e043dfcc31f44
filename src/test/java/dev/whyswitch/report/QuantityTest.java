package dev.whyswitch.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1.00",
        "9.994, 9.99",
        "9.996, 10.0",
        "99.96, 100",
        "999.6, 1000",
        "0.4731, 0.473",
        "0.0120, 0.0120",
        "0.00012, 0.0001",
        "0.00004, <0.0001",
        "-0.00004, -<0.0001",
        "-1.236, -1.24",
        "5712.4, 5712"
    })
    void numbersHaveThreeDigits(double value, String expected) {
        assertThat(Quantity.number(value).replace(",", "")).isEqualTo(expected);
    }

    @Test
    void thousandsAreApart() {
        assertThat(Quantity.count(54_277)).isEqualTo("54,277");
        assertThat(Quantity.number(5712.4)).isEqualTo("5,712");
        assertThat(Quantity.signed(-1_200)).isEqualTo("-1,200");
        assertThat(Quantity.signed(3)).isEqualTo("+3");
        assertThat(Quantity.signed(0)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "1, 1.00 ns",
        "999, 999 ns",
        "12_345, 12.3 µs",
        "999_600, 1.00 ms",
        "473_000_000, 473 ms",
        "1_020_000_000, 1.02 s",
        "1_234_567_000_000, '1,235 s'",
        "-12_345, -12.3 µs"
    })
    void durationHasItsOwnUnit(String ns, String expected) {
        assertThat(Quantity.duration(Long.parseLong(ns.replace("_", "")))).isEqualTo(expected);
    }

    @Test
    void zeroAndHundredPercentAreExact() {
        assertThat(Quantity.percent(0, 10)).isEqualTo("0");
        assertThat(Quantity.percent(10, 10)).isEqualTo("100");
        assertThat(Quantity.percent(1, 1_000_000)).isEqualTo("<0.1");
        assertThat(Quantity.percent(999_999, 1_000_000)).isEqualTo(">99.9");
        assertThat(Quantity.percent(639, 1203)).isEqualTo("53.1");
        assertThat(Quantity.percent(3, 0)).isEqualTo("–");
    }

    @Test
    void columnsUnitFitsItsLargestValue() {
        assertThat(Quantity.Unit.forLargest(0)).isEqualTo(Quantity.Unit.NS);
        assertThat(Quantity.Unit.forLargest(9_999)).isEqualTo(Quantity.Unit.NS);
        assertThat(Quantity.Unit.forLargest(10_000)).isEqualTo(Quantity.Unit.US);
        assertThat(Quantity.Unit.forLargest(5_712_000_000L)).isEqualTo(Quantity.Unit.MS);
        assertThat(Quantity.Unit.forLargest(9_999_600_000L)).isEqualTo(Quantity.Unit.S);
        assertThat(Quantity.Unit.MS.format(12_000)).isEqualTo("0.0120");
        assertThat(Quantity.Unit.forLargest(Long.MAX_VALUE)).isEqualTo(Quantity.Unit.S);
    }

    @Test
    void prioritiesAreTheUsers() {
        assertThat(Quantity.priority(0)).isEqualTo("rt 99");
        assertThat(Quantity.priority(98)).isEqualTo("rt 1");
        assertThat(Quantity.priority(120)).isEqualTo("nice 0");
        assertThat(Quantity.priority(100)).isEqualTo("nice -20");
        assertThat(Quantity.priority(-1)).isEqualTo("–");
    }

    @Test
    void ratesAndSizes() {
        assertThat(Quantity.perSecond(1203, 1_020_000_000)).isEqualTo("1,179");
        assertThat(Quantity.perSecond(1, 0)).isEqualTo("–");
        assertThat(Quantity.bytes(104)).isEqualTo("104 B");
        assertThat(Quantity.bytes(1_482_904)).isEqualTo("1.48 MB");
        assertThat(Quantity.number(Double.NaN)).isEqualTo("–");
    }
}
