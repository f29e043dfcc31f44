package dev.whyswitch.input.perfdata;

import dev.whyswitch.input.perfdata.EventBinding.CommField;
import dev.whyswitch.input.perfdata.TracepointFormat.Field;
import dev.whyswitch.trace.NameTable;
import java.nio.ByteBuffer;
import java.util.List;

/** Looks the fields of one event up in its format, and keeps account of how many bytes they need and which are missing. */
final class EventFields {
    private final TracepointFormat format;
    private final NameTable names;
    private int rawBytes;
    private boolean complete = true;

    EventFields(TracepointFormat format, NameTable names) {
        this.format = format;
        this.names = names;
    }

    /** A name in RAW, by its id in the table. */
    @FunctionalInterface
    interface NameField {
        int read(ByteBuffer buffer, int raw, int end);
    }

    /** The number {@code name}, which the event must have. */
    NumberField number(String name) {
        NumberField field = optionalNumber(name);
        complete &= field.isPresent();
        return field;
    }

    NumberField optionalNumber(String name) {
        return format.field(name)
                .filter(NumberField::isNumber)
                .map(field -> need(NumberField.of(field)))
                .orElse(NumberField.ABSENT);
    }

    private NumberField need(NumberField field) {
        rawBytes = Math.max(rawBytes, field.rawBytes());
        return field;
    }

    /** Element {@code index} of {@code count} in the array {@code name}, absent if it has other elements. */
    NumberField element(String name, int index, int count) {
        Field array = format.field(name).orElse(null);
        int size = array == null ? 0 : array.size() / count;
        if (size != 4 && size != 8) {
            return NumberField.ABSENT;
        }
        return need(new NumberField(array.offset() + index * size, size, false));
    }

    /** The event's own fields in their order, without the common ones. */
    List<Field> own() {
        return format.fields().stream()
                .filter(field -> !field.name().startsWith("common_"))
                .toList();
    }

    /** Own field {@code index} as a number, absent if there is none. */
    NumberField own(int index) {
        List<Field> own = own();
        return index < own.size() && NumberField.isNumber(own.get(index))
                ? need(NumberField.of(own.get(index)))
                : NumberField.ABSENT;
    }

    /** The name {@code name}; unknown in all events if they have no such field. */
    NameField name(String name) {
        CommField field = CommField.of(format, name);
        rawBytes = Math.max(rawBytes, field.rawBytes());
        return (buffer, raw, end) -> names.intern(
                EventBinding.commLow(buffer, raw, field, end), EventBinding.commHigh(buffer, raw, field, end));
    }

    /** Bytes of RAW that the fields asked for need. */
    int rawBytes() {
        return rawBytes;
    }

    /** True unless a field that the event must have is missing. */
    boolean areComplete() {
        return complete;
    }
}
