package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.KnobKeeping;
import io.tutti.spi.RelayLogInfoReset;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.TouchedTables;
import io.tutti.spi.knob.AppliesWhen;
import io.tutti.spi.knob.KnobCatalogue;
import io.tutti.spi.knob.KnobKind;
import io.tutti.spi.knob.KnobKind.WholeNumber;
import io.tutti.spi.knob.KnobScope;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a plugin declares of its knobs, held against a real server, and its way to apply them, with
 * the privileges that it asks for. Each test leaves replication running and every knob as it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class KnobContract {
  private static final Duration PATIENCE = KnobServers.PATIENCE;
  private static final String WORKERS = "replica_parallel_workers";
  private static final String TRACKING = "binlog_transaction_dependency_tracking";
  private static final String EXTRACTION = "transaction_write_set_extraction";

  private static final String SUPER = "GRANT SUPER ON *.* TO 'beginner'@'%'";

  private final ServerRelease release;
  private final FlavorProvider provider;
  private KnobServers servers;
  private KnobCatalogue catalogue;
  private InstanceClient client;

  @SuppressWarnings("NullAway.Init") // set before the first test
  protected KnobContract(ServerRelease release, FlavorProvider provider) {
    this.release = release;
    this.provider = provider;
  }

  @BeforeAll
  void startServers() {
    servers = KnobServers.start(release, provider);
    catalogue = provider.knobs(servers.version());
    client = servers.connect(servers.replica(), KnobServers.OPERATOR);
    servers
        .source()
        .execute(
            "CREATE DATABASE a",
            "CREATE TABLE a.t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB",
            "INSERT INTO a.t VALUES (0, 0)");
  }

  @BeforeEach
  void awaitReplicating() {
    // Started already, unless a test failed: then it is no trouble.
    control().start(ReplicationThread.RECEIVER, "", soon());
    control().start(ReplicationThread.APPLIER, "", soon());
    servers.awaitReplicating();
  }

  @AfterAll
  void stopServers() {
    client.close();
    servers.close();
  }

  protected final KnobServers servers() {
    return servers;
  }

  protected final KnobCatalogue catalogue() {
    return catalogue;
  }

  protected final ReplicationControl control() {
    return client.replicationControl();
  }

  protected static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(8));
  }

  protected final ServerKnob knob(String name) {
    return catalogue.require(name, "the test");
  }

  protected final InstanceState state() {
    return client.statusReader().read(List.of(), soon());
  }

  protected final Channel channel(String name) {
    return state().channels().asOptional().orElseThrow().stream()
        .filter(channel -> channel.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  protected final String value(ServerKnob knob) {
    return control().read(knob, "", soon()).value();
  }

  protected final void set(String name, String value) {
    control().set(KnobSetting.of(knob(name), value), soon());
  }

  private List<ServerKnob> settable() {
    return catalogue.knobs().stream()
        .filter(knob -> knob.appliesWhen() != AppliesWhen.RESTART)
        .toList();
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

  protected final void whileStopped(ReplicationThread thread, Runnable body) {
    control().stop(thread, "", soon());
    try {
      body.run();
    } finally {
      control().start(thread, "", soon());
    }
  }

  private void whileAllIsStopped(Runnable body) {
    whileStopped(ReplicationThread.RECEIVER, () -> whileStopped(ReplicationThread.APPLIER, body));
  }

  @Test
  void everyDefaultIsThatOfAServerWithoutTheOption() {
    servers.stripBare();

    for (ServerKnob knob : catalogue.knobs()) {
      String printed =
          servers.bare().queryValue("SELECT @@global." + knob.serverName()).orElseThrow();
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
    provider.declaredKnobs().stream()
        .filter(knob -> knob.on(servers.version()).isEmpty())
        .forEach(knob ->
            assertThat(servers.replica().query("SHOW GLOBAL VARIABLES LIKE '" + knob.name() + "'"))
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
    return servers.setDirectly(servers.replica(), "", knob.serverName(), literal);
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
    for (ServerKnob knob : catalogue.knobs()) {
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
        .containsAll(catalogue.knobs().stream().map(ServerKnob::serverName).toList());
  }

  @Test
  void whatIsKeptOverARestartShowsUntilItIsForgotten() {
    if (!provider.capabilities().contains(Capability.PERSISTED_SETTINGS)) {
      assertThat(control().knobKeeping()).isEmpty();
      assertThat(control().read(knob(WORKERS), "", soon()).persisted())
          .isInstanceOf(Observed.Absent.class);
      assertThat(state().settings().persisted()).isInstanceOf(Observed.Absent.class);
      return;
    }
    whileAllIsStopped(() -> settable().forEach(this::assertPersists));
  }

  private static KnobKeeping keeping(ReplicationControl control) {
    return control.knobKeeping().orElseThrow();
  }

  /** What a plan is made of, what it is executed by, and what is declared must be the same. */
  @Test
  void whatOnlySomeFlavorsCanIsDeclaredStatedAndDoneOrNoneOfIt() {
    ReplicationStatements words = provider.replicationStatements(servers.version());
    assertGoTogether(
        Capability.WORKER_CHECKPOINTS, words.startUntilGapsAreClosed(""), control().gapClosing());
    assertGoTogether(Capability.UUID_GTID, words.dropReceived(""), control().refetching());
    assertGoTogether(
        Capability.UUID_GTID, words.restoreExecuted(MySqlGtidSet.EMPTY), control().gtidRestoring());
    assertGoTogether(
        Capability.RELAY_LOG_INFO_RESET,
        words.relayLogInfo(RelayLogInfoReset.Act.KEEP).stream().findFirst(),
        control().relayLogInfo());
    assertGoTogether(
        Capability.PERSISTED_SETTINGS,
        settable().stream()
            .filter(ServerKnob::isPersistable)
            .findFirst()
            .flatMap(knob -> words.persist(KnobSetting.of(knob, value(knob)))),
        control().knobKeeping());
  }

  private void assertGoTogether(Capability declared, Optional<?> stated, Optional<?> done) {
    boolean can = provider.capabilities().contains(declared);
    assertThat(stated.isPresent()).as("%s: %s", declared, stated).isEqualTo(can);
    assertThat(done.isPresent()).as("%s: %s", declared, done).isEqualTo(can);
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

  @Test
  void aMissingPrivilegeNamesTheGrantThatHelps() {
    TreeSet<String> granted = new TreeSet<>();
    control().stop(ReplicationThread.RECEIVER, "", soon());
    withGrants(granted, () -> beginner(c -> c.stop(ReplicationThread.APPLIER, "", soon())));
    if (provider.capabilities().contains(Capability.DOMAIN_GTID)) {
      withGrants(granted, () -> beginner(this::skipAgain));
    }
    List<String> needSuper = new ArrayList<>();
    // Those that need SUPER come last, as SUPER would cover what others need.
    List<ServerKnob> knobs = new ArrayList<>(settable());
    knobs.sort(Comparator.comparing(knob -> knob.name().equals("replica_transaction_retries")));
    for (ServerKnob knob : knobs) {
      KnobSetting asItIs = KnobSetting.of(knob, value(knob));
      boolean hadSuper = granted.contains(SUPER);
      withGrants(granted, () -> beginner(c -> c.set(asItIs, soon())));
      if (!hadSuper && granted.contains(SUPER)) {
        needSuper.add(knob.serverName());
      }
      if (knob.isPersistable()) {
        withGrants(granted, () -> beginner(c -> keeping(c).persist(asItIs, soon())));
        withGrants(granted, () -> beginner(c -> keeping(c).forget(knob, soon())));
      }
    }
    withGrants(granted, () -> beginner(c -> c.start(ReplicationThread.APPLIER, "", soon())));
    control().start(ReplicationThread.RECEIVER, "", soon());
    withGrants(
        granted, () -> beginner(c -> c.requirePrivileges(ControlNeeds.toSalvage(true), soon())));
    withGrants(
        granted, () -> asBeginner(client -> client.fenceControl().requirePrivileges(soon())));
    withGrants(granted, this::lackedToSeeEngines);
    if (provider.capabilities().contains(Capability.RELAY_LOG_INFO_RESET)) {
      withGrants(granted, () -> beginner(c -> c.relayLogInfo().orElseThrow().read(soon())));
    }

    List<String> promised =
        provider.operatingGrants(servers.version(), "'" + KnobServers.BEGINNER.user() + "'@'%'");
    if (!promised.contains(SUPER)) {
      assertThat(needSuper).isSubsetOf("slave_transaction_retries");
      granted.remove(SUPER);
    }
    assertThat(granted).containsExactlyInAnyOrderElementsOf(promised);
  }

  /** Skips by GTID what was applied last, which changes nothing, while the server is read-only. */
  private void skipAgain(ReplicationControl control) {
    servers.replica().execute("SET GLOBAL read_only=1");
    try {
      String last = servers.replica().queryValue("SELECT @@gtid_slave_pos").orElseThrow();
      control.skipTransaction(Gtid.parse(last), "", soon());
      assertThat(servers.replica().queryValue("SELECT @@gtid_slave_pos")).contains(last);
    } finally {
      servers.replica().execute("SET GLOBAL read_only=0");
    }
  }

  /** Gives what each refusal asks for until there is none, once at most. */
  private void withGrants(TreeSet<String> granted, Supplier<List<String>> attempt) {
    List<String> remedies = attempt.get();
    if (!remedies.isEmpty()) {
      granted.addAll(remedies);
      remedies.forEach(grant -> servers.replica().execute("SET SESSION sql_log_bin=0", grant));
      assertThat(attempt.get()).isEmpty();
    }
  }

  /** What a use of a fresh connection lacks. */
  private List<String> beginner(java.util.function.Consumer<ReplicationControl> use) {
    return asBeginner(client -> use.accept(client.replicationControl()));
  }

  /** A gap is closed only where the engines of its tables are seen. */
  private List<String> lackedToSeeEngines() {
    try (InstanceClient beginner = servers.connect(servers.replica(), KnobServers.BEGINNER)) {
      return beginner
                  .replicationControl()
                  .withoutTransactions(new TouchedTables(Set.of("a.t"), false), soon())
              instanceof Observed.Unknown<List<String>>(String why)
          ? List.of(why.substring(why.indexOf("GRANT ")).split("; "))
          : List.of();
    }
  }

  private List<String> asBeginner(java.util.function.Consumer<InstanceClient> use) {
    try (InstanceClient beginner = servers.connect(servers.replica(), KnobServers.BEGINNER)) {
      use.accept(beginner);
      return List.of();
    } catch (OrchestratorException e) {
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.MISSING_PRIVILEGE);
      assertThat(e.remedies()).as(e.getMessage()).isNotEmpty();
      return e.remedies().stream()
          .filter(remedy -> remedy.acts().isEmpty())
          .flatMap(remedy -> java.util.stream.Stream.of(remedy.toString().split("; ")))
          .toList();
    }
  }

  @Test
  void aStopThatHangsSaysWhatItLeft() throws SQLException {
    try (Connection blocker = servers.replica().connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      servers.source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      await()
          .atMost(PATIENCE)
          .until(() ->
              !servers
                  .replica()
                  .query(
                      "SELECT * FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                  .isEmpty());

      assertThatThrownBy(() ->
              control()
                  .stop(ReplicationThread.APPLIER, "", Deadline.after(Duration.ofMillis(1200))))
          .isInstanceOfSatisfying(
              OrchestratorException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TIMED_OUT);
                assertThat(e.observed()).contains("was asked to stop");
              });
      blocker.rollback();
    }
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> channel("").applier().state() == ThreadState.STOPPED);
    control().start(ReplicationThread.APPLIER, "", soon());
  }

  @Test
  void aChannelThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> control().start(ReplicationThread.APPLIER, "nowhere", soon()))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.UNKNOWN_CHANNEL));
  }

  @Test
  void channelsAreStartedAndSetByThemselves() {
    if (!provider.capabilities().contains(Capability.MULTI_SOURCE)) {
      return;
    }
    servers.addChannel(servers.replica(), servers.bare(), "o'ther");
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
    servers
        .replica()
        .execute(
            servers.isMariaDb()
                ? "RESET SLAVE 'o''ther' ALL"
                : "RESET " + servers.word() + " ALL FOR CHANNEL 'o''ther'");
  }

  @Test
  void everyNameOfAKnobLeadsToTheServersOwn() {
    for (ServerKnob knob : catalogue.knobs()) {
      List<String> names = new ArrayList<>(knob.knob().names());
      names.add(knob.name().toUpperCase(java.util.Locale.ROOT).replace('_', '-'));
      for (String name : names) {
        assertThat(catalogue.find(name)).as(name).hasValue(knob);
      }
    }
    assertThat(
            catalogue.settings(
                io.tutti.spi.knob.KnobRequest.of(state(), Map.of("slave_parallel_threads", "2"))))
        .singleElement()
        .hasToString(knob(WORKERS).serverName() + "=2");
  }
}
