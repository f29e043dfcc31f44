package dev.whyswitch.cli;

import dev.whyswitch.scenario.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The folder of the scenarios' programs. */
final class Workloads {
    private Workloads() {}

    static Catalogue catalogue(Path folder) throws IOException {
        Path file = folder.resolve("catalogue.json");
        if (!Files.exists(file)) {
            throw new EnvironmentException(
                    file + ": no such file; run from the project's folder or name the folder with --workloads");
        }
        return Catalogue.read(file);
    }

    static void checkBuilt(Path folder, List<Catalogue.Scenario> scenarios) throws IOException {
        for (Catalogue.Scenario scenario : scenarios) {
            Path binary = folder.resolve("bin").resolve(scenario.program());
            if (!Files.isExecutable(binary)) {
                throw new EnvironmentException(binary + ": not built; run `make -C " + folder + "`");
            }
        }
    }
}
