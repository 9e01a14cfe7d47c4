package io.tutti.operation.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.CrashJudgement.Cost;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the end of a simulated source costs, and what is made of it. */
class SimulatedCrashTest {
  private static Incident after(Naming naming, boolean isDurable, Consumer<SimulatedServer> end) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    if (!isDurable) {
      source.configure("innodb_flush_log_at_trx_commit", "0").configure("sync_binlog", "0");
    }
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    end.accept(source);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.investigateIncidents();
    return cluster.incidentOf("db1");
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aShutdownCostsNothing(Naming naming) {
    Incident incident = after(naming, false, SimulatedServer::shutDown);
    assertThat(incident.judgement().cost()).isEqualTo(Cost.NONE);
    assertThat(incident.hasLostOnSource()).isFalse();
    assertThat(incident.isOpen()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aKillCostsNothingWhereEveryCommitIsOnDisk(Naming naming) {
    Incident incident = after(naming, true, SimulatedServer::kill);
    assertThat(incident.judgement().cost()).isEqualTo(Cost.NONE_BY_SETTINGS);
    assertThat(incident.hasLostOnSource()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void aKillMayCostCommitsWhereTheyAreNot(Naming naming) {
    Incident incident = after(naming, false, server -> server.killLosingRows(2));
    assertThat(incident.judgement().cost()).isEqualTo(Cost.COMMITS);
    assertThat(incident.hasLostOnSource()).as("the binlog has all").isFalse();
  }

  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatTheBinlogLostIsFoundOnTheReplica(Naming naming) {
    Incident incident = after(naming, false, server -> server.crashLosingBinlogEnd(2));
    assertThat(incident.judgement().cost()).isEqualTo(Cost.COMMITS);
    assertThat(incident.hasLostOnSource()).isTrue();
  }

  /** No settings prove anything against a replica that has what the source lacks. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void aDiskThatLiedIsFoundOut(Naming naming) {
    Incident incident = after(naming, true, server -> server.crashLosingBinlogEnd(2));
    assertThat(incident.judgement().cost()).isEqualTo(Cost.COMMITS);
    assertThat(incident.hasLostOnSource()).isTrue();
  }

  /** Also what was written and received after both were read last. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void whatALaterCrashLostIsNotPutDownToAnEarlierOne(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    source.kill();
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.world().run(Duration.ofSeconds(20));
    source.purgeEarlierBinlogs();
    cluster.world().run(Duration.ofSeconds(20));
    cluster.investigateIncidents();
    Incident earlier = cluster.incidentOf("db1");
    assertThat(earlier.judgement().cost()).isEqualTo(Cost.NONE_BY_SETTINGS);

    cluster.world().write(source, "b", 4);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    cluster.world().write(source, "c", 2);
    cluster.world().run(Duration.ofSeconds(20));
    source.crashLosingBinlogEnd(4);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.investigateIncidents();

    Incident later = cluster.incidentOf("db1");
    assertThat(later.id()).isNotEqualTo(earlier.id());
    assertThat(later.judgement().cost()).isEqualTo(Cost.COMMITS);
    assertThat(later.hasLostOnSource()).isTrue();
    Incident now = cluster.incidents().find(earlier.id()).orElseThrow();
    assertThat(now.judgement().cost()).as("%s", now.evidence()).isEqualTo(Cost.NONE_BY_SETTINGS);
    assertThat(now.hasLostOnSource()).isFalse();
  }

  /** A replica that was away got them between the two, and nobody has read it meanwhile. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void namesThatWereUsedAgainAreNotPutDownToTheEarlierOne(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    cluster.replica("db2", "db1");
    SimulatedServer away = cluster.replica("db3", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    away.kill();
    cluster.world().write(source, "a", 2);
    cluster.world().run(Duration.ofSeconds(5));
    source.crashLosingBinlogEnd(2);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    Incident earlier = cluster.incidentOf("db1");
    assertThat(earlier.hasLostOnSource()).isTrue();
    assertThat(lostOnSourceOf(earlier, away)).isInstanceOf(LostOnSource.Unknown.class);

    cluster.world().write(source, "b", 4);
    cluster.world().start(away);
    cluster.world().run(Duration.ofSeconds(20));
    source.crashLosingBinlogEnd(2);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.investigateIncidents();

    Incident later = cluster.incidentOf("db1");
    assertThat(later.id()).isNotEqualTo(earlier.id());
    assertThat(lostOnSourceOf(later, away).areFound()).as("%s", later.evidence()).isTrue();
    Incident now = cluster.incidents().find(earlier.id()).orElseThrow();
    assertThat(lostOnSourceOf(now, away).areFound()).as("%s", now.evidence()).isFalse();
  }

  private static LostOnSource lostOnSourceOf(Incident incident, SimulatedServer replica) {
    return incident.evidence().replicas().stream()
        .filter(each -> each.address().equals(replica.address()))
        .findFirst()
        .orElseThrow()
        .lostOnSource();
  }

  /** What it had when it was read last is not all that it has. */
  @ParameterizedTest
  @EnumSource(Naming.class)
  void aReplicaThatIsAwayMayHaveMore(Naming naming) {
    SimulatedCluster cluster = new SimulatedCluster(naming);
    SimulatedServer source = cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1");
    cluster.world().write(source, "a", 6);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.observe();
    cluster.world().write(source, "b", 2);
    cluster.world().run(Duration.ofSeconds(20));
    replica.kill();
    source.crashLosingBinlogEnd(4);
    cluster.world().run(Duration.ofSeconds(2));
    cluster.world().start(source);
    cluster.investigateIncidents();
    Incident away = cluster.incidentOf("db1");
    assertThat(away.hasLostOnSource()).as("%s", away.evidence()).isTrue();
    assertThat(away.isSettled()).as("%s", away.evidence()).isFalse();

    cluster.world().start(replica);
    cluster.world().run(Duration.ofSeconds(20));
    cluster.investigateIncidents();
    Incident back = cluster.incidentOf("db1");
    assertThat(back.isSettled()).as("%s", back.evidence()).isTrue();
    assertThat(back.evidence().replicas().getFirst().lostOnSource())
        .isNotEqualTo(away.evidence().replicas().getFirst().lostOnSource());
  }
}
