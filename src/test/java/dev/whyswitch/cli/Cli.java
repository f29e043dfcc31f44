package dev.whyswitch.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One call of the command line, as the shell would make it, and what came of it. */
record Cli(int code, String out, String err) {
    static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err));
        return new Cli(code, out.toString(), err.toString());
    }
}
