package dev.whyswitch.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.ConstructorDetector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The one mapper: records to JSON and back, names in snake_case, times in whole nanoseconds, the same bytes for the
 * same values. A property that a reader does not know is ignored: a newer whyswitch may have written it.
 */
public final class Json {
    /** Version of analysis.json. */
    public static final int ANALYSIS_SCHEMA = 2;

    /** Version of run.json. */
    public static final int RUN_SCHEMA = 1;

    /** Version of batch.json, the report over all scenarios. */
    public static final int BATCH_SCHEMA = 1;

    /** Version of workloads/catalogue.json. */
    public static final int CATALOGUE_SCHEMA = 1;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .constructorDetector(ConstructorDetector.USE_PROPERTIES_BASED)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private static final ObjectWriter WRITER =
            MAPPER.writer(new DefaultPrettyPrinter().withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE));

    private Json() {}

    /** {@code value} as indented JSON with a newline at the end. */
    public static String text(Object value) {
        try {
            return WRITER.writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }

    /** Writes {@code value} to {@code file} as {@link #text} does. */
    public static void write(Path file, Object value) throws IOException {
        Files.writeString(file, text(value));
    }

    /**
     * Reads a {@code type} from {@code file}.
     *
     * @throws JsonException if the file is no such JSON: one line with file, line, column and what is wrong
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        String text = Files.readString(file);
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
            String reason = e.getOriginalMessage().lines().findFirst().orElse("not JSON");
            throw new JsonException(file + place + ": " + reason, e);
        }
    }
}
