package dev.whyswitch.input.perfdata;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether the switch-out records of a recording tell a preempted thread from one that waits. The bit came with Linux 4.17
 * (101592b4904e, "perf/core: Store context switch out type in PERF_RECORD_SWITCH[_CPU_WIDE]"); before, it is always 0. A
 * kernel of a distribution may have it earlier, and then a bit is set somewhere.
 */
final class PreemptBits {
    private static final int MAJOR = 4;
    private static final int MINOR = 17;
    private static final Pattern RELEASE = Pattern.compile("(\\d{1,5})\\.(\\d{1,5}).*", Pattern.DOTALL);

    private PreemptBits() {}

    /**
     * False if the kernel is too old, or not known, and no switch-out record has the bit.
     *
     * @param osRelease of the kernel that recorded, empty if not known
     */
    static boolean areTold(String osRelease, List<EventAttr> events, List<RecordPart> parts) throws PerfDataException {
        if (events.stream().noneMatch(EventAttr::contextSwitch) || isRecent(osRelease)) {
            return true;
        }
        boolean out = false;
        for (RecordPart part : parts) {
            InputFile file = part.file();
            long at = part.from();
            while (at + 8 <= part.to()) {
                int type = file.i32(at);
                long next = RecordType.next(file, at, part.to());
                if (next < 0) {
                    break;
                }
                if (type == RecordType.PERF_RECORD_SWITCH || type == RecordType.PERF_RECORD_SWITCH_CPU_WIDE) {
                    int misc = file.u16(at + 4);
                    if ((misc & RecordType.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0) {
                        return true;
                    }
                    out |= (misc & RecordType.PERF_RECORD_MISC_SWITCH_OUT) != 0;
                }
                at = next;
            }
        }
        return !out;
    }

    private static boolean isRecent(String osRelease) {
        Matcher release = RELEASE.matcher(osRelease);
        if (!release.matches()) {
            return false;
        }
        int major = Integer.parseInt(release.group(1));
        return major > MAJOR || (major == MAJOR && Integer.parseInt(release.group(2)) >= MINOR);
    }
}
