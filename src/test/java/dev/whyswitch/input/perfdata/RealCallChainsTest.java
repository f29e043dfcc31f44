package dev.whyswitch.input.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.whyswitch.RealRecordings;
import dev.whyswitch.trace.AddressSpaces;
import dev.whyswitch.trace.CallChain;
import dev.whyswitch.trace.KernelSymbols;
import dev.whyswitch.trace.TaskState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The call chains of a real recording are those that `perf script` shows, with the same functions and files. */
final class RealCallChainsTest {
    private static final Pattern EVENT =
            Pattern.compile("(?<comm>.*\\S) +(?<tid>-?\\d+) \\[(?<cpu>\\d+)\\] +(?<s>\\d+)\\.(?<ns>\\d{9}): .*");
    private static final Pattern FRAME = Pattern.compile("\\s+(?<ip>\\w+) (?<name>.+) \\((?<file>.*)\\)");

    /** Each event with its chain, as lines; filled in the order of the recording. */
    private final List<String> told = new ArrayList<>();

    private final Map<String, List<String>> functionsOfSleeper = new HashMap<>();
    private KernelSymbols symbols;

    @BeforeEach
    void read(@TempDir Path directory) throws IOException {
        Path recording = RealRecordings.unpack("chains.data", directory);
        try (InputStream kallsyms = RealRecordings.class.getResourceAsStream("/recordings/chains.kallsyms.txt")) {
            Files.copy(kallsyms, directory.resolve("kallsyms"));
        }
        PerfDataReader reader = PerfDataReader.open(recording);
        symbols = reader.kernelSymbols();
        reader.read(new ChainSink(reader));
    }

    /** Writes each event down with the chain that came before it. */
    private final class ChainSink implements SilentSink {
        private final PerfDataReader reader;
        private final AddressSpaces spaces;
        private final List<String> kernel = new ArrayList<>();
        private final List<Long> user = new ArrayList<>();
        private long chainNs;
        private int group;

        ChainSink(PerfDataReader reader) {
            this.reader = reader;
            this.spaces = reader.addressSpaces();
        }

        @Override
        public void onCallChain(long timeNs, int cpu, int tgid, CallChain chain) {
            group = tgid;
            chainNs = timeNs;
            kernel.clear();
            user.clear();
            for (int i = 0; i < chain.size(); i++) {
                if (chain.isKernel(i)) {
                    int symbol = symbols.find(chain.address(i));
                    kernel.add(Long.toHexString(chain.address(i)) + " "
                            + (symbol == KernelSymbols.UNKNOWN ? "[unknown]" : symbols.name(symbol)));
                } else {
                    user.add(chain.address(i));
                }
            }
        }

        private void event(long timeNs, int cpu, int tid) {
            assertThat(chainNs).isEqualTo(timeNs);
            told.add(timeNs + " cpu" + cpu + " " + tid);
            kernel.forEach(told::add);
            for (long address : user) {
                int file = spaces.find(group, address);
                told.add(
                        file == AddressSpaces.UNKNOWN
                                ? Long.toHexString(address) + " [unknown]"
                                : Long.toHexString(spaces.foundOffset()) + " " + shown(spaces.file(file)));
            }
        }

        /** Code made at run time: perf script names the file where the process may have written down what it is. */
        private String shown(String file) {
            return file.equals("//anon") ? "/tmp/perf-" + group + ".map" : file;
        }

        @Override
        public void onSwitch(
                long timeNs,
                int cpu,
                int currentTid,
                int prevTid,
                int prevName,
                int prevPrio,
                TaskState prevState,
                int nextTid,
                int nextName,
                int nextPrio) {
            event(timeNs, cpu, currentTid);
            if (prevState == TaskState.SLEEPING) {
                functionsOfSleeper
                        .computeIfAbsent(reader.names().name(prevName), key -> new ArrayList<>())
                        .addAll(kernel.stream()
                                .map(frame -> frame.substring(17))
                                .toList());
            }
        }

        @Override
        public void onSample(long timeNs, int cpu, int tid, int event, long address) {
            event(timeNs, cpu, tid);
        }
    }

    @Test
    void everyChainIsWhatPerfScriptShows() throws IOException {
        List<String> expected = new ArrayList<>();
        String text = new String(RealRecordings.bytes("chains.perf-script.txt"), StandardCharsets.UTF_8);
        int unknown = 0;
        for (String line : text.lines().filter(l -> !l.isBlank()).toList()) {
            Matcher frame = FRAME.matcher(line);
            Matcher event = EVENT.matcher(line);
            if (frame.matches()) {
                boolean isKernel = frame.group("ip").startsWith("ffffffff");
                String file = frame.group("file");
                unknown += file.equals("[unknown]") ? 1 : 0;
                expected.add(frame.group("ip") + " " + (isKernel ? frame.group("name") : file));
            } else {
                assertThat(event.matches()).as(line).isTrue();
                expected.add(event.group("s") + event.group("ns") + " cpu" + Integer.parseInt(event.group("cpu")) + " "
                        + event.group("tid"));
            }
        }
        assertThat(expected).hasSizeGreaterThan(3000);
        assertThat(unknown).isLessThan(expected.size() / 2);
        assertThat(told).containsExactlyElementsOf(expected);
    }

    @Test
    void sleepersAreInTheFunctionsThatTheyWaitIn() {
        assertThat(functionsOfSleeper.get("waiter")).contains("futex_do_wait", "futex_wait");
        assertThat(functionsOfSleeper.get("reader")).contains("anon_pipe_read", "vfs_read");
        assertThat(functionsOfSleeper.get("low prio")).contains("hrtimer_nanosleep");
        assertThat(functionsOfSleeper.get("high=prio [x]")).contains("futex_lock_pi", "hrtimer_nanosleep");
    }
}
