package dev.whyswitch.trace;

/** What interrupts a thread. */
public enum InterruptKind {
    /** {@code irq:irq_handler_*}: a device's handler; the number is the kernel's irq. */
    DEVICE,
    /** {@code irq:softirq_*}: deferred work of the kernel; the number is its vec. */
    SOFTIRQ,
    /** {@code irq_vectors:*}: an interrupt of the CPU itself (timer, reschedule), x86; the number is the vector. */
    VECTOR
}
