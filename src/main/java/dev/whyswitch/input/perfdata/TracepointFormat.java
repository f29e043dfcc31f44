package dev.whyswitch.input.perfdata;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format text of one tracepoint, as tracefs shows it in events/&lt;system&gt;/&lt;name&gt;/format and perf stores it in
 * TRACING_DATA.
 *
 * @param system such as {@code sched}
 * @param name such as {@code sched_switch}
 * @param id the kernel's event id, attr.config of a tracepoint event
 * @param fields in their order
 * @param printFormat what follows {@code print fmt:}
 */
record TracepointFormat(String system, String name, int id, List<Field> fields, String printFormat) {

    /**
     * One field of the record.
     *
     * @param name its name
     * @param offset bytes from the start of the record
     * @param size bytes
     * @param signed numbers are signed
     * @param location whether the value lies in the field or elsewhere in the record
     */
    record Field(String name, int offset, int size, boolean signed, Location location) {}

    /** Where a field's value lies (include/trace/stages/stage1_struct_define.h). */
    enum Location {
        /** In the field. */
        HERE,
        /** {@code __data_loc}: the field is a u32, low half the value's offset in the record, high half its length. */
        DATA_LOC,
        /** {@code __rel_loc}: as __data_loc, but the offset counts from the end of the field. */
        REL_LOC;

        static Location of(String declaration) {
            if (declaration.startsWith("__data_loc")) {
                return DATA_LOC;
            }
            return declaration.startsWith("__rel_loc") ? REL_LOC : HERE;
        }
    }

    /** A format without fields. */
    static final TracepointFormat EMPTY = new TracepointFormat("", "", -1, List.of(), "");

    private static final Pattern FIELD =
            Pattern.compile("^\\s*field:(?<decl>[^;]*);\\s*offset:(?<offset>\\d+);\\s*size:(?<size>\\d+);"
                    + "(\\s*signed:(?<signed>[01]);)?");
    /** Event ids and offsets are u16 in the kernel (struct trace_entry, perf's raw size). */
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

    /** Possessive, and no bracket within brackets: linear in the text, whatever it is. */
    private static final Pattern DECLARED_NAME = Pattern.compile("\\b(?<name>\\w++)\\s*+(\\[[^\\[\\]]*+\\]\\s*+)?$");

    private static final Pattern UNSIGNED = Pattern.compile("\\bunsigned\\b|\\bu(8|16|32|64)\\b|\\bsize_t\\b|\\*");

    static Optional<TracepointFormat> parse(String system, String text) {
        String name = null;
        int id = -1;
        List<Field> fields = new ArrayList<>();
        String print = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("name:")) {
                name = line.substring("name:".length()).strip();
            } else if (line.startsWith("ID:")) {
                id = number(line.substring("ID:".length()).strip());
            } else if (line.startsWith("print fmt:")) {
                print = line.substring("print fmt:".length()).strip();
            } else {
                Matcher field = FIELD.matcher(line);
                Matcher declared = field.find() ? DECLARED_NAME.matcher(field.group("decl")) : null;
                if (declared != null
                        && declared.find()
                        && number(field.group("offset")) >= 0
                        && number(field.group("size")) >= 0) {
                    fields.add(new Field(
                            declared.group("name"),
                            number(field.group("offset")),
                            number(field.group("size")),
                            isSigned(field.group("signed"), field.group("decl")),
                            Location.of(field.group("decl"))));
                }
            }
        }
        return name == null || id < 0
                ? Optional.empty()
                : Optional.of(new TracepointFormat(system, name, id, List.copyOf(fields), print));
    }

    /** Formats before Linux 2.6.33 do not say; there the C type does. */
    private static boolean isSigned(String said, String declaration) {
        return said == null ? !UNSIGNED.matcher(declaration).find() : said.equals("1");
    }

    /** A number as they are in a format that a kernel printed; -1 if it is none. */
    private static int number(String digits) {
        return NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : -1;
    }

    Optional<Field> field(String wanted) {
        return fields.stream().filter(f -> f.name().equals(wanted)).findFirst();
    }

    String fullName() {
        return system + ":" + name;
    }
}
