package dev.whyswitch.cli;

import dev.whyswitch.analyze.Analyzer;
import dev.whyswitch.json.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** temporary */
public final class Main {
    public static void main(String[] args) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.print(Json.text(Recordings.analyze(Path.of(args[0]), Analyzer.Options.ALL)));
        out.flush();
    }

    private Main() {}
}
