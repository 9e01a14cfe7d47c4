package io.tutti.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.sandbox.Sandbox;
import io.tutti.sandbox.SandboxBuilder;
import io.tutti.sandbox.SandboxServer;
import io.tutti.sandbox.Topology;
import io.tutti.sandbox.WriteLoad;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Cases;
import io.tutti.tier.Matrix;
import io.tutti.tier.Releases;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every writable node writes arrives at every node below it, whatever the shape. */
class ReplicationShapesTest {

  private static void assertReplicates(SandboxBuilder builder) {
    try (Sandbox sandbox = builder.start()) {
      Topology topology = sandbox.topology();
      topology.nodes().stream()
          .filter(topology::isWritable)
          .forEach(node ->
              sandbox
                  .server(node)
                  .execute(
                      "CREATE DATABASE of%d".formatted(node),
                      "CREATE TABLE of%d.t (id int PRIMARY KEY)".formatted(node),
                      "INSERT INTO of%d.t VALUES (1), (2)".formatted(node)));
      topology.nodes().stream()
          .filter(topology::isWritable)
          .forEach(node ->
              below(topology, node, new HashSet<>())
                  .forEach(replica -> awaitRows(sandbox.server(replica), node)));
    }
  }

  private static Set<Integer> below(Topology topology, int node, Set<Integer> found) {
    topology.replicasOf(node).stream()
        .filter(found::add)
        .forEach(replica -> below(topology, replica, found));
    return found;
  }

  private static void awaitRows(SandboxServer replica, int writer) {
    await()
        .atMost(30, SECONDS)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(replica.queryValue("SELECT COUNT(*) FROM of%d.t".formatted(writer)))
                .as("%s, %s", replica, replica.replication())
                .contains("2"));
  }

  private static SandboxBuilder sandbox(String topology, String flavors) {
    return Sandbox.builder().fastTimeouts().topology(topology).flavors(flavors);
  }

  @ParameterizedTest
  @Releases(ServerRelease.MYSQL_5_7_22)
  void byPosition(ServerRelease release) {
    assertReplicates(sandbox("1>2", release.id()).positionBased());
  }

  @Matrix
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1>2,2>3     | 1=mysql-5.6,2=mysql-5.7,3=mysql-8.0",
        "1>2         | 1=mysql-8.0,2=mysql-9.7",
        "1>2,2>3     | 1=mariadb-10.1,2=mariadb-10.11,3=mariadb-11",
      })
  void upALadderOfReleases(String topology, String flavors) {
    assertReplicates(sandbox(topology, flavors));
    assertReplicates(sandbox(topology, flavors).positionBased());
  }

  @ParameterizedTest
  @Cases(
      value = "mariadb-10.11",
      thorough = {"mysql-5.7", "mariadb-10.2"})
  void aroundARing(String flavor) {
    assertReplicates(sandbox("1>2,2>3,3>1", flavor));
  }

  @ParameterizedTest
  @Cases(value = "mysql-9.7", thorough = "mysql-5.6")
  void betweenCoPrimaries(String flavor) {
    assertReplicates(sandbox("1>2,2>1", flavor));
  }

  @ParameterizedTest
  @Cases(
      value = "mysql-5.7",
      thorough = {"mysql-8.0", "mysql-9.7", "mariadb-10.1", "mariadb-11.4"})
  void fromSeveralSources(String flavor) {
    assertReplicates(sandbox("1>3,2>3", flavor));
  }

  @Matrix
  @Test
  void downATreeWithARestedNode() {
    SandboxBuilder builder = sandbox("1>2,1>3,3>4", "mysql-8.0").withoutReplicaUpdates(2);
    try (Sandbox tree = builder.start()) {
      assertThat(tree.server(2).queryValue("SELECT @@log_slave_updates")).contains("0");
      assertThat(tree.server(3).queryValue("SELECT @@log_slave_updates")).contains("1");
    }
    assertReplicates(sandbox("1>2,1>3,3>4", "mariadb-10.2"));
  }

  @Matrix
  @Test
  void fromMySqlToMariaDbByPosition() {
    assertReplicates(sandbox("1>2", "1=mysql-5.7,2=mariadb-10.11").positionBased());
  }

  @Test
  void underAWriteLoadThatSurvivesARestart() {
    try (Sandbox pair = sandbox("1>2", "mariadb-10.11").options("sync_binlog=0").start();
        WriteLoad load = WriteLoad.start(pair.server(1), 50)) {
      await().atMost(20, SECONDS).until(() -> load.counts().committed() > 10);
      pair.server(1).killHard();
      await().atMost(20, SECONDS).until(() -> load.counts().failed() > 0);
      pair.server(1).start();
      long before = load.counts().committed();
      await().atMost(20, SECONDS).until(() -> load.counts().committed() > before + 10);
      load.stop();
      for (String schema : new String[] {"load_a", "load_b"}) {
        String sum = "SELECT CONCAT(COUNT(*), '/', SUM(touched)) FROM %s.writes".formatted(schema);
        assertThat(pair.server(1).queryValue(sum)).isPresent();
        await()
            .atMost(20, SECONDS)
            .untilAsserted(() ->
                assertThat(pair.server(2).queryValue(sum))
                    .isEqualTo(pair.server(1).queryValue(sum)));
      }
    }
  }
}
