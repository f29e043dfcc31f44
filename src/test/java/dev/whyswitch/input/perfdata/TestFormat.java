package dev.whyswitch.input.perfdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The format of one tracepoint as a kernel prints it, and payloads in that layout. Built up field by field in the
 * kernel's order and alignment, so that a test says what is special about its kernel and nothing else.
 */
final class TestFormat {
    /** Letters and marker of Linux 4.15 to 6.18, copied from a recording of 6.18.44. */
    static final String PRINT_6_18 =
            "\"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s next_pid=%d"
                    + " next_prio=%d\", REC->prev_comm, REC->prev_pid, REC->prev_prio, (REC->prev_state & ((((0x00000000 |"
                    + " 0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1) << 1)"
                    + " - 1)) ? __print_flags(REC->prev_state & ((((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 |"
                    + " 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + 1) << 1) - 1), \"|\", { 0x00000001, \"S\" },"
                    + " { 0x00000002, \"D\" }, { 0x00000004, \"T\" }, { 0x00000008, \"t\" }, { 0x00000010, \"X\" },"
                    + " { 0x00000020, \"Z\" }, { 0x00000040, \"P\" }, { 0x00000080, \"I\" }) : \"R\", REC->prev_state &"
                    + " (((0x00000000 | 0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 |"
                    + " 0x00000040) + 1) << 1) ? \"+\" : \"\", REC->next_comm, REC->next_pid, REC->next_prio";

    private record Field(String declaration, int offset, int size) {}

    private final String name;
    private final int id;
    private String system = "sched";
    private boolean saysSigned = true;
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private int end;
    private String print = "\"\"";

    private TestFormat(String name, int id) {
        this.name = name;
        this.id = id;
    }

    static TestFormat of(String name, int id) {
        return new TestFormat(name, id)
                .field("common_type", "unsigned short common_type", 2)
                .field("common_flags", "unsigned char common_flags", 1)
                .field("common_preempt_count", "unsigned char common_preempt_count", 1)
                .field("common_pid", "int common_pid", 4);
    }

    TestFormat in(String systemName) {
        system = systemName;
        return this;
    }

    /** As kernels before 2.6.33 print it: no word about signs. */
    TestFormat withoutSigns() {
        saysSigned = false;
        return this;
    }

    String system() {
        return system;
    }

    TestFormat longs(int bytes, String... names) {
        Arrays.stream(names).forEach(n -> field(n, "long " + n, bytes));
        return this;
    }

    TestFormat field(String fieldName, String declaration, int size) {
        boolean isArray = declaration.contains("[") && !declaration.startsWith("__");
        boolean isNameArray = isArray && declaration.startsWith("char");
        // The arrays that are no names are unsigned long args[6].
        int alignment = isNameArray ? 1 : isArray ? size / 6 : size;
        end = (end + alignment - 1) / alignment * alignment;
        fields.put(fieldName, new Field(declaration, end, size));
        end += size;
        return this;
    }

    TestFormat ints(String... names) {
        Arrays.stream(names).forEach(n -> field(n, "int " + n, 4));
        return this;
    }

    TestFormat comm(String fieldName) {
        return field(fieldName, "char " + fieldName + "[16]", 16);
    }

    TestFormat dynamicComm(String fieldName) {
        return field(fieldName, "__data_loc char[] " + fieldName, 4);
    }

    TestFormat print(String format) {
        print = format;
        return this;
    }

    /** sched_switch with a prev_state of {@code stateBytes}, behind the extra int fields named in {@code common}. */
    static TestFormat schedSwitch(int stateBytes, String... common) {
        return of("sched_switch", 372)
                .ints(common)
                .comm("prev_comm")
                .ints("prev_pid", "prev_prio")
                .field("prev_state", "long prev_state", stateBytes)
                .comm("next_comm")
                .ints("next_pid", "next_prio")
                .print(PRINT_6_18);
    }

    static TestFormat waking() {
        return of("sched_waking", 375).comm("comm").ints("pid", "prio", "target_cpu");
    }

    static TestFormat wakeup() {
        return of("sched_wakeup", 374).comm("comm").ints("pid", "prio", "target_cpu");
    }

    static TestFormat wakeupNew() {
        return of("sched_wakeup_new", 373).comm("comm").ints("pid", "prio", "target_cpu");
    }

    static TestFormat migrate() {
        return of("sched_migrate_task", 371).dynamicComm("comm").ints("pid", "prio", "orig_cpu", "dest_cpu");
    }

    static TestFormat fork() {
        return of("sched_process_fork", 366)
                .dynamicComm("parent_comm")
                .ints("parent_pid")
                .dynamicComm("child_comm")
                .ints("child_pid");
    }

    static TestFormat runtime() {
        return of("sched_stat_runtime", 363).dynamicComm("comm").ints("pid").field("runtime", "u64 runtime", 8);
    }

    String name() {
        return name;
    }

    int id() {
        return id;
    }

    String text() {
        StringBuilder text = new StringBuilder("name: " + name + "\nID: " + id + "\nformat:\n");
        fields.values()
                .forEach(f -> text.append("\tfield:")
                        .append(f.declaration)
                        .append(";\toffset:")
                        .append(f.offset)
                        .append(";\tsize:")
                        .append(f.size)
                        .append(saysSigned ? ";\tsigned:" + (isSigned(f.declaration) ? 1 : 0) + ";\n" : ";\n"));
        return text.append("\nprint fmt: ").append(print).append('\n').toString();
    }

    private static boolean isSigned(String declaration) {
        return !declaration.startsWith("u") && !declaration.contains("*");
    }

    /** A payload in this layout. {@code values}: numbers, or names as bytes. Fields that are not given are 0. */
    byte[] payload(ByteOrder order, Map<String, Object> values) {
        ByteBuffer payload = ByteBuffer.allocate(end + 256).order(order);
        int tail = end;
        payload.putShort(0, (short) id);
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            Field field = fields.get(entry.getKey());
            if (field == null) {
                continue;
            }
            if (entry.getValue() instanceof byte[] text) {
                if (field.declaration.startsWith("__rel_loc")) {
                    payload.putInt(field.offset, (text.length + 1) << 16 | (tail - field.offset - 4));
                    payload.put(tail, text);
                    tail += text.length + 1;
                } else if (field.declaration.startsWith("__data_loc")) {
                    payload.putInt(field.offset, (text.length + 1) << 16 | tail);
                    payload.put(tail, text);
                    tail += text.length + 1;
                } else {
                    payload.put(field.offset, Arrays.copyOf(text, 16));
                }
            } else if (entry.getValue() instanceof long[] elements) {
                for (int i = 0; i < elements.length; i++) {
                    if (field.size / elements.length == 4) {
                        payload.putInt(field.offset + 4 * i, (int) elements[i]);
                    } else {
                        payload.putLong(field.offset + 8 * i, elements[i]);
                    }
                }
            } else {
                long value = ((Number) entry.getValue()).longValue();
                switch (field.size) {
                    case 1 -> payload.put(field.offset, (byte) value);
                    case 2 -> payload.putShort(field.offset, (short) value);
                    case 4 -> payload.putInt(field.offset, (int) value);
                    default -> payload.putLong(field.offset, value);
                }
            }
        }
        return Arrays.copyOf(payload.array(), tail);
    }
}
