package io.tutti.architecture;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tutti.api.Body;
import io.tutti.catalogue.CapabilityCatalogue;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.Planning;
import io.tutti.operation.Step;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationThread;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Dependencies and names, checked on the compiled classes of every module. */
@AnalyzeClasses(
    packages = "io.tutti",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoFixtures.class})
class ArchitectureTest {
  /** Core's fixtures are tests, too, and come as a jar. */
  static final class NoFixtures implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String[] SPI = {
    "io.tutti.model..", "io.tutti.gtid..", "io.tutti.error..", "io.tutti.spi.."
  };
  private static final String[] PURE = {
    "io.tutti.model..",
    "io.tutti.gtid..",
    "io.tutti.topology..",
    "io.tutti.gaps..",
    "io.tutti.crash..",
    "io.tutti.promotion..",
    "io.tutti.detection..",
    "io.tutti.analysis..",
    "io.tutti.plan..",
    "io.tutti.rollout",
    "io.tutti.tuning..",
    "io.tutti.spi.advice..",
    "io.tutti.binlog.analysis..",
    "io.tutti.binlog.simulate..",
    "io.tutti.binlog.tune.."
  };
  private static final String[] CORE = {
    "io.tutti.alarm..",
    "io.tutti.announcement..",
    "io.tutti.eventlog..",
    "io.tutti.measure..",
    "io.tutti.webhook..",
    "io.tutti.hook..",
    "io.tutti.doctor..",
    "io.tutti.topology..",
    "io.tutti.gaps..",
    "io.tutti.crash..",
    "io.tutti.promotion..",
    "io.tutti.detection..",
    "io.tutti.analysis..",
    "io.tutti.binlog..",
    "io.tutti.discovery..",
    "io.tutti.store",
    "io.tutti.timing..",
    "io.tutti.tuning..",
    "io.tutti.plan..",
    "io.tutti.trust..",
    "io.tutti.world..",
    "io.tutti.operation..",
    "io.tutti.rollout..",
    "io.tutti.recovery..",
    "io.tutti.capability..",
    "io.tutti.catalogue.."
  };

  /** Reads files on anybody's machine, without a controller. */
  private static final String[] BINLOG_FILES = {
    "io.tutti.binlog.file..",
    "io.tutti.binlog.live..",
    "io.tutti.binlog.analysis..",
    "io.tutti.binlog.simulate..",
    "io.tutti.binlog.tune.."
  };

  private static final String API_MODEL = "io.tutti.api..";
  private static final String[] OUTSIDE_CORE = {
    API_MODEL,
    "io.tutti.plugins..",
    "io.tutti.store.jdbc..",
    "io.tutti.schedule..",
    "io.tutti.security..",
    "io.tutti.web..",
    "io.tutti.reading..",
    "io.tutti.binlogview..",
    "io.tutti.rest..",
    "io.tutti.metrics..",
    "io.tutti.app..",
    "io.tutti.cli..",
    "io.tutti.sandbox..",
    "io.tutti.benchmarks.."
  };

  /** Where a package gives all that it can do. */
  private static final DescribedPredicate<JavaClass> ARE_DOORS =
      resideInAPackage("io.tutti.operation..")
          .and(simpleNameEndingWith("Capability"))
          .as("doors of capabilities");

  @ArchTest
  static final ArchRule whatRequestsSendIsABody =
      classes()
          .that()
          .resideInAPackage(API_MODEL)
          .and()
          .haveSimpleNameEndingWith("Body")
          .should()
          .beAssignableTo(Body.class)
          .because("the command line sends nothing else; let the record implement Body");

  @ArchTest
  static final ArchRule everyPackageHasItsRules =
      classes()
          .should()
          .resideInAnyPackage(
              Stream.of(SPI, CORE, BINLOG_FILES, OUTSIDE_CORE)
                  .flatMap(Arrays::stream)
                  .toArray(String[]::new))
          .because(
              "a package that no list names escapes the rules below: add it to CORE, and to PURE"
                  + " when it takes time and views as arguments");

  @ArchTest
  static final ArchRule theSpiNeedsNothingButTheJdk =
      classes()
          .that()
          .resideInAnyPackage(SPI)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "io.tutti.model..",
                  "io.tutti.gtid..",
                  "io.tutti.error..",
                  "io.tutti.spi..",
                  "java..",
                  "org.jspecify.."))
          .because(
              "plugins in class loaders of their own share these packages; put what needs more"
                  + " elsewhere");

  @ArchTest
  static final ArchRule binlogFilesNeedNoEngine =
      classes()
          .that()
          .resideInAnyPackage(BINLOG_FILES)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "io.tutti.binlog.file..",
                  "io.tutti.binlog.live..",
                  "io.tutti.binlog.analysis..",
                  "io.tutti.binlog.simulate..",
                  "io.tutti.binlog.tune..",
                  "java..",
                  "javax.crypto..",
                  "javax.net.ssl..",
                  "org.jspecify..",
                  "com.github.luben.zstd.."))
          .because("the command line analyzes files without a controller, and starts quickly");

  @ArchTest
  static final ArchRule theApiModelNeedsNothingButTheJdk =
      classes()
          .that()
          .resideInAPackage(API_MODEL)
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage(API_MODEL, "java..", "org.jspecify.."))
          .because(
              "clients bring it along: what the engine knows is turned into it in io.tutti.rest");

  @ArchTest
  static final ArchRule theApiModelIsDataOnly =
      classes()
          .that()
          .resideInAPackage(API_MODEL)
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .beRecords()
          .orShould()
          .beEnums()
          .orShould()
          .beInterfaces()
          .because("what REST answers is data; let those who write or read it do the work");

  @ArchTest
  static final ArchRule whatRestTakesIsInTheContract =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("io.tutti.rest..")
          .should(takeBodiesOfTheContract())
          .because("the command line writes what REST reads: put the body into io.tutti.api");

  @ArchTest
  static final ArchRule pluginsSeeOnlyTheSpi =
      noClasses()
          .that()
          .resideInAPackage("io.tutti.plugins..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.tutti.topology..",
                  "io.tutti.analysis..",
                  "io.tutti.discovery..",
                  "io.tutti.store..",
                  API_MODEL,
                  "io.tutti.rest..",
                  "io.tutti.app..",
                  "io.tutti.cli..",
                  "io.tutti.sandbox..",
                  "org.springframework.."))
          .because("the engine must stay free to change; let the SPI carry what a plugin needs");

  @ArchTest
  static final ArchRule whatAFlavorCannotIsAFact =
      noClasses()
          .that()
          .areInterfaces()
          .and()
          .resideInAPackage("io.tutti.spi..")
          .should()
          .callConstructorWhere(
              target(
                  owner(
                      assignableTo(OrchestratorException.class)
                          .or(assignableTo(UnsupportedOperationException.class)))))
          .because(
              "a default that throws ends a plan in its middle; give what only some flavors can as"
                  + " an Optional role and an Optional statement, so that planners refuse");

  @ArchTest
  static final ArchRule flavorsDoNotKnowEachOther =
      slices()
          .matching("io.tutti.plugins.(mysql56|mysql57|mysql80|mysql84|mariadb10|mariadb11)..")
          .should()
          .notDependOnEachOther()
          .because("what two flavors share belongs into mysql-base, mariadb-base or sql-base");

  @ArchTest
  static final ArchRule coreKnowsNeitherPluginsNorFrameworks =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.tutti.plugins..",
                  API_MODEL,
                  "io.tutti.rest..",
                  "io.tutti.app..",
                  "io.tutti.store.jdbc..",
                  "io.tutti.cli..",
                  "org.springframework..",
                  "tools.jackson..",
                  "com.fasterxml..",
                  "java.sql.."))
          .because(
              "core branches on capabilities and talks through ports; wire things together in"
                  + " io.tutti.app");

  @ArchTest
  static final ArchRule theModelKnowsNoWireFormat =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tutti.model..", "io.tutti.topology..", "io.tutti.analysis..", "io.tutti.plan..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("tools.jackson..", "com.fasterxml..", "jakarta.."))
          .because("rest has records of its own, so that model and wire format change separately");

  @ArchTest
  static final ArchRule threadsAreStartedInOnePlace =
      noClasses()
          .that()
          .resideInAPackage("io.tutti.operation..")
          .and()
          .areNotAssignableTo(ThreadStart.class)
          .should()
          .callMethod(
              ReplicationControl.class,
              "start",
              ReplicationThread.class,
              String.class,
              Deadline.class)
          .because(
              "a receiver that is behind its applier would have transactions applied twice; start"
                  + " threads by ThreadStart");

  @ArchTest
  static final ArchRule pureCodeTakesTheTimeAsAnArgument =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .because(
              "pure functions can be tested in tables and simulated; pass the instant or the seed"
                  + " in");

  @ArchTest
  static final ArchRule pluginsAreLoadedInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tutti.app..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ServiceLoader.class)
          .because(
              "io.tutti.app gives each plugin its class loader; take the providers as an argument");

  @ArchTest
  static final ArchRule detectorsDoNotKnowTheirCure =
      noClasses()
          .that()
          .resideInAPackage("io.tutti.analysis..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.tutti.operation..", "io.tutti.recovery..", "io.tutti.discovery.."))
          .because("only recovery sees both");

  @ArchTest
  static final ArchRule doorsAreOpenedByTheCatalogueOnly =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tutti.catalogue..")
          .should()
          .dependOnClassesThat(ARE_DOORS)
          .because(
              "who has one capability has all of them, as the controller does; take"
                  + " CapabilityCatalogue.all, or a reader's of(ports)");

  @ArchTest
  static final ArchRule everyDoorIsInTheCatalogue =
      classes()
          .that(ARE_DOORS)
          .should(beUsedBy("io.tutti.catalogue", CapabilityCatalogue.class.getSimpleName()::equals))
          .because("what is not in the list cannot be done: add its line");

  @ArchTest
  static final ArchRule everyPlanningGoesThroughItsDoor =
      classes()
          .that()
          .resideInAPackage("io.tutti.operation..")
          .and()
          .areAssignableTo(Planning.class)
          .and()
          .areNotInterfaces()
          .should(beUsedBySibling(name -> name.endsWith("Capability")))
          .because("a planning that no Capability names is never asked: add it to the package's");

  @ArchTest
  static final ArchRule everyStepHasAKind =
      classes()
          .that()
          .resideInAPackage("io.tutti.operation.*")
          .and()
          .areAssignableTo(Step.class)
          .should(beUsedBySibling(name -> name.endsWith("Capability") || name.endsWith("Steps")))
          .because("a restarted controller finds it by the name of its kind: add it to the kinds");

  @ArchTest
  static final ArchRule noPackageCycles =
      slices()
          .matching("io.tutti.(**)")
          .should()
          .beFreeOfCycles()
          .because(
              "a cycle is one package in two folders, at whatever depth: put what both need into"
                  + " one of them, or below both");

  @ArchTest
  static final ArchRule namesSayWhatThingsAre =
      noClasses()
          .should()
          .haveNameMatching(".*(Utils?|Helper|Manager|Info|Data|Common|Impl)$")
          .because("such a name fits everything; put the code on the type that it serves");

  @ArchTest
  static final ArchRule nothingIsCalledGet =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("io.tutti..")
          .should(notBeCalledGet())
          .because(
              "find returns an Optional, require throws, read asks a server, load asks the store");

  private static ArchCondition<JavaClass> beUsedBySibling(Predicate<String> name) {
    return new ArchCondition<>("be made by the door of its package") {
      @Override
      public void check(JavaClass made, ConditionEvents events) {
        usedBy(made, made.getPackageName(), name, events);
      }
    };
  }

  private static ArchCondition<JavaClass> beUsedBy(String packageName, Predicate<String> name) {
    return new ArchCondition<>("be used by " + packageName) {
      @Override
      public void check(JavaClass used, ConditionEvents events) {
        usedBy(used, packageName, name, events);
      }
    };
  }

  private static void usedBy(
      JavaClass used, String packageName, Predicate<String> name, ConditionEvents events) {
    boolean isUsed =
        used.getDirectDependenciesToSelf().stream()
            .map(Dependency::getOriginClass)
            .filter(user -> user.getPackageName().equals(packageName))
            .anyMatch(user -> name.test(user.getSimpleName()));
    if (!isUsed) {
      events.add(SimpleConditionEvent.violated(used, used.getName() + " is in no list"));
    }
  }

  private static ArchCondition<JavaMethod> takeBodiesOfTheContract() {
    return new ArchCondition<>("take bodies of the contract") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        method.getParameters().stream()
            .filter(taken ->
                taken.isAnnotatedWith("org.springframework.web.bind.annotation.RequestBody"))
            .flatMap(taken -> taken.getType().getAllInvolvedRawTypes().stream())
            .filter(type -> !type.isEquivalentTo(Optional.class))
            .filter(type -> !type.getPackageName().equals("io.tutti.api"))
            .forEach(type ->
                events.add(
                    SimpleConditionEvent.violated(method, method.getFullName() + ": " + type)));
      }
    };
  }

  private static ArchCondition<JavaMethod> notBeCalledGet() {
    return new ArchCondition<>("not be called get...") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        boolean generated = method.getOwner().getName().contains("__");
        boolean getter = method.getName().matches("get[A-Z].*") && !generated && !overrides(method);
        if (getter) {
          events.add(SimpleConditionEvent.violated(method, method.getFullName()));
        }
      }
    };
  }

  private static boolean overrides(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return owner.getAllRawSuperclasses().stream().anyMatch(parent -> declares(parent, method))
        || owner.getAllRawInterfaces().stream().anyMatch(parent -> declares(parent, method));
  }

  /** What is not on the class path of these tests, such as the web server, may declare anything. */
  private static boolean declares(JavaClass parent, JavaMethod method) {
    return !parent.isFullyImported()
        || parent.getMethods().stream().anyMatch(other -> other.getName().equals(method.getName()));
  }
}
