package dev.whyswitch.trace;

/**
 * Where a thread was when an event was recorded: return addresses, innermost first. A view that the reader fills anew for
 * every event; keep what is needed.
 */
public interface CallChain {
    /** How many addresses. */
    int size();

    /** Address {@code index}; 0 is the innermost. */
    long address(int index);

    /** True if address {@code index} is one of the kernel, false if it is one of the thread's own address space. */
    boolean isKernel(int index);
}
