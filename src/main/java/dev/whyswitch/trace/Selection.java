package dev.whyswitch.trace;

import java.util.List;

/**
 * What of a machine's switches a recording was made to hold.
 *
 * @param singleTasks only what the named threads did themselves, not all that ran on the CPUs
 * @param switchPeriod one of so many switches was recorded; 1: every one, 0: not told, see {@code switchRateHz}
 * @param switchRateHz switches were recorded so often a second on average, whatever their number; 0: every one
 * @param filters options of the recorder's command that leave out some of the switches, as they were written
 */
public record Selection(boolean singleTasks, long switchPeriod, long switchRateHz, List<String> filters) {
    /** All switches of all CPUs. */
    public static final Selection ALL = new Selection(false, 1, 0, List.of());

    /** Takes a copy of the list. */
    public Selection {
        filters = List.copyOf(filters);
    }

    /** True if the switches are a sample, so that their number is not the number of switches. */
    public boolean isSampled() {
        return switchPeriod != 1;
    }
}
