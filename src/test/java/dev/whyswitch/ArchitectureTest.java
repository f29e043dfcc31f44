package dev.whyswitch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The package picture: each package may import those to its right, never to its left.
 *
 * <pre>
 * cli ► report ► scenario ► {compare, record} ► analyze ► {sched, stats} ► trace ► column      input.* ► trace
 * json: a leaf, used by input.bpftrace, record, scenario, compare, report, cli
 * </pre>
 */
@AnalyzeClasses(packages = "dev.whyswitch", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ALL = "dev.whyswitch..";
    private static final String ROOT = "dev.whyswitch.";

    private static String[] packages(String... names) {
        String[] full = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            full[i] = ROOT + names[i] + "..";
        }
        return full;
    }

    /** {@code name} depends, of all our packages, on {@code allowed} alone. */
    private static ArchRule imports(String name, String... allowed) {
        String[] all = packages(allowed);
        String[] withItself = java.util.Arrays.copyOf(all, all.length + 1);
        withItself[all.length] = ROOT + name + "..";
        return noClasses()
                .that()
                .resideInAPackage(ROOT + name + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(ALL).and(resideOutsideOfPackages(withItself)))
                .allowEmptyShould(true);
    }

    @ArchTest
    static final ArchRule columnImportsNothingOfOurs = imports("column");

    @ArchTest
    static final ArchRule jsonIsALeaf = imports("json");

    @ArchTest
    static final ArchRule traceImportsColumn = imports("trace", "column");

    @ArchTest
    static final ArchRule inputKnowsNoScheduling = imports("input", "trace", "column");

    @ArchTest
    static final ArchRule schedKnowsNoFormat = imports("sched", "trace", "column");

    @ArchTest
    static final ArchRule statsKnowsNeither = imports("stats", "trace", "column");

    @ArchTest
    static final ArchRule analyzeImportsWhatIsRight = imports("analyze", "sched", "stats", "trace", "column");

    @ArchTest
    static final ArchRule recordImportsWhatIsRight =
            imports("record", "analyze", "sched", "stats", "trace", "column", "json");

    @ArchTest
    static final ArchRule compareImportsWhatIsRight =
            imports("compare", "analyze", "sched", "stats", "trace", "column", "json");

    @ArchTest
    static final ArchRule scenarioImportsWhatIsRight =
            imports("scenario", "compare", "record", "analyze", "sched", "stats", "trace", "column", "json");

    @ArchTest
    static final ArchRule reportImportsWhatIsRight =
            imports("report", "scenario", "compare", "record", "analyze", "sched", "stats", "trace", "column", "json");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.whyswitch.(**)").should().beFreeOfCycles();

    /** Only {@code owners} use the library in {@code library}. */
    private static ArchRule onlyIn(String library, String... owners) {
        return classes()
                .that(resideInAPackage(ALL).and(resideOutsideOfPackages(packages(owners))))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackages(library));
    }

    /** The annotations are data on records; the mapper is behind json. */
    @ArchTest
    static final ArchRule jacksonMapsInJson = onlyIn("com.fasterxml.jackson.databind..", "json");

    @ArchTest
    static final ArchRule jnaInRecord = onlyIn("com.sun.jna..", "record");

    @ArchTest
    static final ArchRule picocliInCli = onlyIn("picocli..", "cli");

    @ArchTest
    static final ArchRule commonsMathInStats = onlyIn("org.apache.commons.math3..", "stats");

    @ArchTest
    static final ArchRule filesAreMappedInInput = noClasses()
            .that(resideInAPackage(ALL).and(resideOutsideOfPackages(packages("input"))))
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.nio.channels..")
                    .and(com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName("FileChannel")));

    @ArchTest
    static final ArchRule consoleAndExitInCli = noClasses()
            .that(resideInAPackage(ALL).and(resideOutsideOfPackages(packages("cli"))))
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule zstdInInput = onlyIn("com.github.luben.zstd..", "input");

    @ArchTest
    static final ArchRule processesAreStartedInRecord = classes()
            .that(resideInAPackage(ALL).and(resideOutsideOfPackages(packages("record"))))
            .should()
            .onlyDependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.not(
                    com.tngtech.archunit.core.domain.JavaClass.Predicates.type(ProcessBuilder.class)));

    @ArchTest
    static final ArchRule everyPackageIsInThePicture = classes()
            .should()
            .resideInAnyPackage(packages(
                    "column",
                    "json",
                    "trace",
                    "input",
                    "sched",
                    "stats",
                    "analyze",
                    "record",
                    "compare",
                    "scenario",
                    "report",
                    "cli"));
}
