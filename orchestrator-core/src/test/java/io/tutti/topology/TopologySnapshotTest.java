package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologySnapshotTest {
  private static Node node(States state) {
    return state.reached();
  }

  private static TopologySnapshot snapshot(Map<InstanceAddress, String> names, Node... nodes) {
    return TopologySnapshot.of(States.NOW, Arrays.asList(nodes), Map.of(), names);
  }

  private static InstanceAddress at(String address) {
    return InstanceAddress.parse(address);
  }

  @Test
  void aChainIsOneClusterNamedAfterItsTopmostSource() {
    var snapshot =
        snapshot(
            Map.of(),
            node(States.of("c:1").replicatesFrom("b:1")),
            node(States.of("b:1").replicatesFrom("z:1")),
            node(States.of("z:1")),
            node(States.of("lone:1")));
    assertThat(snapshot.clusters()).extracting(Cluster::name).containsExactly("lone:1", "z:1");
    assertThat(snapshot.findCluster("z:1").orElseThrow().members()).hasSize(3);
    assertThat(snapshot.findCluster("c:1").orElseThrow().heads()).containsExactly(at("z:1"));
  }

  @Test
  void aMemberThatWasNotReadYetDoesNotGiveTheName() {
    Node unread = Node.found(at("a:1"), Optional.of(at("z:1")), States.NOW);
    var snapshot = snapshot(Map.of(), node(States.of("z:1")), unread);
    assertThat(snapshot.clusters()).extracting(Cluster::name).containsExactly("z:1");
  }

  @Test
  void aRingHasItsFirstMemberAsHead() {
    var snapshot =
        snapshot(
            Map.of(),
            node(States.of("a:1").replicatesFrom("c:1")),
            node(States.of("b:1").replicatesFrom("a:1")),
            node(States.of("c:1").replicatesFrom("b:1")));
    assertThat(snapshot.clusters()).hasSize(1);
    assertThat(snapshot.clusters().getFirst().heads()).containsExactly(at("a:1"));
  }

  @Test
  void aMultiSourceReplicaJoinsItsSources() {
    var snapshot =
        snapshot(
            Map.of(),
            node(States.of("a:1")),
            node(States.of("b:1")),
            node(States.of("r:1").replicatesFrom("a:1").replicatesFrom("b:1")));
    assertThat(snapshot.clusters()).hasSize(1);
    assertThat(snapshot.clusters().getFirst().heads()).containsExactly(at("a:1"), at("b:1"));
    assertThat(snapshot.linksOf(at("r:1"))).hasSize(2);
  }

  @Test
  void theNameStaysWhenAReplicaIsPromoted() {
    var before =
        snapshot(Map.of(), node(States.of("a:1")), node(States.of("b:1").replicatesFrom("a:1")));
    var after =
        snapshot(
            before.currentClusterNames(),
            node(States.of("a:1").replicatesFrom("b:1")),
            node(States.of("b:1")));
    assertThat(after.clusters()).extracting(Cluster::name).containsExactly("a:1");
    assertThat(after.clusters().getFirst().heads()).containsExactly(at("b:1"));
  }

  @Test
  void aCrawlThatMeetsTheSourceLastEndsWithTheSourcesName() {
    var first = snapshot(Map.of(), node(States.of("c:1").replicatesFrom("b:1")));
    var later =
        snapshot(
            first.currentClusterNames(),
            node(States.of("c:1").replicatesFrom("b:1")),
            node(States.of("b:1").replicatesFrom("a:1")),
            node(States.of("a:1")));
    assertThat(later.clusters()).extracting(Cluster::name).containsExactly("a:1");
  }

  @Test
  void aSplitLeavesTheNameWithTheSideThatHasMoreMembers() {
    var before =
        snapshot(
            Map.of(),
            node(States.of("a:1")),
            node(States.of("b:1").replicatesFrom("a:1")),
            node(States.of("c:1").replicatesFrom("b:1")));
    var after =
        snapshot(
            before.currentClusterNames(),
            node(States.of("a:1")),
            node(States.of("b:1")),
            node(States.of("c:1").replicatesFrom("b:1")));
    assertThat(after.clusters()).extracting(Cluster::name).containsExactly("a:1", "a:1-2");
    assertThat(after.findCluster("a:1").orElseThrow().heads()).containsExactly(at("b:1"));
    assertThat(after.findCluster("a:1-2").orElseThrow().members()).containsExactly(at("a:1"));
  }

  private static Node dead() {
    return node(States.of("a:1").writable())
        .withFailure(
            new OrchestratorException(
                ErrorCode.CONNECTION_REFUSED, "a:1", "a:1 refuses.", List.of("start it")),
            States.NOW.plusSeconds(1));
  }

  /** Between the opening of the new source and the first replica that follows it. */
  @Test
  void theNameGoesWithTheNewSourceWhileTheOthersAreStillBelowTheDeadOne() {
    var before =
        snapshot(
            Map.of(),
            node(States.of("a:1").writable()),
            node(States.of("b:1").replicatesFrom("a:1")),
            node(States.of("c:1").replicatesFrom("a:1")),
            node(States.of("d:1").replicatesFrom("a:1")));
    var after =
        snapshot(
            before.currentClusterNames(),
            dead(),
            node(States.of("b:1").writable()),
            node(States.of("c:1").replicatesFrom("a:1")),
            node(States.of("d:1").replicatesFrom("a:1")));
    assertThat(after.findCluster("a:1").orElseThrow().heads()).containsExactly(at("b:1"));
  }

  /** Who names a replica means the cluster that this is in. */
  @Test
  void aDeadSourceNeverBearsTheAddressOfAReplicaThatFollowsAnother() {
    var before =
        snapshot(
            Map.of(),
            node(States.of("a:1").writable()),
            node(States.of("b:1").replicatesFrom("a:1")),
            node(States.of("c:1").replicatesFrom("a:1")));
    var between =
        snapshot(
            before.currentClusterNames(),
            dead(),
            node(States.of("b:1").writable()),
            node(States.of("c:1").replicatesFrom("a:1")));
    var after =
        snapshot(
            between.currentClusterNames(),
            dead(),
            node(States.of("b:1").writable()),
            node(States.of("c:1").replicatesFrom("b:1")));
    assertThat(after.findCluster("c:1").orElseThrow().heads()).containsExactly(at("b:1"));
    assertThat(after.clusters()).extracting(Cluster::name).containsExactly("a:1", "a:1-2");
  }

  /** Between the end of its channel and its opening. */
  @Test
  void ofTwoServersTheNameGoesWithTheOneThatAnswers() {
    var before =
        snapshot(
            Map.of(),
            node(States.of("a:1").writable()),
            node(States.of("b:1").replicatesFrom("a:1")));
    var after = snapshot(before.currentClusterNames(), dead(), node(States.of("b:1")));
    assertThat(after.findCluster("a:1").orElseThrow().heads()).containsExactly(at("b:1"));
  }

  @Test
  void anInstanceThatWasNeverReadStaysWithTheOneThatLedToIt() {
    var dead = Node.found(at("dead:1"), Optional.of(at("a:1")), States.NOW);
    var snapshot = snapshot(Map.of(), node(States.of("a:1").registeredReplica("dead:1")), dead);
    assertThat(snapshot.clusters()).hasSize(1);
  }

  @Test
  void aSourceNamedLocalhostIsLookedForOnTheReplicasHost() {
    var snapshot =
        snapshot(
            Map.of(),
            node(States.of("h1:3307").replicatesFrom("localhost:3306")),
            node(States.of("h1:3306")));
    assertThat(snapshot.linksTo(at("h1:3306"))).hasSize(1);
  }

  @Test
  void aLinkToAnAliasLeadsToTheInstanceItself() {
    var nodes = List.of(node(States.of("a:1")), node(States.of("b:1").replicatesFrom("vip:1")));
    var snapshot = TopologySnapshot.of(States.NOW, nodes, Map.of(at("vip:1"), at("a:1")), Map.of());
    assertThat(snapshot.linksTo(at("a:1"))).hasSize(1);
    assertThat(snapshot.find(at("vip:1")).orElseThrow().address()).isEqualTo(at("a:1"));
    assertThat(snapshot.aliasesOf(at("a:1"))).containsExactly(at("vip:1"));
  }
}
