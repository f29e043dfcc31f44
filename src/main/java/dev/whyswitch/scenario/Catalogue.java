package dev.whyswitch.scenario;

import dev.whyswitch.json.Json;
import dev.whyswitch.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * workloads/catalogue.json: every scenario that can be run. A new scenario is a new entry and a C file, no Java.
 *
 * @param schema Json.CATALOGUE_SCHEMA
 * @param documents the texts whose claims the scenarios try
 * @param scenarios in the order in which they run
 */
public record Catalogue(int schema, List<Document> documents, List<Scenario> scenarios) {

    /** Takes copies of the lists. */
    public Catalogue {
        documents = List.copyOf(documents);
        scenarios = List.copyOf(scenarios);
    }

    /**
     * A text whose claims are tried.
     *
     * @param id short name that claims begin with, such as {@code S0}
     * @param title what it is
     * @param says what it claims, in a sentence or two
     */
    public record Document(String id, String title, String says) {}

    /**
     * What a document says that a scenario tries.
     *
     * @param id such as {@code S0-C25}
     * @param says the claim in English
     * @param figure the document's own figure, empty if it has none
     */
    public record Claim(String id, String says, String figure) {}

    /**
     * One way to run a scenario's program.
     *
     * @param id unique in the scenario
     * @param says what is different, for the report
     * @param args arguments behind the scenario's common ones; {@code {name}} stands for a parameter of the size
     * @param cpus CPUs that the program may use; empty: all
     * @param quick the quick size runs it too
     */
    public record Variant(String id, String says, List<String> args, List<Integer> cpus, boolean quick) {
        /** Takes copies of the lists. */
        public Variant {
            args = List.copyOf(args);
            cpus = List.copyOf(cpus);
        }
    }

    /**
     * How large a run is.
     *
     * @param rounds how often each variant runs
     * @param parameters values for the {@code {name}} in arguments
     */
    public record Extent(int rounds, Map<String, String> parameters) {
        /** Takes a copy of the map. */
        public Extent {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * One experiment.
     *
     * @param id unique, used in paths and on the command line
     * @param title what it is about
     * @param document id of its document
     * @param question what the reader wants to know
     * @param claims what is tried
     * @param program C program in workloads/, without .c
     * @param args arguments of all variants
     * @param timeLimitSeconds after which a run is ended
     * @param variants at least one
     * @param sizes by size
     * @param reading how to read its numbers: what is expected, what disturbs them
     */
    public record Scenario(
            String id,
            String title,
            String document,
            String question,
            List<Claim> claims,
            String program,
            List<String> args,
            int timeLimitSeconds,
            List<Variant> variants,
            Map<Size, Extent> sizes,
            String reading) {
        /** Takes copies of the collections. */
        public Scenario {
            claims = List.copyOf(claims);
            args = List.copyOf(args);
            variants = List.copyOf(variants);
            sizes = Map.copyOf(sizes);
        }

        /** The variants that {@code size} runs. */
        public List<Variant> variants(Size size) {
            return variants.stream()
                    .filter(v -> size != Size.QUICK || v.quick())
                    .toList();
        }

        /** The arguments of {@code variant} at {@code size}, placeholders filled in. */
        public List<String> arguments(Variant variant, Size size) {
            Map<String, String> parameters = sizes.get(size).parameters();
            return java.util.stream.Stream.concat(args.stream(), variant.args().stream())
                    .map(arg -> fill(arg, parameters))
                    .toList();
        }
    }

    private static String fill(String arg, Map<String, String> parameters) {
        String filled = arg;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            filled = filled.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        return filled;
    }

    /**
     * Reads a catalogue and checks that it is consistent.
     *
     * @throws JsonException if the file is not a catalogue; the message says where and why
     */
    public static Catalogue read(Path file) throws IOException {
        Catalogue catalogue = Json.read(file, Catalogue.class);
        if (catalogue.schema() != Json.CATALOGUE_SCHEMA) {
            throw new JsonException(
                    file + ": catalogue of schema " + catalogue.schema() + ", expected " + Json.CATALOGUE_SCHEMA);
        }
        Set<String> ids = new HashSet<>();
        for (Scenario scenario : catalogue.scenarios()) {
            String problem = catalogue.problem(scenario, ids);
            if (!problem.isEmpty()) {
                throw new JsonException(file + ": scenario " + scenario.id() + ": " + problem);
            }
        }
        return catalogue;
    }

    private String problem(Scenario scenario, Set<String> ids) {
        if (!ids.add(scenario.id())) {
            return "two scenarios have this id";
        }
        if (documents.stream().noneMatch(d -> d.id().equals(scenario.document()))) {
            return "unknown document " + scenario.document();
        }
        Set<String> variantIds = new HashSet<>();
        for (Size size : Size.values()) {
            if (!scenario.sizes().containsKey(size)) {
                return "no size " + size.label();
            }
            for (Variant variant : scenario.variants()) {
                for (String arg : scenario.arguments(variant, size)) {
                    if (arg.contains("{")) {
                        return "argument " + arg + " of variant " + variant.id() + " has no value at size "
                                + size.label();
                    }
                }
            }
        }
        for (Variant variant : scenario.variants()) {
            if (!variantIds.add(variant.id())) {
                return "two variants are named " + variant.id();
            }
        }
        return scenario.variants(Size.QUICK).isEmpty() ? "no variant runs at size quick" : "";
    }

    /** The scenario named {@code id}, null if there is none. */
    public Scenario scenario(String id) {
        return scenarios.stream().filter(s -> s.id().equals(id)).findFirst().orElse(null);
    }

    /** The document named {@code id}; every scenario's document is there. */
    public Document document(String id) {
        return documents.stream().filter(d -> d.id().equals(id)).findFirst().orElseThrow();
    }
}
