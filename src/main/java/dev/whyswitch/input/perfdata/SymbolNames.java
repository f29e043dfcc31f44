package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.NameTable;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that {@code __print_symbolic} of a print format gives to small numbers: {@code { 1, "TIMER" }}. */
final class SymbolNames {
    private static final Pattern SYMBOL = Pattern.compile("\\{\\s*(\\d{1,3})\\s*,\\s*\"([^\"]+)\"\\s*\\}");

    private SymbolNames() {}

    /** Ids in {@code names} by number; UNKNOWN for numbers without a name. */
    static int[] of(String printFormat, NameTable names) {
        int[] ids = {};
        Matcher symbol = SYMBOL.matcher(printFormat);
        while (symbol.find()) {
            int number = Integer.parseInt(symbol.group(1));
            // New elements are 0, which is NameTable.UNKNOWN.
            ids = number < ids.length ? ids : Arrays.copyOf(ids, number + 1);
            ids[number] = names.intern(symbol.group(2));
        }
        return ids;
    }
}
