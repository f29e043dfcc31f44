package dev.whyswitch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NameTableTest {
    private static int intern(NameTable names, byte[] sixteen) {
        ByteBuffer words = ByteBuffer.wrap(sixteen).order(ByteOrder.LITTLE_ENDIAN);
        return names.intern(words.getLong(0), words.getLong(8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "1234567", "12345678", "123456789", "123456789012345", "1234567890123456", "a b=c\n"})
    void aNameComesBackAsItWas(String name) {
        NameTable names = new NameTable();
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 16);

        assertThat(names.name(intern(names, bytes))).isEqualTo(name);
        assertThat(names.intern(name)).isEqualTo(intern(names, bytes));
    }

    @Test
    void bytesBehindTheNulDoNotMakeAnotherName() {
        NameTable names = new NameTable();
        int clean = names.intern("perf");

        // The kernel copies 16 bytes: an earlier, longer name can show behind the NUL.
        assertThat(intern(names, "perf\0exec\0rest..".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(clean);
        assertThat(intern(names, "perf\0\0\0\0\0\0\0\0\0\0\0x".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(clean);
    }

    @Test
    void theEmptyNameIsUnknown() {
        NameTable names = new NameTable();

        assertThat(names.intern("")).isEqualTo(NameTable.UNKNOWN);
        assertThat(intern(names, new byte[16])).isEqualTo(NameTable.UNKNOWN);
        assertThat(names.name(NameTable.UNKNOWN)).isEmpty();
    }

    @Test
    void bytesThatAreNoTextBecomeReplacementCharacters() {
        NameTable names = new NameTable();
        byte[] bytes = new byte[16];
        bytes[0] = 'a';
        bytes[1] = (byte) 0xC3;
        bytes[2] = (byte) 0x80;
        bytes[3] = (byte) 0xC3;

        assertThat(names.name(intern(names, bytes))).isEqualTo("a\u00c0\ufffd");
    }

    @Test
    void differentBytesAreDifferentNames() {
        NameTable names = new NameTable();
        SplittableRandom random = new SplittableRandom(1);
        Map<ByteBuffer, Integer> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[16];
            int length = random.nextInt(0, 17);
            for (int k = 0; k < length; k++) {
                bytes[k] = (byte) (random.nextInt(3) == 0 ? 0x80 : random.nextInt(1, 4));
            }
            int id = intern(names, bytes);
            Integer before = model.putIfAbsent(ByteBuffer.wrap(bytes), id);
            assertThat(before == null || before == id).isTrue();
        }
        assertThat(model.values()).doesNotHaveDuplicates();
    }
}
