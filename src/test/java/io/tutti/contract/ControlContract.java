package io.tutti.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.spi.Capability;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import io.tutti.spi.RelayLogInfoReset;
import io.tutti.spi.ReplicationControl;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.spi.TouchedTables;
import io.tutti.spi.knob.KnobSetting;
import io.tutti.spi.knob.ServerKnob;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A plugin's way to apply knobs, with the privileges that it asks for, and what it refuses. */
abstract class ControlContract extends KnobHarness {
  private static final Duration PATIENCE = KnobServers.PATIENCE;
  private static final String SUPER = "GRANT SUPER ON *.* TO 'beginner'@'%'";

  protected ControlContract(ServerRelease release, FlavorProvider provider) {
    super(release, provider);
  }

  /** What a plan is made of, what it is executed by, and what is declared must be the same. */
  @Test
  void whatOnlySomeFlavorsCanIsDeclaredStatedAndDoneOrNoneOfIt() {
    ReplicationStatements words = provider().replicationStatements(servers().version());
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
    boolean can = provider().capabilities().contains(declared);
    assertThat(stated.isPresent()).as("%s: %s", declared, stated).isEqualTo(can);
    assertThat(done.isPresent()).as("%s: %s", declared, done).isEqualTo(can);
  }

  @Test
  void aMissingPrivilegeNamesTheGrantThatHelps() {
    TreeSet<String> granted = new TreeSet<>();
    control().stop(ReplicationThread.RECEIVER, "", soon());
    withGrants(granted, () -> beginner(c -> c.stop(ReplicationThread.APPLIER, "", soon())));
    withGrants(
        granted,
        () -> beginner(c -> c.eventControl().orElseThrow().requirePrivileges(false, soon())));
    if (provider().capabilities().contains(Capability.DOMAIN_GTID)) {
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
    if (provider().capabilities().contains(Capability.RELAY_LOG_INFO_RESET)) {
      withGrants(granted, () -> beginner(c -> c.relayLogInfo().orElseThrow().read(soon())));
    }

    String account = "'" + KnobServers.BEGINNER.user() + "'@'%'";
    // It also sees what all see who watch.
    provider()
        .monitoringGrants(servers().version(), account)
        .forEach(grant -> servers().replica().execute("SET SESSION sql_log_bin=0", grant));
    withGrants(granted, this::lackedToSeeLogins);
    List<String> promised = provider().operatingGrants(servers().version(), account);
    if (!promised.contains(SUPER)) {
      assertThat(needSuper).isSubsetOf("slave_transaction_retries");
      granted.remove(SUPER);
    }
    assertThat(granted).containsExactlyInAnyOrderElementsOf(promised);
  }

  /** Skips by GTID what was applied last, which changes nothing, while the server is read-only. */
  private void skipAgain(ReplicationControl control) {
    servers().replica().execute("SET GLOBAL read_only=1");
    try {
      String last = servers().replica().queryValue("SELECT @@gtid_slave_pos").orElseThrow();
      control.skipTransaction(Gtid.parse(last), "", soon());
      assertThat(servers().replica().queryValue("SELECT @@gtid_slave_pos")).contains(last);
    } finally {
      servers().replica().execute("SET GLOBAL read_only=0");
    }
  }

  /** Gives what each refusal asks for until there is none, once at most. */
  private void withGrants(TreeSet<String> granted, Supplier<List<String>> attempt) {
    List<String> remedies = attempt.get();
    if (!remedies.isEmpty()) {
      granted.addAll(remedies);
      remedies.forEach(grant -> servers().replica().execute("SET SESSION sql_log_bin=0", grant));
      assertThat(attempt.get()).isEmpty();
    }
  }

  /** What a use of a fresh connection lacks. */
  private List<String> beginner(java.util.function.Consumer<ReplicationControl> use) {
    return asBeginner(client -> use.accept(client.replicationControl()));
  }

  /** A gap is closed only where the engines of its tables are seen. */
  private List<String> lackedToSeeLogins() {
    try (InstanceClient beginner = servers().connect(servers().replica(), KnobServers.BEGINNER)) {
      return beginner
          .replicationControl()
          .reconnecting()
          .orElseThrow()
          .obstacle("", soon())
          .filter(why -> why.contains("GRANT "))
          .map(why -> List.of(why.substring(why.indexOf("GRANT "), why.length() - 1).split("; ")))
          .orElse(List.of());
    }
  }

  private List<String> lackedToSeeEngines() {
    try (InstanceClient beginner = servers().connect(servers().replica(), KnobServers.BEGINNER)) {
      return beginner
                  .replicationControl()
                  .withoutTransactions(new TouchedTables(Set.of("a.t"), false), soon())
              instanceof Observed.Unknown<List<String>>(String why)
          ? List.of(why.substring(why.indexOf("GRANT ")).split("; "))
          : List.of();
    }
  }

  private List<String> asBeginner(java.util.function.Consumer<InstanceClient> use) {
    try (InstanceClient beginner = servers().connect(servers().replica(), KnobServers.BEGINNER)) {
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
    try (Connection blocker = servers().replica().connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      servers().source().execute("UPDATE a.t SET v = v + 1 WHERE id = 0");
      await()
          .atMost(PATIENCE)
          .until(() ->
              !servers()
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
}
