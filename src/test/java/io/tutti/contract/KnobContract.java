package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.ApplierWait;
import io.tutti.spi.ApplierWaits;
import io.tutti.spi.Capability;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.Knob;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobKind.WholeNumber;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a plugin declares of its knobs, held against a real server. */
public abstract class KnobContract extends ControlContract {
  private static final Duration PATIENCE = KnobServers.PATIENCE;
  private static final String WORKERS = "replica_parallel_workers";
  private static final String TRACKING = "binlog_transaction_dependency_tracking";
  private static final String APPLIER_METRICS = "component_replication_applier_metrics";
  private static final String EXTRACTION = "transaction_write_set_extraction";

  protected KnobContract(ServerRelease release, FlavorProvider provider) {
    super(release, provider);
  }

  /** A valid value that is not this one. */
  private static String otherThan(ServerKnob knob, String value) {
    if (knob.kind() instanceof WholeNumber(var min, var max, var step, var unit)) {
      BigInteger next = min.add(step);
      return (next.toString().equals(value) ? next.add(step) : next).toString();
    }
    return knob.kind().examples().stream().filter(v -> !v.equals(value)).findFirst().orElseThrow();
  }

  /**
   * Runs with the knob's value put back afterwards; write sets are tracked only where there are.
   */
  private void restoring(ServerKnob knob, Runnable body) {
    if (knob.name().equals(TRACKING)) {
      ServerKnob extraction = knob(EXTRACTION);
      String before = value(extraction);
      set(EXTRACTION, "XXHASH64");
      restoringAlone(knob, body);
      control().set(KnobSetting.of(extraction, before), soon());
    } else {
      restoringAlone(knob, body);
    }
  }

  private void restoringAlone(ServerKnob knob, Runnable body) {
    String before = value(knob);
    try {
      body.run();
    } finally {
      if (!value(knob).equals(before)) {
        control().set(KnobSetting.of(knob, before), soon());
      }
    }
  }

  @Test
  void everyDefaultIsThatOfAServerWithoutTheOption() {
    servers().stripBare();

    for (ServerKnob knob : catalogue().knobs()) {
      String printed =
          servers().bare().queryValue("SELECT @@global." + knob.serverName()).orElseThrow();
      String value =
          knob.kind() instanceof KnobKind.Switch
              ? knob.kind().normalise(printed).orElseThrow()
              : printed;
      assertThat(value).as(knob.serverName()).isEqualTo(knob.defaultValue());
      assertThat(knob.kind().normalise(value)).as(knob.serverName()).hasValue(value);
    }
  }

  @Test
  void knobsOfOtherReleasesAreNoVariablesHere() {
    provider().declaredKnobs().stream()
        .filter(knob -> knob.on(servers().version()).isEmpty())
        .forEach(knob ->
            assertThat(
                    servers().replica().query("SHOW GLOBAL VARIABLES LIKE '" + knob.name() + "'"))
                .as(knob.name())
                .isEmpty());
  }

  @Test
  void everyKnobTakesItsLowestAndHighestValue() {
    whileAllIsStopped(() -> {
      for (ServerKnob knob : settable()) {
        restoring(
            knob,
            () -> {
              for (String value : knob.kind().examples()) {
                control().set(KnobSetting.of(knob, value), soon());
                assertThat(value(knob)).as(knob.serverName()).isEqualTo(value);
              }
            });
      }
    });
  }

  @Test
  void whatKnobsRefuseTheServerDoesNotTakeEither() {
    whileAllIsStopped(
        () -> settable().forEach(knob -> restoring(knob, () -> assertRangeIsTheServers(knob))));
  }

  private void assertRangeIsTheServers(ServerKnob knob) {
    if (knob.kind() instanceof WholeNumber(var min, var max, var step, var unit)) {
      assertTruncated(knob, min.subtract(BigInteger.ONE), min);
      // Beyond 64 bits there are no numbers to send.
      if (max.bitLength() < Long.SIZE) {
        assertTruncated(knob, max.add(BigInteger.ONE), max);
      }
      BigInteger second = min.add(step);
      assertThat(directly(knob, second.toString())).isEqualTo(second.toString());
      if (step.compareTo(BigInteger.ONE) > 0) {
        assertTruncated(knob, second.add(step).subtract(BigInteger.ONE), second);
      }
    } else {
      assertThat(knob.kind().normalise("nonsense")).isEmpty();
      assertThat(directly(knob, "'nonsense'")).as(knob.serverName()).startsWith("error ");
    }
  }

  private void assertTruncated(ServerKnob knob, BigInteger outside, BigInteger nearest) {
    assertThat(knob.kind().normalise(outside.toString())).as("%s=%s", knob, outside).isEmpty();
    assertThat(directly(knob, outside.toString()))
        .as("%s=%s", knob, outside)
        .isEqualTo(nearest.toString());
  }

  /** As the server takes it from a lenient session: numbers are cut to what it can. */
  private String directly(ServerKnob knob, String literal) {
    return servers().setDirectly(servers().replica(), "", knob.serverName(), literal);
  }

  @Test
  void everyKnobChangesWhenItIsDeclaredTo() {
    settable().forEach(knob -> assertTaken(knob, isTakenWhileRunning(knob)));
    whileStopped(
        ReplicationThread.RECEIVER,
        () -> {
          assertThat(channel("").applier().state()).isEqualTo(ThreadState.RUNNING);
          assertThat(channel("").receiver().state()).isEqualTo(ThreadState.STOPPED);
          settable().forEach(knob -> assertTaken(knob, isTakenWhileRunning(knob)));
        });
    whileStopped(
        ReplicationThread.APPLIER,
        () -> {
          assertThat(channel("").applier().state()).isEqualTo(ThreadState.STOPPED);
          assertThat(channel("").receiver().state()).isNotEqualTo(ThreadState.STOPPED);
          settable()
              .forEach(
                  knob -> assertTaken(knob, knob.appliesWhen() != AppliesWhen.REPLICATION_STOPPED));
        });
    whileAllIsStopped(() -> settable().forEach(knob -> assertTaken(knob, true)));
    // What a running server never takes.
    for (ServerKnob knob : catalogue().knobs()) {
      boolean couldBreak = knob.name().equals("relay_log_info_repository");
      if (knob.appliesWhen() == AppliesWhen.RESTART && !couldBreak) {
        assertThat(directly(knob, "1")).as(knob.serverName()).isEqualTo("error 1238");
      }
    }
  }

  private static boolean isTakenWhileRunning(ServerKnob knob) {
    return knob.appliesWhen() == AppliesWhen.LIVE
        || knob.appliesWhen() == AppliesWhen.NEXT_APPLIER_START;
  }

  private void assertTaken(ServerKnob knob, boolean isTaken) {
    restoring(
        knob,
        () -> {
          KnobSetting setting = KnobSetting.of(knob, otherThan(knob, value(knob)));
          if (isTaken) {
            control().set(setting, soon());
            assertThat(value(knob)).as(knob.serverName()).isEqualTo(setting.value());
          } else {
            assertThatThrownBy(() -> control().set(setting, soon()))
                .as(knob.serverName())
                .isInstanceOfSatisfying(
                    OrchestratorException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.REPLICATION_RUNNING));
          }
        });
  }

  @Test
  void workersAreThereWhenTheApplierHasStartedAgain() {
    ServerKnob workers = knob(WORKERS);
    String before = value(workers);
    int running = workersOf("");
    if (workers.appliesWhen() == AppliesWhen.NEXT_APPLIER_START) {
      set(WORKERS, "3");
      assertThat(workersOf("")).as("not yet").isEqualTo(running);
      whileStopped(ReplicationThread.APPLIER, () -> {});
    } else {
      whileStopped(ReplicationThread.APPLIER, () -> set(WORKERS, "3"));
    }

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(workersOf("")).isEqualTo(3));
    whileStopped(
        ReplicationThread.APPLIER, () -> control().set(KnobSetting.of(workers, before), soon()));
  }

  private int workersOf(String channel) {
    return channel(channel).applier().workers().asOptional().map(List::size).orElse(0);
  }

  @Test
  void readingTheServerShowsEveryKnob() {
    assertThat(state().settings().values().keySet())
        .containsAll(catalogue().knobs().stream().map(ServerKnob::serverName).toList());
  }

  @Test
  void whatIsKeptOverARestartShowsUntilItIsForgotten() {
    if (!provider().capabilities().contains(Capability.PERSISTED_SETTINGS)) {
      assertThat(control().knobKeeping()).isEmpty();
      assertThat(control().read(knob(WORKERS), "", soon()).persisted())
          .isInstanceOf(Observed.Absent.class);
      assertThat(state().settings().persisted()).isInstanceOf(Observed.Absent.class);
      return;
    }
    whileAllIsStopped(() -> settable().forEach(this::assertPersists));
  }

  private void assertPersists(ServerKnob knob) {
    assertThat(knob.isPersistable()).as(knob.serverName()).isTrue();
    restoring(
        knob,
        () -> {
          String other = otherThan(knob, value(knob));
          keeping(control()).persist(KnobSetting.of(knob, other), soon());
          assertThat(value(knob)).isEqualTo(other);
          assertThat(control().read(knob, "", soon()).persisted().is(other)).isTrue();
          assertThat(state().settings().persisted().asOptional().orElseThrow())
              .containsEntry(knob.serverName(), other);
          keeping(control()).forget(knob, soon());
          assertThat(value(knob)).isEqualTo(other);
          assertThat(control().read(knob, "", soon()).persisted())
              .isInstanceOf(Observed.Absent.class);
        });
  }

  /** They are no knobs of the catalogue: only what measures sets them, and gives them back. */
  @Test
  void durabilityIsTakenAtOnceAndShows() {
    assertThat(provider().durabilityKnobs()).hasSize(2);
    servers().stripBare();
    for (Knob declared : provider().durabilityKnobs()) {
      assertThat(catalogue().find(declared.name())).isEmpty();
      ServerKnob knob = declared.on(servers().version()).orElseThrow();
      assertThat(servers().bare().queryValue("SELECT @@global." + knob.serverName()))
          .contains(knob.defaultValue());
      assertThat(state().settings().values()).containsKey(knob.serverName());
      restoring(
          knob,
          () -> {
            for (String value : knob.kind().examples()) {
              control().set(KnobSetting.of(knob, value), soon());
              assertThat(value(knob)).as(knob.serverName()).isEqualTo(value);
            }
          });
    }
  }

  /** A component of the server adds that up, which Tutti never installs. */
  @Test
  void whatAnApplierWaitedForIsShownWhereTheServerAddsItUp() {
    Optional<ApplierWaits> waits = control().applierWaits();
    assertThat(waits.isPresent())
        .isEqualTo(provider().capabilities().contains(Capability.APPLIER_WAITS));
    waits.ifPresent(this::assertAddsUp);
  }

  private void assertAddsUp(ApplierWaits waits) {
    assertThat(waits.read("", soon()))
        .isInstanceOfSatisfying(
            Observed.Unknown.class,
            unknown -> assertThat(unknown.why()).contains("replication_applier_metrics"));
    servers().replica().execute("INSTALL COMPONENT 'file://" + APPLIER_METRICS + "'");
    try {
      servers()
          .replica()
          .execute(
              "SET SESSION sql_log_bin=0",
              "GRANT SELECT ON performance_schema.replication_applier_metrics TO '%s'@'%%'"
                  .formatted(KnobServers.OPERATOR.user()));
      assertThat(waits.read("none", soon())).isInstanceOf(Observed.Absent.class);
      List<ApplierWait> before = waits.read("", soon()).asOptional().orElseThrow();
      assertThat(before).hasSize(6);

      whileStopped(ReplicationThread.APPLIER, () -> {});
      servers().source().execute("UPDATE a.t SET v = v + 1");

      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(waits.read("", soon()).asOptional().orElseThrow())
                  .filteredOn(each -> each.reason().equals("for the source"))
                  .singleElement()
                  .satisfies(now -> assertThat(grown(now, before)).isTrue()));
    } finally {
      servers().replica().execute("UNINSTALL COMPONENT 'file://" + APPLIER_METRICS + "'");
    }
    assertThat(waits.read("", soon()))
        .isInstanceOfSatisfying(
            Observed.Absent.class,
            absent -> assertThat(absent.why()).contains("INSTALL COMPONENT", APPLIER_METRICS));
  }

  private static boolean grown(ApplierWait now, List<ApplierWait> before) {
    return before.stream()
        .filter(each -> each.reason().equals(now.reason()))
        .map(now::since)
        .anyMatch(more -> more.count() > 0 && more.time().isPositive());
  }

  @Test
  void channelsAreStartedAndSetByThemselves() {
    if (!provider().capabilities().contains(Capability.MULTI_SOURCE)) {
      return;
    }
    servers().addChannel(servers().replica(), servers().bare(), "o'ther");
    control().start(ReplicationThread.APPLIER, "o'ther", soon());
    await()
        .atMost(PATIENCE)
        .until(() -> channel("o'ther").applier().state() == ThreadState.RUNNING);
    assertThat(channel("o'ther").receiver().state()).isEqualTo(ThreadState.STOPPED);

    control().stop(ReplicationThread.APPLIER, "o'ther", soon());

    assertThat(channel("o'ther").applier().state()).isEqualTo(ThreadState.STOPPED);
    assertThat(channel("").isReplicating()).isTrue();
    settable().stream()
        .filter(knob -> knob.scope() == KnobScope.CHANNEL)
        .forEach(knob -> {
          String ofDefault = value(knob);
          String other = otherThan(knob, ofDefault);
          control().set(KnobSetting.of(knob, other).forChannel("o'ther"), soon());
          assertThat(control().read(knob, "o'ther", soon()).value()).isEqualTo(other);
          assertThat(value(knob)).isEqualTo(ofDefault);
        });
    servers()
        .replica()
        .execute(
            servers().isMariaDb()
                ? "RESET SLAVE 'o''ther' ALL"
                : "RESET " + servers().word() + " ALL FOR CHANNEL 'o''ther'");
  }

  @Test
  void everyNameOfAKnobLeadsToTheServersOwn() {
    for (ServerKnob knob : catalogue().knobs()) {
      List<String> names = new ArrayList<>(knob.knob().names());
      names.add(knob.name().toUpperCase(java.util.Locale.ROOT).replace('_', '-'));
      for (String name : names) {
        assertThat(catalogue().find(name)).as(name).hasValue(knob);
      }
    }
    assertThat(
            catalogue()
                .settings(
                    io.tutti.spi.knob.KnobRequest.of(
                        state(), Map.of("slave_parallel_threads", "2"))))
        .singleElement()
        .hasToString(knob(WORKERS).serverName() + "=2");
  }
}
