package dev.whyswitch.input.perfdata;

import java.nio.ByteBuffer;

/**
 * An integer in RAW, of the size and sign that the event's format gives it.
 *
 * @param offset from the start of RAW
 * @param size bytes; 0 if the event has no such field, which then reads as 0
 */
record NumberField(int offset, int size, boolean signed) {
    static final NumberField ABSENT = new NumberField(0, 0, false);

    /** A whole field. */
    static NumberField of(TracepointFormat.Field field) {
        return new NumberField(field.offset(), field.size(), field.signed());
    }

    static boolean isNumber(TracepointFormat.Field field) {
        int size = field.size();
        return field.location() == TracepointFormat.Location.HERE && (size == 1 || size == 2 || size == 4 || size == 8);
    }

    boolean isPresent() {
        return size > 0;
    }

    /** Bytes of RAW that the field needs. */
    int rawBytes() {
        return offset + size;
    }

    /** The value; {@code raw} is the index of RAW in {@code buffer}. */
    long read(ByteBuffer buffer, int raw) {
        int at = raw + offset;
        return switch (size) {
            case 8 -> buffer.getLong(at);
            case 4 -> signed ? buffer.getInt(at) : buffer.getInt(at) & 0xFFFF_FFFFL;
            case 2 -> signed ? buffer.getShort(at) : buffer.getShort(at) & 0xFFFFL;
            case 1 -> signed ? buffer.get(at) : buffer.get(at) & 0xFFL;
            default -> 0;
        };
    }

    /** The value as an int. */
    int readInt(ByteBuffer buffer, int raw) {
        return (int) read(buffer, raw);
    }
}
