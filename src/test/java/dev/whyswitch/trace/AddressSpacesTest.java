package dev.whyswitch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which file lies where, as processes map, fork, exec and end. */
final class AddressSpacesTest {
    private final AddressSpaces spaces = new AddressSpaces();

    private static String at(AddressSpaces spaces, int tgid, long address) {
        int file = spaces.find(tgid, address);
        return file == AddressSpaces.UNKNOWN ? "unknown" : spaces.file(file) + "+" + spaces.foundOffset();
    }

    private String at(int tgid, long address) {
        return at(spaces, tgid, address);
    }

    @Test
    void anAddressIsFileAndOffset() {
        spaces.map(7, 1000, 100, 40, "libc");
        spaces.map(7, 500, 10, 0, "app");

        assertThat(at(7, 999)).isEqualTo("unknown");
        assertThat(at(7, 1000)).isEqualTo("libc+40");
        assertThat(at(7, 1099)).isEqualTo("libc+139");
        assertThat(at(7, 1100)).isEqualTo("unknown");
        assertThat(at(7, 509)).isEqualTo("app+9");
        assertThat(at(8, 509)).isEqualTo("unknown");
    }

    @Test
    void aNewMappingReplacesWhatItCovers() {
        spaces.map(7, 100, 100, 0, "a");
        spaces.map(7, 140, 20, 0, "b");

        assertThat(at(7, 139)).isEqualTo("a+39");
        assertThat(at(7, 140)).isEqualTo("b+0");
        assertThat(at(7, 160)).isEqualTo("a+60");
        assertThat(spaces.mappings()).isEqualTo(3);
    }

    @Test
    void aForkSharesUntilOneChanges() {
        spaces.map(7, 100, 100, 0, "a");
        spaces.fork(7, 8);
        spaces.map(8, 100, 50, 0, "child");
        spaces.map(7, 150, 50, 0, "parent");

        assertThat(at(7, 100)).isEqualTo("a+0");
        assertThat(at(7, 150)).isEqualTo("parent+0");
        assertThat(at(8, 100)).isEqualTo("child+0");
        assertThat(at(8, 150)).isEqualTo("a+50");
    }

    @Test
    void anExecStartsAnewAndAnEndedProcessIsKnownUntilItsNumberIsUsedAgain() {
        spaces.map(7, 100, 100, 0, "a");
        spaces.fork(7, 8);
        spaces.exec(8);
        spaces.exit(7);

        assertThat(at(8, 100)).isEqualTo("unknown");
        assertThat(at(7, 100)).isEqualTo("a+0");
        spaces.map(7, 500, 100, 0, "b");
        assertThat(at(7, 100)).isEqualTo("unknown");
        assertThat(at(7, 500)).isEqualTo("b+0");
    }

    @Test
    void memoryIsBounded() {
        AddressSpaces small = new AddressSpaces(10);
        for (int i = 0; i < 5; i++) {
            small.map(7, 100L * i, 50, 0, "f" + i);
        }
        small.exit(7);
        for (int i = 0; i < 20; i++) {
            small.map(8, 100L * i, 50, 0, "g" + i);
        }

        assertThat(at(small, 7, 0)).isEqualTo("unknown");
        assertThat(small.mappings()).isEqualTo(9);
        assertThat(small.refused()).isEqualTo(11);
        small.fork(8, 9);
        assertThat(small.refused()).isEqualTo(20);
        assertThat(at(small, 8, 0)).isEqualTo("g0+0");
    }

    @Test
    void nonsenseIsNotMapped() {
        spaces.map(7, 100, 0, 0, "empty");
        spaces.map(7, Long.MAX_VALUE - 5, 100, 0, "overflow");
        spaces.fork(1, 2);
        spaces.exit(3);

        assertThat(spaces.mappings()).isZero();
    }

    /** Against a plain array that says for each address who mapped it last. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyOrderOfMappingsIsWhatAnArraySays(long seed) {
        Random random = new Random(seed);
        String[][] truth = new String[3][300];
        for (int step = 0; step < 400; step++) {
            int tgid = random.nextInt(3);
            int what = random.nextInt(20);
            if (what == 0) {
                spaces.exec(tgid);
                truth[tgid] = new String[300];
            } else if (what == 1) {
                int child = random.nextInt(3);
                spaces.fork(tgid, child);
                truth[child] = truth[tgid].clone();
            } else {
                int start = random.nextInt(250);
                int bytes = 1 + random.nextInt(49);
                spaces.map(tgid, start, bytes, 1000, "f" + step);
                for (int i = 0; i < bytes; i++) {
                    truth[tgid][start + i] = "f" + step + "+" + (1000 + i);
                }
            }
            for (int process = 0; process < 3; process++) {
                for (int address = 0; address < 300; address++) {
                    String expected = truth[process][address];
                    assertThat(at(process, address)).isEqualTo(expected == null ? "unknown" : expected);
                }
            }
        }
    }
}
