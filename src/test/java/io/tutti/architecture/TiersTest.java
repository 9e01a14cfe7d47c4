package io.tutti.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tutti.tier.Tier;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Each test on real servers runs in exactly one tier, and each capability has a quick one. */
class TiersTest {
  private static final String DOOR = "Capability";

  private static final Set<String> QUICK = Set.of(Tier.DEFAULT.tag(), Tier.PARTLY_THOROUGH);
  private static final Set<String> TAGS =
      Set.of(Tier.DEFAULT.tag(), Tier.PARTLY_THOROUGH, Tier.THOROUGH.tag(), Tier.SOAK.tag());

  /** What {@code ./mvnw verify} must show on real servers besides what operations do. */
  private static final List<String> BESIDES =
      List.of(
          "Advice",
          "AutomaticFence",
          "BinlogReader",
          "StartFencedLift",
          "Crash",
          "Demo",
          "LostOnSource",
          "Incidents",
          "LostWrites",
          "MixedTopology",
          "ParallelismDrift",
          "Rollout");

  /** All that the catalogue has, by the names of their doors. */
  private static List<String> capabilities() {
    return new ClassFileImporter()
        .importPackages("io.tutti.operation").stream()
            .map(JavaClass::getSimpleName)
            .filter(name -> name.endsWith(DOOR))
            .map(name -> name.substring(0, name.length() - DOOR.length()))
            .toList();
  }

  private static List<Class<?>> classes() throws IOException, ClassNotFoundException {
    Path root = Path.of("java");
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace(".java", "");
        classes.add(Class.forName(name));
      }
    }
    return classes;
  }

  private static List<Method> tests(Class<?> type) {
    List<Method> tests =
        new ArrayList<>(
            ReflectionSupport.findMethods(
                type,
                method -> AnnotationSupport.isAnnotated(method, Testable.class),
                HierarchyTraversalMode.TOP_DOWN));
    for (Class<?> nested : ReflectionSupport.findNestedClasses(type, TiersTest::isNested)) {
      tests.addAll(tests(nested));
    }
    return tests;
  }

  private static boolean isNested(Class<?> type) {
    return AnnotationSupport.isAnnotated(type, Nested.class);
  }

  /** The tiers that a test is in by its own word and that of its class. */
  private static Set<String> tiers(Class<?> type, Method test) {
    Set<String> tiers = new TreeSet<>();
    for (AnnotatedElement element : List.of(type, test.getDeclaringClass(), test)) {
      AnnotationSupport.findRepeatableAnnotations(element, Tag.class)
          .forEach(tag -> tiers.add(tag.value()));
    }
    if (tiers.contains(Tier.THOROUGH.tag())) {
      tiers.remove(Tier.PARTLY_THOROUGH);
    }
    return tiers.isEmpty() ? Set.of(Tier.DEFAULT.tag()) : tiers;
  }

  @Test
  void eachTestIsInOneTier() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Class<?> type : classes()) {
      for (Method test : tests(type)) {
        Set<String> tiers = tiers(type, test);
        if (tiers.size() != 1 || !TAGS.containsAll(tiers)) {
          wrong.add(type.getSimpleName() + "#" + test.getName() + " is in " + tiers);
        }
      }
    }
    assertThat(wrong)
        .as("one of %s; what a class names counts for all of its methods", TAGS)
        .isEmpty();
  }

  @Test
  void eachCapabilityHasAJourney() throws Exception {
    Set<String> quick = new TreeSet<>();
    for (Class<?> type : classes()) {
      for (Method test : tests(type)) {
        if (QUICK.containsAll(tiers(type, test))) {
          quick.add(type.getSimpleName());
        }
      }
    }
    List<String> capabilities = capabilities();
    assertThat(capabilities).contains("Gaps");
    assertThat(Stream.concat(capabilities.stream(), BESIDES.stream()))
        .as("of these something runs with each ./mvnw verify: a class whose name begins so")
        .allSatisfy(name -> assertThat(quick).anyMatch(each -> each.startsWith(name)));
  }

  /** A tag that no profile selects would be a test that never runs. */
  @Test
  void theProfilesSelectEveryTag() throws IOException {
    assertThat(Files.readString(Path.of("../../pom.xml")))
        .contains(
            "<test.groups></test.groups>",
            "<test.excluded.groups>containers,thorough,soak</test.excluded.groups>",
            "<test.groups>thorough | partly-thorough</test.groups>",
            "<test.groups>soak</test.groups>");
  }
}
