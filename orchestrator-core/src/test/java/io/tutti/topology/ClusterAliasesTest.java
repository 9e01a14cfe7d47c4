package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterAliasesTest {
  private static final ClusterAliases ORDERS =
      new ClusterAliases(new TreeMap<>(Map.of("orders", "a:1")));

  private static TopologySnapshot snapshot(Map<InstanceAddress, String> names, States... states) {
    return TopologySnapshot.of(
        States.NOW, Arrays.stream(states).map(States::reached).toList(), Map.of(), names);
  }

  private static TopologySnapshot before() {
    return snapshot(
        Map.of(),
        States.of("a:1"),
        States.of("b:1").replicatesFrom("a:1"),
        States.of("c:1").replicatesFrom("a:1"));
  }

  @Test
  void anAliasNamesItsClusterBesideNameAndMembers() {
    TopologySnapshot snapshot = before();

    for (String name : new String[] {"orders", "a:1", "c:1"}) {
      assertThat(ORDERS.find(snapshot, name).orElseThrow().name()).isEqualTo("a:1");
    }
    assertThat(ORDERS.find(snapshot, "order")).isEmpty();
    assertThat(ORDERS.of(snapshot, snapshot.clusters().getFirst())).containsExactly("orders");
  }

  /** Of both: what people said of a server holds for it, wherever it is. */
  @Test
  void whatIsSetForASourceIsSetForItsPlaceToo() {
    TopologySnapshot after = snapshot(Map.of(), States.of("a:1"), States.of("b:1"));
    ClusterAliases given =
        new ClusterAliases(
            new TreeMap<>(), new TreeMap<>(Map.of(InstanceAddress.parse("a:1"), "b:1")));

    for (Cluster each : after.clusters()) {
      assertThat(given.means(after, "a:1", each)).isTrue();
      assertThat(given.means(after, "b:1", each)).isEqualTo(each.name().equals("b:1"));
      assertThat(given.means(after, "c:1", each)).isFalse();
    }
  }

  /** The old source is alone, and the others have another one. */
  @Test
  void itStaysWithTheOthersWhenAnotherServerBecomesTheSource() {
    TopologySnapshot after =
        snapshot(
            before().currentClusterNames(),
            States.of("a:1"),
            States.of("b:1"),
            States.of("c:1").replicatesFrom("b:1"));

    Cluster found = ORDERS.find(after, "orders").orElseThrow();

    assertThat(found.members())
        .contains(InstanceAddress.parse("b:1"), InstanceAddress.parse("c:1"));
    assertThat(ORDERS.of(after, found)).containsExactly("orders");
    assertThat(ORDERS.of(after, after.clusterOf(InstanceAddress.parse("a:1")).orElseThrow()))
        .isEmpty();
  }

  /** The name of its cluster is gone, and the server that it was named after is in another one. */
  @Test
  void itGoesWithItsServerWhereTwoClustersAreJoined() {
    TopologySnapshot joined =
        snapshot(
            Map.of(InstanceAddress.parse("z:1"), "z:1"),
            States.of("z:1"),
            States.of("a:1").replicatesFrom("z:1"));

    assertThat(ORDERS.find(joined, "orders").orElseThrow().name()).isEqualTo("z:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1st", "a:1", "or ders", "orders.eu", "b", "B"})
  void refusesWhatIsNoNameOrThatOfAServer(String alias) {
    TopologySnapshot snapshot = before();

    assertThat(ORDERS.refusal(snapshot, snapshot.clusters().getFirst(), alias)).isPresent();
  }

  @Test
  void refusesAnAliasOfAnotherClusterOnly() {
    TopologySnapshot snapshot = snapshot(Map.of(), States.of("a:1"), States.of("z:1"));
    Cluster own = ORDERS.find(snapshot, "a:1").orElseThrow();
    Cluster other = ORDERS.find(snapshot, "z:1").orElseThrow();

    assertThat(ORDERS.refusal(snapshot, own, "orders")).isEmpty();
    assertThat(ORDERS.refusal(snapshot, other, "orders"))
        .hasValue("the cluster a:1 has that alias");
  }

  @Test
  void aTagIsANameAndAValue() {
    assertThat(Tag.parse("env=prod=1")).isEqualTo(new Tag("env", "prod=1"));
    assertThat(Tag.parse("empty=").value()).isEmpty();
    for (String text : new String[] {"env", "=prod", "1=a", "a b=c", "a=b,c", "a=\u001b[2J"}) {
      assertThatThrownBy(() -> Tag.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
