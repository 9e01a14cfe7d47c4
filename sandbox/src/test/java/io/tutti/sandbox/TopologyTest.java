package io.tutti.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tutti.sandbox.Topology.Link;
import io.tutti.sandbox.release.ServerRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {

  @Test
  void readsATree() {
    Topology tree = Topology.parse(" 1>2, 1>3 ,3>4");

    assertThat(tree.nodes()).containsExactly(1, 2, 3, 4);
    assertThat(tree.links()).containsExactly(new Link(1, 2), new Link(1, 3), new Link(3, 4));
    assertThat(tree.replicasOf(1)).containsExactly(2, 3);
    assertThat(tree.isWritable(1)).isTrue();
    assertThat(tree.isWritable(3)).isFalse();
    assertThat(tree.hasSeveralWriters()).isFalse();
  }

  @Test
  void readsLoneServersAndPrintsThemBack() {
    assertThat(Topology.parse("1").nodes()).containsExactly(1);
    assertThat(Topology.parse("7,1>2")).hasToString("1>2,7");
    assertThat(Topology.parse(Topology.parse("7,1>2").toString()))
        .isEqualTo(Topology.parse("1>2,7"));
  }

  @Test
  void knowsRingsAndWhoIsOnThem() {
    Topology ring = Topology.parse("1>2,2>3,3>1,3>4");

    assertThat(ring.isOnRing(2)).isTrue();
    assertThat(ring.isOnRing(4)).isFalse();
    assertThat(ring.isWritable(4)).isFalse();
    assertThat(ring.hasSeveralWriters()).isTrue();
  }

  @Test
  void knowsSeveralSources() {
    Topology multiSource = Topology.parse("1>3,2>3");

    assertThat(multiSource.sourcesOf(3)).containsExactly(1, 2);
    assertThat(multiSource.hasSeveralWriters()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ",", "1>", ">2", "1>2,", "1>2>3", "a>b", "1-2", "0>1", "1>65", "1>1", "1>2,1>2", "-1",
        "1 2", "1>2;2>3", "9999>1"
      })
  void refusesBadTextAndShowsWhatIsExpected(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Topology.parse(text))
        .withMessageContaining("\"" + text + "\"")
        .withMessageContaining("1>2,1>3,3>4");
  }

  @Test
  void refusesSettingsForNodesThatAreNotThere() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Sandbox.builder().fastTimeouts().topology("1>2").flavors("3=mysql-5.7").start())
        .withMessageContaining("node 3");
  }

  @Test
  void refusesMultiSourceWhereTheReleaseHasNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Sandbox.builder().fastTimeouts().topology("1>3,2>3").flavors("mysql-5.6").start())
        .withMessageContaining("multi-source")
        .withMessageContaining("5.7");
  }

  @Test
  void refusesToCrossFamiliesByGtid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Sandbox.builder()
                .fastTimeouts()
                .topology("1>2")
                .flavors("1=mysql-5.7,2=mariadb-10")
                .start())
        .withMessageContaining("position");
  }

  @Test
  void refusesSemiSyncWhereNoBinaryHasIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            Sandbox.builder()
                .fastTimeouts()
                .topology("1>2")
                .release(ServerRelease.MYSQL_8_0_15)
                .semiSync()
                .start())
        .withMessageContaining("semi-synchronous");
  }

  @Test
  void refusesFlavorsThatCannotBeRead() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sandbox.builder().fastTimeouts().flavors("x=mysql-5.7"))
        .withMessageContaining("NODE=RELEASE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sandbox.builder().fastTimeouts().flavors("2=oracle-19"))
        .withMessageContaining("mysql-5.6.14");
  }
}
