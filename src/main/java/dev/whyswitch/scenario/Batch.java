package dev.whyswitch.scenario;

import dev.whyswitch.record.MachineFacts;
import java.util.List;

/**
 * What came of a batch: every scenario, every variant, every run. Written as batch.json; the report is made from it alone.
 *
 * @param schema Json.BATCH_SCHEMA
 * @param startedAt ISO-8601, UTC
 * @param size how much was run
 * @param seed of the random order of the variants in each round
 * @param probe kind of the probe
 * @param machine where
 * @param documents the documents of the scenarios below
 * @param results by scenario, in the order in which they ran
 * @param notes what a reader has to know, such as that it was stopped
 */
public record Batch(
        int schema,
        String startedAt,
        Size size,
        long seed,
        String probe,
        MachineFacts machine,
        List<Catalogue.Document> documents,
        List<ScenarioResult> results,
        List<String> notes) {

    /** Takes copies of the lists. */
    public Batch {
        documents = List.copyOf(documents);
        results = List.copyOf(results);
        notes = List.copyOf(notes);
    }

    /**
     * One scenario.
     *
     * @param scenario what the catalogue says of it
     * @param roundsPlanned how often each variant was to run
     * @param variants what came of each
     */
    public record ScenarioResult(Catalogue.Scenario scenario, int roundsPlanned, List<VariantResult> variants) {
        /** Takes a copy of the list. */
        public ScenarioResult {
            variants = List.copyOf(variants);
        }
    }

    /**
     * One variant.
     *
     * @param variant what the catalogue says of it
     * @param command its program and arguments
     * @param runs its runs, by round
     */
    public record VariantResult(Catalogue.Variant variant, List<String> command, List<RunFigures> runs) {
        /** Takes copies of the lists. */
        public VariantResult {
            command = List.copyOf(command);
            runs = List.copyOf(runs);
        }
    }
}
