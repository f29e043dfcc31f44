package dev.whyswitch.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Records nothing: the run that shows what a probe costs. */
public record NoProbe() implements Probe {
    @Override
    public String kind() {
        return "none";
    }

    @Override
    public int bufferPages() {
        return 0;
    }

    @Override
    public Probe withBufferPages(int pages) {
        return this;
    }

    @Override
    public RunningProbe start(RunFolder folder) {
        return new RunningProbe() {
            @Override
            public List<String> command() {
                return List.of();
            }

            @Override
            public Optional<Path> recording() {
                return Optional.empty();
            }

            @Override
            public ProbeTimes stop() {
                return ProbeTimes.NONE;
            }

            @Override
            public void close() {}
        };
    }
}
