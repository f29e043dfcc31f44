package dev.whyswitch.input.perfdata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes that grow, in one byte order: what {@link PerfDataBuilder} writes its pieces into. */
final class TestBytes {
    private final ByteOrder order;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    TestBytes(ByteOrder order) {
        this.order = order;
    }

    ByteOrder order() {
        return order;
    }

    int size() {
        return bytes.size();
    }

    byte[] toArray() {
        return bytes.toByteArray();
    }

    TestBytes u8(int value) {
        bytes.write(value);
        return this;
    }

    TestBytes u16(int value) {
        return raw(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
    }

    TestBytes u32(long value) {
        return raw(ByteBuffer.allocate(4).order(order).putInt((int) value).array());
    }

    TestBytes u64(long value) {
        return raw(ByteBuffer.allocate(8).order(order).putLong(value).array());
    }

    TestBytes raw(byte[] values) {
        bytes.writeBytes(values);
        return this;
    }

    /** {@code text}, one byte a char, and a NUL. */
    TestBytes cString(String text) {
        return raw(text.getBytes(StandardCharsets.ISO_8859_1)).u8(0);
    }

    /** A string of a feature section: u32 padded length, bytes, NULs. */
    TestBytes featureString(String text) {
        byte[] value = text.getBytes(StandardCharsets.ISO_8859_1);
        int padded = (value.length + 1 + 63) / 64 * 64;
        return u32(padded).raw(value).zeros(padded - value.length);
    }

    TestBytes zeros(int count) {
        return raw(new byte[count]);
    }

    TestBytes alignTo(int boundary) {
        return zeros(Math.floorMod(-size(), boundary));
    }
}
