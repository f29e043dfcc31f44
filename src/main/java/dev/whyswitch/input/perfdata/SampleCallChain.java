package dev.whyswitch.input.perfdata;

import dev.whyswitch.trace.CallChain;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The CALLCHAIN of a sample: u64 count, then addresses, innermost first, between marks that say whose the next ones are
 * (enum perf_callchain_context). Guests and hypervisors are left out: nobody here knows their code.
 */
final class SampleCallChain implements CallChain {
    private static final long PERF_CONTEXT_KERNEL = -128;
    private static final long PERF_CONTEXT_USER = -512;
    /** Linux 6.18: the user part follows in a record of its own; the next entry is its number. */
    private static final long PERF_CONTEXT_USER_DEFERRED = -640;

    /** Marks are the values from here to -1, where no code is. */
    private static final long PERF_CONTEXT_MAX = -4095;

    private static final int PERF_RECORD_MISC_CPUMODE_MASK = 7;
    private static final int PERF_RECORD_MISC_USER = 2;

    private long[] addresses = new long[128];
    private boolean[] kernel = new boolean[128];
    private int size;

    /** Takes the chain of the sample at {@code start}; false if the sample ends before it. */
    boolean read(ByteBuffer buffer, int start, int end, SampleLayout layout) {
        size = 0;
        int at = layout.callchainIndex(buffer, start, end);
        if (at < 0) {
            return false;
        }
        long entries = buffer.getLong(at);
        if (entries < 0 || entries > (end - at - 8) / 8) {
            return false;
        }
        boolean isKernel = (buffer.getShort(start + 4) & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER;
        boolean isKnown = true;
        int last = at + 8 * (int) entries;
        for (int i = at + 8; i <= last; i += 8) {
            long entry = buffer.getLong(i);
            if (Long.compareUnsigned(entry, PERF_CONTEXT_MAX) < 0) {
                if (isKnown) {
                    add(entry, isKernel);
                }
            } else {
                isKernel = entry == PERF_CONTEXT_KERNEL;
                isKnown = isKernel || entry == PERF_CONTEXT_USER;
                i += entry == PERF_CONTEXT_USER_DEFERRED ? 8 : 0;
            }
        }
        return true;
    }

    private void add(long address, boolean isKernel) {
        if (size == addresses.length) {
            addresses = Arrays.copyOf(addresses, size * 2);
            kernel = Arrays.copyOf(kernel, size * 2);
        }
        addresses[size] = address;
        kernel[size++] = isKernel;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long address(int index) {
        return addresses[index];
    }

    @Override
    public boolean isKernel(int index) {
        return kernel[index];
    }
}
