package dev.whyswitch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The picture of the packages, from DESIGN: each may import those to its right, never to its left.
 *
 * <pre>
 * cli ► report ► scenario ► {compare, record} ► analyze ► {sched, stats} ► trace ► column
 * input.* ► trace ► column
 * json: a leaf, for input.bpftrace, record, scenario, compare, report and cli
 * </pre>
 *
 * Packages that do not exist yet break no rule.
 */
@AnalyzeClasses(packages = "dev.whyswitch", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String BASE = "dev.whyswitch.";

    @ArchTest
    static final ArchRule packagesImportToTheRightOnly = CompositeArchRule.of(List.of(
                    imports("column"),
                    imports("json"),
                    imports("trace", "column"),
                    imports("stats", "trace", "column"),
                    imports("sched", "trace", "column"),
                    imports("analyze", "sched", "stats", "trace", "column"),
                    imports("record", "analyze", "sched", "stats", "trace", "column", "json"),
                    imports("compare", "analyze", "sched", "stats", "trace", "column", "json"),
                    imports("scenario", "compare", "record", "analyze", "sched", "stats", "trace", "column", "json"),
                    imports(
                            "report",
                            "scenario",
                            "compare",
                            "record",
                            "analyze",
                            "sched",
                            "stats",
                            "trace",
                            "column",
                            "json"),
                    imports("input.perfdata", "trace", "column"),
                    imports("input.text", "trace", "column"),
                    imports("input.tracedat", "trace", "column"),
                    imports("input.bpftrace", "trace", "column", "json")))
            .as("packages import those to their right only");

    @ArchTest
    static final ArchRule everyPackageIsInThePicture = classes()
            .should()
            .resideInAnyPackage(Stream.of(
                            "column",
                            "json",
                            "trace",
                            "stats",
                            "sched",
                            "analyze",
                            "record",
                            "compare",
                            "scenario",
                            "report",
                            "cli",
                            "input.perfdata",
                            "input.text",
                            "input.tracedat",
                            "input.bpftrace")
                    .map(name -> BASE + name)
                    .toArray(String[]::new));

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching(BASE + "(**)").should().beFreeOfCycles();

    /** Annotations on records and enums are names of data; what maps is behind json. */
    @ArchTest
    static final ArchRule onlyJsonKnowsJackson =
            only("json", "com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..");

    @ArchTest
    static final ArchRule onlyRecordKnowsJna = only("record", "com.sun.jna..");

    @ArchTest
    static final ArchRule onlyCliKnowsPicocli = only("cli", "picocli..");

    @ArchTest
    static final ArchRule onlyStatsKnowsTheMathLibraries =
            only("stats", "org.apache.commons.math3..", "org.apache.commons.statistics..", "org.HdrHistogram..");

    @ArchTest
    static final ArchRule onlyInputUnpacks = only("input..", "com.github.luben.zstd..", "org.tukaani.xz..");

    @ArchTest
    static final ArchRule onlyInputMapsFiles = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + "input..")
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "FileChannel.map",
                    call -> call.getTargetOwner().isAssignableTo(FileChannel.class)
                            && call.getName().equals("map")))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyRecordStartsProcesses = noClasses()
            .that()
            .resideOutsideOfPackage(BASE + "record..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessBuilder.class)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule onlyCliTalksToTheTerminalAndExits = CompositeArchRule.of(noClasses()
                    .that()
                    .resideOutsideOfPackage(BASE + "cli..")
                    .should(ACCESS_STANDARD_STREAMS)
                    .allowEmptyShould(true))
            .and(noClasses()
                    .that()
                    .resideOutsideOfPackage(BASE + "cli..")
                    .should()
                    .callMethod(System.class, "exit", int.class)
                    .allowEmptyShould(true));

    private static ArchRule imports(String name, String... right) {
        String[] allowed = Stream.concat(Stream.of(name), Arrays.stream(right))
                .map(p -> BASE + p)
                .toArray(String[]::new);
        DescribedPredicate<JavaClass> ours = JavaClass.Predicates.resideInAPackage("dev.whyswitch..");
        return classes()
                .that()
                .resideInAPackage(BASE + name)
                .should()
                .onlyDependOnClassesThat(
                        DescribedPredicate.not(ours).or(JavaClass.Predicates.resideInAnyPackage(allowed)))
                .allowEmptyShould(true);
    }

    private static ArchRule only(String name, String... libraries) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(BASE + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .allowEmptyShould(true);
    }
}
