package dev.lakehouse;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the main classes of all modules to docs/ARCHITECTURE.md, whose list of layers it reads. */
class ArchitectureTest {
  private static final String ROOT = "dev.lakehouse";
  static final Set<String> PUBLIC_PACKAGES =
      Set.of(".", "types", "expr", "data", "columnar", "error", "io");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages(ROOT);

  @Test
  void importsGoDownTheLayers() throws IOException {
    Map<String, Integer> lines = layers(architecturePage());
    check(classes().should(useOnlyLowerLayers(lines)));
  }

  @Test
  void packagesFormNoCircle() {
    check(SlicesRuleDefinition.slices().assignedFrom(packages()).should().beFreeOfCycles());
  }

  @Test
  void publicSignaturesHoldNoInternalType() {
    check(classes().that(arePublicApi()).should(showOnlyPublicTypes()));
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<String> unmarked =
        MAIN.stream()
            .map(JavaClass::getPackage)
            .filter(p -> !p.isAnnotatedWith(NullMarked.class))
            .map(p -> p.getName() + " has no package-info.java with @NullMarked")
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), unmarked);
  }

  @Test
  void timeAndSleepComeFromEnvironment() {
    Pattern clocks =
        Pattern.compile(
            "java\\.time\\.(Instant|LocalDate|LocalTime|LocalDateTime|OffsetDateTime|ZonedDateTime|Year)\\.now"
                + "|java\\.time\\.Clock\\.(system.*|tick.*)"
                + "|java\\.lang\\.System\\.currentTimeMillis|java\\.lang\\.Thread\\.sleep"
                + "|java\\.util\\.concurrent\\.TimeUnit\\.sleep");
    check(
        classes()
            .that(DescribedPredicate.not(within(ROOT + ".io.Environment")))
            .should(neverCall(clocks)));
  }

  @Test
  void idsAndRandomNumbersComeFromEnvironment() {
    Pattern chances =
        Pattern.compile(
            "java\\.util\\.UUID\\.randomUUID|java\\.lang\\.Math\\.random"
                + "|java\\.util\\.concurrent\\.ThreadLocalRandom\\.current"
                + "|java\\.(util\\.Random|util\\.SplittableRandom|security\\.SecureRandom)\\.<init>");
    check(
        classes()
            .that(
                DescribedPredicate.not(within(ROOT + ".io.Environment"))
                    .and(resideOutsideOfPackage(ROOT + ".io.local")))
            .should(neverCall(chances)));
  }

  @Test
  void theMachinesZoneLocaleAndCharsetDoNotMatter() {
    Pattern defaults =
        Pattern.compile(
            "java\\.time\\.ZoneId\\.systemDefault"
                + "|java\\.util\\.(TimeZone|Locale)\\.getDefault"
                + "|java\\.nio\\.charset\\.Charset\\.defaultCharset");
    check(classes().should(neverCall(defaults)));
  }

  @Test
  void arrowBuffersAreNotViewedAsByteBuffers() {
    check(
        classes()
            .should(
                neverCall(Pattern.compile("org\\.apache\\.arrow\\.memory\\.ArrowBuf\\.nioBuffer")))
            .because("it needs a JVM flag that users do not have"));
  }

  @Test
  void hadoopStaysInItsOwnBackend() {
    check(
        classes()
            .that(resideOutsideOfPackage(ROOT + ".io.hadoop"))
            .should(
                never(
                    dependOnClassesThat(
                        resideInAPackage("org.apache.hadoop..")
                            .and(not(name("org.apache.hadoop.conf.Configuration")))))));
    check(
        classes()
            .that(resideOutsideOfPackage(ROOT + ".io.hadoop"))
            .and(not(name(ROOT + ".Lakehouse$Builder")))
            .should(never(dependOnClassesThat(name("org.apache.hadoop.conf.Configuration")))));
  }

  @Test
  void staticFieldsAreFinal() {
    check(fields().that().areStatic().should().beFinal());
  }

  @Test
  void namesSayWhatTheThingIs() {
    Pattern banned =
        Pattern.compile(
            ".*(Impl|Utils?|Helper|Manager|Handler|Processor|Wrapper)|(Base|Abstract)[A-Z].*");
    assertEquals(
        List.of(),
        MAIN.stream()
            .filter(type -> banned.matcher(type.getSimpleName()).matches())
            .map(JavaClass::getName)
            .sorted()
            .toList());
  }

  @Test
  void everyTypeNamedOnTheArchitecturePageExists() throws IOException {
    Set<String> known =
        MAIN.stream().map(JavaClass::getSimpleName).collect(Collectors.toCollection(HashSet::new));
    try (Stream<Path> sources = Files.walk(Path.of(".."))) {
      sources
          .filter(path -> path.toString().contains("/src/test/java/"))
          .map(path -> path.getFileName().toString().replace(".java", ""))
          .forEach(known::add);
    }
    Matcher named =
        Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)?)[`.(]").matcher(architecturePage());
    List<String> absent =
        named.results().map(m -> m.group(1)).filter(name -> !known.contains(name)).toList();
    assertEquals(List.of(), absent);
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }

  private static String architecturePage() throws IOException {
    return Files.readString(Path.of("..", "docs", "ARCHITECTURE.md"));
  }

  /** The line of each package in the page's list, lowest layer first. */
  private static Map<String, Integer> layers(String page) {
    Matcher list = Pattern.compile("```layers\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertEquals(true, list.find(), "docs/ARCHITECTURE.md has a block named layers");
    Map<String, Integer> lines = new HashMap<>();
    List<String> rows = list.group(1).lines().toList();
    for (int line = 0; line < rows.size(); line++) {
      for (String name : rows.get(line).split(" ")) {
        lines.put(name, line);
      }
    }
    assertFalse(lines.isEmpty());
    return lines;
  }

  /** The package's name below the root, a dot for the root itself. */
  private static String layer(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "." : name.substring(ROOT.length() + 1);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
  }

  private static ArchCondition<JavaClass> useOnlyLowerLayers(Map<String, Integer> lines) {
    return new ArchCondition<>("use only the layers above their line in docs/ARCHITECTURE.md") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Integer line = lines.get(layer(type));
        if (line == null) {
          events.add(violated(type, type.getName() + " is in a package that is not in the list"));
          return;
        }
        for (Dependency use : type.getDirectDependenciesFromSelf()) {
          JavaClass target = use.getTargetClass().getBaseComponentType();
          if (isOurs(target)
              && !layer(target).equals(layer(type))
              && lines.getOrDefault(layer(target), Integer.MAX_VALUE) >= line) {
            events.add(violated(type, use.getDescription()));
          }
        }
      }
    };
  }

  private static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return isOurs(type) ? SliceIdentifier.of(layer(type)) : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  private static DescribedPredicate<JavaClass> arePublicApi() {
    return DescribedPredicate.describe("are public API", ArchitectureTest::isPublicApi);
  }

  private static boolean isPublicApi(JavaClass type) {
    return PUBLIC_PACKAGES.contains(layer(type))
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ArchitectureTest::isPublicApi).orElse(true);
  }

  private static ArchCondition<JavaClass> showOnlyPublicTypes() {
    return new ArchCondition<>("show only public types") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Stream<JavaType> supertypes =
            Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        report(type, type.getDescription(), supertypes, events);
        report(type, type.getDescription(), type.getTypeParameters().stream(), events);
        for (JavaMember member : type.getMembers()) {
          if (isShown(member)) {
            report(type, member.getDescription(), signature(member), events);
          }
        }
      }
    };
  }

  private static boolean isShown(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return !modifiers.contains(JavaModifier.SYNTHETIC)
        && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
  }

  private static Stream<JavaType> signature(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getType());
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    List<JavaType> types = new ArrayList<>(unit.getParameterTypes());
    types.add(unit.getReturnType());
    types.addAll(unit.getTypeParameters());
    types.addAll(unit.getExceptionTypes());
    return types.stream();
  }

  private static void report(
      JavaClass type, String where, Stream<? extends JavaType> shown, ConditionEvents events) {
    shown
        .flatMap(t -> t.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(t -> isOurs(t) && !isPublicApi(t))
        .distinct()
        .forEach(
            t ->
                events.add(
                    violated(type, where + " shows " + t.getName() + ", which is internal")));
  }

  private static DescribedPredicate<JavaClass> within(String className) {
    return DescribedPredicate.describe(
        "are in " + className,
        type -> type.getName().equals(className) || type.getName().startsWith(className + "$"));
  }

  /** Calls, constructor calls and method references; the pattern sees {@code owner.name}. */
  private static ArchCondition<JavaClass> neverCall(Pattern banned) {
    return new ArchCondition<>("never call " + banned.pattern().replace("\\", "")) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Stream.concat(
                type.getAccessesFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream())
            .filter(access -> banned.matcher(target(access)).matches())
            .distinct()
            .forEach(access -> events.add(violated(type, access.getDescription())));
      }
    };
  }

  private static String target(JavaAccess<?> access) {
    return access.getTargetOwner().getName() + "." + access.getTarget().getName();
  }

  private static ConditionEvent violated(JavaClass type, String message) {
    return SimpleConditionEvent.violated(type, message);
  }
}
