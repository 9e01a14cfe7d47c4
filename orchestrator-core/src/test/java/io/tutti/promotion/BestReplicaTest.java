package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BestReplicaTest {
  private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
  private static final InstanceAddress A = InstanceAddress.parse("a:1");

  private static Node replica(String address, String executed, String retrieved) {
    return States.of(address)
        .gtid("ON", Observed.known(GtidSet.parse(SOURCE + executed)))
        .channel(
            Channels.from("a:1")
                .positioning(Positioning.AUTO_POSITION)
                .retrieved(Observed.known(GtidSet.parse(SOURCE + retrieved)))
                .build())
        .reached();
  }

  private static BestReplica among(Node... replicas) {
    return BestReplica.of(
        States.world(
            Stream.concat(Stream.of(States.of("a:1").reached()), Stream.of(replicas))
                .toArray(Node[]::new)),
        A);
  }

  private static String chosen(Node... replicas) {
    assertThat(among(replicas)).isInstanceOf(BestReplica.Chosen.class);
    return ((BestReplica.Chosen) among(replicas)).replica().toString();
  }

  private static String none(Node... replicas) {
    assertThat(among(replicas)).isInstanceOf(BestReplica.None.class);
    return ((BestReplica.None) among(replicas)).why();
  }

  @Test
  void whatIsToBeRebuiltHasNothingThatCounts() {
    WorldView world =
        States.world(
                States.of("a:1").reached(),
                replica("b:1", "1-9", "1-20"),
                replica("c:1", "1-3", "1-10"))
            .with(kept ->
                kept.withRebuilds(
                    List.of(
                        new RebuildMark(
                            InstanceAddress.parse("b:1"),
                            States.NOW,
                            Optional.empty(),
                            Optional.empty()))));
    assertThat(BestReplica.of(world, A))
        .isInstanceOfSatisfying(
            BestReplica.Chosen.class, chosen -> assertThat(chosen.replica()).hasToString("c:1"));
  }

  /** One that applies slowly is better than one that has received less. */
  @Test
  void theOneThatReceivedMost() {
    assertThat(chosen(replica("b:1", "1-9", "1-9"), replica("c:1", "1-3", "1-10")))
        .isEqualTo("c:1");
  }

  @Test
  void ofTwoThatReceivedTheSameTheOneThatAppliedMore() {
    assertThat(chosen(replica("b:1", "1-3", "1-10"), replica("c:1", "1-9", "1-10")))
        .isEqualTo("c:1");
    assertThat(chosen(replica("c:1", "1-10", "1-10"), replica("b:1", "1-10", "1-10")))
        .isEqualTo("b:1");
  }

  @Test
  void whatItDidNotApplyYetIsReported() {
    BestReplica best = among(replica("b:1", "1-3", "1-10"));
    assertThat(((BestReplica.Chosen) best).caveats().toString()).contains("not applied all");
  }

  @Test
  void noneWhereEachHasSomethingOfItsOwn() {
    assertThat(none(replica("b:1", "1-8:10", "1-8"), replica("c:1", "1-9", "1-9")))
        .contains("b:1", "c:1");
  }

  @Test
  void noneWhileOneThatMayHaveMoreIsAway() {
    Node read = replica("c:1", "1-20", "1-20");
    Node away =
        new Node(
            read.address(),
            read.foundVia(),
            read.firstSeen(),
            read.state(),
            Optional.of(
                new ContactFailure(
                    ErrorCode.CONNECTION_REFUSED,
                    "c:1 refused the connection.",
                    Remedies.none(),
                    States.NOW,
                    States.NOW,
                    1)),
            false);
    assertThat(none(replica("b:1", "1-8", "1-8"), away)).contains("c:1", "does not answer");
  }

  @Test
  void noneWithoutReplicas() {
    assertThat(none()).isEqualTo("a:1 has no known replicas.");
  }
}
