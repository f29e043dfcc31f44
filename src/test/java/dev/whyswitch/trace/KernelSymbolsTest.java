package dev.whyswitch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the kernel by address. */
final class KernelSymbolsTest {
    private static final String TEXT = """
            0000000000000000 A fixed_percpu_data
            ffffffff81000000 T _stext
            ffffffff81000000 T _text
            ffffffff81000100 t __pfx_first
            ffffffff81000110 t local_alias_of_first
            ffffffff81000110 T __first
            ffffffff81000110 T first
            ffffffff81000200 W weak_one
            ffffffff81000280 D data_between
            ffffffff81000300 t last
            ffffffffc0001000 t ext4_read\t[ext4]
            ffffffffc0000000 T jbd2_start\t[jbd2]
            ffffffffc0002000 t bpf_prog_0123\t[bpf]
            not a line
            """;

    private final KernelSymbols symbols = KernelSymbols.parse(new StringReader(TEXT));

    private String at(long address) {
        int found = symbols.find(address);
        return found == KernelSymbols.UNKNOWN
                ? "unknown"
                : symbols.module(found) + ":" + symbols.name(found) + "+" + (address - symbols.address(found));
    }

    @Test
    void anAddressBelongsToTheFunctionBeforeIt() {
        assertThat(at(0xffffffff81000110L)).isEqualTo(":first+0");
        assertThat(at(0xffffffff810001ffL)).isEqualTo(":first+239");
        assertThat(at(0xffffffff81000200L)).isEqualTo(":weak_one+0");
        assertThat(at(0xffffffff8100010fL)).isEqualTo(":__pfx_first+15");
    }

    @Test
    void dataIsNoFunction() {
        assertThat(at(0xffffffff81000290L)).isEqualTo(":weak_one+144");
    }

    @Test
    void modulesKeepTheirNames() {
        assertThat(at(0xffffffffc0000010L)).isEqualTo("jbd2:jbd2_start+16");
        assertThat(at(0xffffffffc0001001L)).isEqualTo("ext4:ext4_read+1");
        assertThat(at(0xffffffffc0002001L)).isEqualTo("bpf:bpf_prog_0123+1");
    }

    @Test
    void nothingIsFoundFarFromFunctions() {
        assertThat(at(0xffffffff80ffffffL)).isEqualTo("unknown");
        assertThat(at(0x400000L)).isEqualTo("unknown");
        assertThat(at(0xffffffff81200300L)).isEqualTo("unknown");
        assertThat(at(-1)).isEqualTo("unknown");
        assertThat(KernelSymbols.NONE.find(0xffffffff81000110L)).isEqualTo(KernelSymbols.UNKNOWN);
    }

    @Test
    void zerosAreSaid() {
        KernelSymbols hidden =
                KernelSymbols.parse(new StringReader("0000000000000000 T _stext\n0000000000000000 t first\n"));

        assertThat(hidden.isHidden()).isTrue();
        assertThat(hidden.size()).isZero();
        assertThat(symbols.isHidden()).isFalse();
        assertThat(KernelSymbols.NONE.isHidden()).isFalse();
    }

    @Test
    void aFileIsRead(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("kallsyms"), TEXT);

        assertThat(KernelSymbols.read(file).size()).isEqualTo(8);
    }
}
