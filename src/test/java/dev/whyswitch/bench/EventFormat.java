package dev.whyswitch.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A tracepoint as the kernel describes it.
 *
 * @param name such as sched_switch
 * @param id the kernel's number of it
 * @param text the whole description
 */
record EventFormat(String name, int id, String text) {
    private static final String RESOURCE = "/bench/event-formats.txt";

    /** The events of `perf sched record`, sched_switch first. */
    static List<EventFormat> schedEvents() throws IOException {
        String all;
        try (InputStream in = EventFormat.class.getResourceAsStream(RESOURCE)) {
            all = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
        List<EventFormat> formats = new ArrayList<>();
        for (String text : all.split("(?m)^(?=name: )", 0)) {
            formats.add(new EventFormat(valueOf("name: ", text), Integer.parseInt(valueOf("ID: ", text)), text));
        }
        return formats;
    }

    private static String valueOf(String key, String text) {
        int from = text.indexOf(key) + key.length();
        return text.substring(from, text.indexOf('\n', from));
    }
}
