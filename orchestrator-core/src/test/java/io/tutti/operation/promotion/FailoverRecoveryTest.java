package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Claim;
import io.tutti.model.GroupMembership;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.Silence;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the policy says of a source that is dead, and of one that lost what a replica has. */
class FailoverRecoveryTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** What of the cluster is otherwise. */
  enum But {
    NOTHING,
    SOURCE_IN_DOWNTIME,
    CLUSTER_IN_DOWNTIME,
    DOWNTIME_IS_OVER,
    REPLICA_IN_DOWNTIME,
    MUTED,
    ANOTHER_CODE_MUTED,
    ACKNOWLEDGED,
    ACKNOWLEDGED_LAST_TIME,
    FENCED,
    ANOTHER_SOURCE,
    IN_HOLD,
    HOLD_IS_OVER,
    HOLD_OF_ANOTHER_CLUSTER,
    OWN_HOLD,
    ALIVE
  }

  private static FailoverSettings settings(FailoverPolicy policy) {
    return new FailoverSettings(new FailoverSettings.OfCluster(policy, HOUR), List.of());
  }

  private final SimulatedCluster cluster = FailoverFaultsTest.dead(Naming.UUIDS);
  private final Extent source = Extent.of(cluster.server("db1").address());
  private final Instant now = cluster.time().instant();

  private List<Case> cases(FailoverSettings settings, Map<String, String> aliases) {
    return FailoverRecovery.cases(
        cluster.view(),
        settings,
        new FailoverRecovery.Known(
            new ClusterAliases(new TreeMap<>(aliases)),
            cluster.records().holds().all(),
            cluster.records().silences().all()),
        now);
  }

  private Decision decision(FailoverSettings settings) {
    List<Case> cases = cases(settings, Map.of());
    assertThat(cases).hasSize(1);
    assertThat(cases.getFirst().instance()).isEqualTo(cluster.server("db1").address());
    return cases.getFirst().decision();
  }

  private void downtime(Extent of, Duration from) {
    cluster
        .records()
        .downtimes()
        .save(new Downtime(of, "anna", "new disk", "anna", now, now.plus(from)));
  }

  private void silence(Silence.Kind kind, String code, Duration ago) {
    cluster
        .records()
        .silences()
        .save(
            new Silence(
                kind, code, source, "anna", "I look at it", now.minus(ago), Optional.empty()));
  }

  private void hold(String name, String member, String lost, Duration ago, Duration left) {
    cluster
        .records()
        .holds()
        .save(
            new FailoverHold(
                name,
                List.of(address(member)),
                address(lost),
                false,
                now.minus(ago),
                now.plus(left)));
  }

  private static InstanceAddress address(String host) {
    return new InstanceAddress(host, InstanceAddress.DEFAULT_PORT);
  }

  private void make(But but) {
    switch (but) {
      case NOTHING -> {}
      case SOURCE_IN_DOWNTIME -> downtime(source, HOUR);
      case CLUSTER_IN_DOWNTIME -> downtime(Extent.ofCluster("db1:3306"), HOUR);
      case DOWNTIME_IS_OVER -> downtime(source, Duration.ZERO);
      case REPLICA_IN_DOWNTIME -> downtime(Extent.of(address("db2")), HOUR);
      case MUTED -> silence(Silence.Kind.MUTED, "SOURCE_DEAD", HOUR);
      case ANOTHER_CODE_MUTED -> silence(Silence.Kind.MUTED, "SOURCE_FROZEN", HOUR);
      case ACKNOWLEDGED -> silence(Silence.Kind.ACKNOWLEDGED, "SOURCE_DEAD", Duration.ZERO);
      case ACKNOWLEDGED_LAST_TIME -> silence(Silence.Kind.ACKNOWLEDGED, "SOURCE_DEAD", HOUR);
      case FENCED ->
          cluster
              .fences()
              .save(
                  new Fence(
                      "1",
                      address("db1"),
                      now,
                      Optional.empty(),
                      Optional.empty(),
                      new TreeMap<>(),
                      new TreeMap<>(),
                      List.of(),
                      List.of(),
                      List.of()));
      case ANOTHER_SOURCE -> cluster.server("db2").replicatesFrom(cluster.source("db9"), "other");
      case IN_HOLD -> hold("old name", "db3", "db7", Duration.ofMinutes(5), HOUR);
      case HOLD_IS_OVER -> hold("db1:3306", "db3", "db7", HOUR, Duration.ZERO);
      case HOLD_OF_ANOTHER_CLUSTER -> hold("db8:3306", "db8", "db7", HOUR, HOUR);
      case OWN_HOLD -> hold("db1:3306", "db3", "db1", Duration.ZERO, HOUR);
      case ALIVE -> cluster.world().start(cluster.server("db1"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "OFF;     NOTHING;                 AskOperator; tutti.failover.policy is OFF",
        "PROPOSE; NOTHING;                 Propose;     tutti.failover.policy is PROPOSE",
        "AUTO;    NOTHING;                 Recover;     db1:3306 is dead: Its host refuses",
        "AUTO;    SOURCE_IN_DOWNTIME;      AskOperator; It is in downtime until",
        "AUTO;    CLUSTER_IN_DOWNTIME;     AskOperator; (anna: new disk)",
        "PROPOSE; SOURCE_IN_DOWNTIME;      AskOperator; It is in downtime until",
        "AUTO;    DOWNTIME_IS_OVER;        Recover;     is dead",
        "AUTO;    REPLICA_IN_DOWNTIME;     Recover;     is dead",
        "AUTO;    MUTED;                   AskOperator; anna knows of it (SOURCE_DEAD was muted",
        "AUTO;    ANOTHER_CODE_MUTED;      Recover;     is dead",
        "AUTO;    ACKNOWLEDGED;            AskOperator; anna knows of it (SOURCE_DEAD was ack",
        "AUTO;    ACKNOWLEDGED_LAST_TIME;  Recover;     is dead",
        "AUTO;    FENCED;                  AskOperator; so another one may have its place",
        "AUTO;    ANOTHER_SOURCE;          AskOperator; has another source, db9:3306",
        "AUTO;    IN_HOLD;                 AskOperator; The cluster db1:3306 is in hold until",
        "PROPOSE; IN_HOLD;                 AskOperator; The cluster db1:3306 is in hold until",
        "AUTO;    HOLD_IS_OVER;            Recover;     is dead",
        "AUTO;    HOLD_OF_ANOTHER_CLUSTER; Recover;     is dead",
        "AUTO;    OWN_HOLD;                Ignore;      A replica takes its place by itself",
        "OFF;     OWN_HOLD;                Ignore;      A replica takes its place by itself",
      })
  void decides(FailoverPolicy policy, But but, String decision, String why) {
    make(but);
    Decision decided = decision(settings(policy));
    assertThat(decided.getClass().getSimpleName()).as("%s", decided).isEqualTo(decision);
    assertThat(decided.reason()).contains(why);
  }

  /** The source as it was read last, but for that. */
  private String decidedOf(UnaryOperator<InstanceState> change) {
    WorldView world = cluster.view();
    Node source = world.topology().find(address("db1")).orElseThrow();
    InstanceState last = change.apply(source.state().orElseThrow());
    Node changed =
        source
            .withState(last)
            .withFailure(
                new OrchestratorException(
                    source.failure().orElseThrow().code(), "db1:3306", "It is dead.", List.of()),
                now);
    return FailoverRecovery.cases(
            world.reading(List.of(changed)),
            settings(FailoverPolicy.AUTO),
            new FailoverRecovery.Known(new ClusterAliases(new TreeMap<>()), List.of(), List.of()),
            now)
        .getFirst()
        .decision()
        .reason();
  }

  @Test
  void aGroupReplacesItsMembersItself() {
    assertThat(
            decidedOf(state ->
                state.withGroup(
                    Observed.known(new GroupMembership("a replication group", "ONLINE")))))
        .contains("it is a member of a replication group (ONLINE)");
    assertThat(decidedOf(state -> state.withGroup(Observed.unknown("it was not read"))))
        .contains("whether it is a member of a group", "is not known");
  }

  @Test
  void twoControllersLeaveItToAPerson() {
    assertThat(
            decidedOf(
                state -> state.withClaim(Observed.known(new Claim(true, List.of("session 7"))))))
        .contains("Another controller would fail it over by itself, too (session 7)");
    assertThat(decidedOf(state -> state.withClaim(Observed.known(new Claim(true, List.of())))))
        .contains("is dead")
        .doesNotContain("controller");
    assertThat(decidedOf(state -> state.withClaim(Observed.unknown("it gave no lock"))))
        .contains("Whether another controller would fail it over", "it gave no lock");
  }

  @Test
  void aSourceThatAnswersIsNoCase() {
    make(But.ALIVE);
    cluster.world().run(Duration.ofSeconds(2));
    assertThat(cases(settings(FailoverPolicy.AUTO), Map.of())).isEmpty();
  }

  @Test
  void aPersonLearnsWhatToDo() {
    Decision decided = decision(settings(FailoverPolicy.OFF));
    assertThat(decided.remedies().toString()).isEqualTo("[failover db1:3306]");
    make(But.IN_HOLD);
    assertThat(decision(settings(FailoverPolicy.AUTO)).remedies().toString())
        .contains("failover db1:3306", "release hold db1:3306");
  }

  private static FailoverSettings.Named named(
      String name, Optional<FailoverPolicy> policy, Optional<Duration> hold) {
    return new FailoverSettings.Named(name, policy, hold);
  }

  @ParameterizedTest
  @CsvSource({"orders, true", "db1:3306, true", "db3:3306, true", "other, false"})
  void aClusterIsNamedByWhateverPeopleCallIt(String name, boolean isThis) {
    FailoverSettings settings =
        new FailoverSettings(
            new FailoverSettings.OfCluster(FailoverPolicy.OFF, HOUR),
            List.of(
                named(name, Optional.of(FailoverPolicy.PROPOSE), Optional.empty()),
                named(name, Optional.of(FailoverPolicy.AUTO), Optional.of(Duration.ofDays(1))),
                named(name, Optional.empty(), Optional.empty())));
    Decision decided = cases(settings, Map.of("orders", "db1:3306")).getFirst().decision();
    if (isThis) {
      assertThat(decided)
          .isInstanceOfSatisfying(
              Decision.Recover.class,
              recover ->
                  assertThat(recover.goal().request(FailoverRequest.class).hold())
                      .contains(Duration.ofDays(1)));
    } else {
      assertThat(decided).isInstanceOf(Decision.AskOperator.class);
    }
  }

  /** It was restarted, is back, and lost what both replicas have. */
  @Test
  void aSourceThatLostWhatAReplicaHasIsReplacedToo() {
    SimulatedCluster lossy = SimulatedCluster.withTwoReplicas(Naming.UUIDS);
    lossy.server("db1").configure("sync_binlog", "0");
    lossy.world().write(lossy.server("db1"), "a", 3);
    lossy.world().run(Duration.ofSeconds(5));
    lossy.observe();
    lossy.server("db1").crashLosingBinlogEnd(2);
    lossy.world().run(Duration.ofSeconds(2));
    lossy.world().start(lossy.server("db1"));
    lossy.world().run(Duration.ofSeconds(1));
    lossy.investigateIncidents();
    List<Case> cases =
        FailoverRecovery.cases(
            lossy.view(),
            settings(FailoverPolicy.AUTO),
            new FailoverRecovery.Known(new ClusterAliases(new TreeMap<>()), List.of(), List.of()),
            lossy.time().instant());
    assertThat(cases).hasSize(1);
    assertThat(cases.getFirst().decision())
        .isInstanceOfSatisfying(
            Decision.Recover.class,
            recover -> {
              ResolveRequest request = recover.goal().request(ResolveRequest.class);
              assertThat(request.incident()).isEqualTo(lossy.incidentOf("db1").id());
              assertThat(request.hold()).contains(HOUR);
              assertThat(recover.reason()).contains("lost commits that a replica has");
            });
  }
}
