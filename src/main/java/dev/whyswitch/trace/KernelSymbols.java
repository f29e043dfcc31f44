package dev.whyswitch.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions of a running kernel and its modules, from the text of {@code /proc/kallsyms}: {@code address type name},
 * a tab and {@code [module]} behind those of modules. Sorted columns; an address is found in log n steps.
 */
public final class KernelSymbols {
    /** Nothing known. */
    public static final KernelSymbols NONE = new KernelSymbols(List.of(), List.of(""), false);

    /** Answer for an address without a function. */
    public static final int UNKNOWN = -1;

    /** No function is this long; an address farther behind the last one before it belongs to none. */
    private static final long MAX_FUNCTION_BYTES = 1 << 20;

    /** Text symbols only: T, t, and weak ones. */
    private static final Pattern LINE = Pattern.compile(
            "(?<address>[0-9a-fA-F]{1,16}) (?<type>[TtWw]) (?<name>\\S+)(\\s+\\[(?<module>[^\\]]+)\\])?");

    private final long[] addresses;
    private final byte[] text;
    private final int[] nameStarts;
    private final int[] moduleOf;
    private final List<String> modules;
    private final boolean hidden;

    private record Symbol(long address, char type, String name, int module) {}

    /** By address; the best name of one address last: a global one, with few underscores in front, a long one. */
    private static final Comparator<Symbol> ORDER = Comparator.comparing(Symbol::address, Long::compareUnsigned)
            .thenComparing(symbol -> symbol.type == 'T')
            .thenComparing(symbol -> -leadingUnderscores(symbol.name))
            .thenComparing(symbol -> symbol.name.length())
            .thenComparing(Symbol::name);

    private KernelSymbols(List<Symbol> sorted, List<String> modules, boolean hidden) {
        this.modules = modules;
        this.hidden = hidden;
        addresses = new long[sorted.size()];
        nameStarts = new int[sorted.size() + 1];
        moduleOf = new int[sorted.size()];
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < addresses.length; i++) {
            Symbol symbol = sorted.get(i);
            addresses[i] = symbol.address;
            moduleOf[i] = symbol.module;
            names.append(symbol.name);
            nameStarts[i + 1] = names.length();
        }
        text = names.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static int leadingUnderscores(String name) {
        int count = 0;
        while (count < name.length() && name.charAt(count) == '_') {
            count++;
        }
        return count;
    }

    /** The functions in the file {@code kallsyms}. */
    public static KernelSymbols read(Path kallsyms) throws IOException {
        try (Reader reader = Files.newBufferedReader(kallsyms, StandardCharsets.ISO_8859_1)) {
            return parse(reader);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The functions in the text {@code kallsyms}; lines that are none are passed over. */
    public static KernelSymbols parse(Reader kallsyms) {
        List<Symbol> all = new ArrayList<>();
        List<String> modules = new ArrayList<>(List.of(""));
        Map<String, Integer> moduleIds = new HashMap<>();
        long[] zeros = new long[1];
        new BufferedReader(kallsyms).lines().forEach(line -> {
            Matcher m = LINE.matcher(line);
            if (!m.matches()) {
                return;
            }
            long address = Long.parseUnsignedLong(m.group("address"), 16);
            String module = m.group("module");
            int id = module == null
                    ? 0
                    : moduleIds.computeIfAbsent(module, name -> {
                        modules.add(name);
                        return modules.size() - 1;
                    });
            if (address == 0) {
                zeros[0]++;
            } else {
                all.add(new Symbol(address, m.group("type").charAt(0), m.group("name"), id));
            }
        });
        all.sort(ORDER);
        return new KernelSymbols(best(all), List.copyOf(modules), all.isEmpty() && zeros[0] > 0);
    }

    /** The last of each address. */
    private static List<Symbol> best(List<Symbol> sorted) {
        List<Symbol> kept = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            if (i + 1 == sorted.size() || sorted.get(i + 1).address != sorted.get(i).address) {
                kept.add(sorted.get(i));
            }
        }
        return kept;
    }

    /** True if the kernel hid all addresses as 0: {@code kernel.kptr_restrict} forbade this user to see them. */
    public boolean isHidden() {
        return hidden;
    }

    /** How many functions are known. */
    public int size() {
        return addresses.length;
    }

    /** The function that {@code address} lies in, {@link #UNKNOWN} if none is known. */
    public int find(long address) {
        int low = 0;
        int high = addresses.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(addresses[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high >= 0 && address - addresses[high] < MAX_FUNCTION_BYTES ? high : UNKNOWN;
    }

    /** Name of function {@code symbol}. */
    public String name(int symbol) {
        int from = nameStarts[symbol];
        return new String(text, from, nameStarts[symbol + 1] - from, StandardCharsets.ISO_8859_1);
    }

    /** The module that it belongs to; empty for the kernel itself. */
    public String module(int symbol) {
        return modules.get(moduleOf[symbol]);
    }

    /** Where it begins. */
    public long address(int symbol) {
        return addresses[symbol];
    }
}
