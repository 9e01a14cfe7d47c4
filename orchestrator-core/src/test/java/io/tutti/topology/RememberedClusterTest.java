package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.RememberedCluster.Member;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who was below a source while it lived, over what is observed one after the other. */
class RememberedClusterTest {
  private static final Instant LATER = States.NOW.plusSeconds(1);
  private static final Instant LATEST = States.NOW.plusSeconds(2);

  private static final List<RememberedCluster> ALIVE =
      RememberedCluster.after(List.of(), of(source(States.NOW), replica("b:1"), replica("c:1")));

  private static Node source(Instant at) {
    return States.of("a:1").writable().observedAt(at).reached();
  }

  private static Node dead() {
    return source(States.NOW)
        .withFailure(
            new OrchestratorException(
                ErrorCode.CONNECTION_REFUSED, "a:1", "a:1 refuses.", List.of("start it")),
            LATER);
  }

  private static Node replica(String address) {
    return States.of(address).replicatesFrom("a:1").reached();
  }

  private static Node alone(String address, Instant at) {
    return States.of(address).writable().observedAt(at).reached();
  }

  private static TopologySnapshot of(Node... nodes) {
    return States.snapshot(nodes);
  }

  private static List<String> members(List<RememberedCluster> remembered) {
    return remembered.stream()
        .filter(each -> each.source().equals(InstanceAddress.parse("a:1")))
        .flatMap(each -> each.members().stream())
        .map(each ->
            each.address() + (each.wentAway() ? " away" : "") + (each.tookWrites() ? " rw" : ""))
        .toList();
  }

  @Test
  void whoeverIsBelowALivingSourceIsAMember() {
    assertThat(members(ALIVE)).containsExactly("b:1", "c:1");
    assertThat(RememberedCluster.after(ALIVE, of(source(LATER), replica("b:1"), replica("c:1"))))
        .isEqualTo(ALIVE);
  }

  @Test
  void whoCeasesToReplicateFromADeadSourceStays() {
    List<RememberedCluster> away =
        RememberedCluster.after(ALIVE, of(dead(), replica("b:1"), alone("c:1", LATER)));
    assertThat(members(away)).containsExactly("b:1", "c:1 away");
    assertThat(
            members(
                RememberedCluster.after(
                    away, of(source(LATEST), replica("b:1"), alone("c:1", LATER)))))
        .as("the source is back, and the other one may have its place still")
        .containsExactly("b:1", "c:1 away");
  }

  @Test
  void whoLeavesALivingSourceIsNoneOnceThatWasReadAgain() {
    assertThat(
            members(
                RememberedCluster.after(
                    ALIVE, of(source(States.NOW), replica("b:1"), alone("c:1", LATER)))))
        .as("the source may have been dead by then")
        .containsExactly("b:1", "c:1");
    assertThat(
            members(
                RememberedCluster.after(
                    ALIVE, of(source(LATEST), replica("b:1"), alone("c:1", LATER)))))
        .containsExactly("b:1");
  }

  @Test
  void aRestartOfTheControllerIsNoDeathOfASource() {
    Node restored = source(States.NOW).asRestored();
    List<RememberedCluster> after =
        RememberedCluster.after(ALIVE, of(restored, replica("b:1"), alone("c:1", LATER)));
    assertThat(members(after)).containsExactly("b:1", "c:1");
  }

  @Test
  void whoFollowsAnotherMemberIsNoneAnyMore() {
    List<RememberedCluster> after =
        RememberedCluster.after(
            ALIVE,
            of(dead(), alone("b:1", LATER), States.of("c:1").replicatesFrom("b:1").reached()));
    assertThat(members(after)).containsExactly("b:1 away");
    assertThat(
            members(
                RememberedCluster.after(
                    after,
                    of(
                        States.of("a:1").replicatesFrom("b:1").observedAt(LATEST).reached(),
                        alone("b:1", LATER),
                        States.of("c:1").replicatesFrom("b:1").reached()))))
        .as("the old source follows the new one")
        .isEmpty();
  }

  @Test
  void whoIsForgottenIsNone() {
    assertThat(members(RememberedCluster.after(ALIVE, of(dead(), replica("b:1")))))
        .containsExactly("b:1");
    assertThat(RememberedCluster.after(ALIVE, of(alone("b:1", LATER)))).isEmpty();
  }

  @Test
  void whetherAReplicaTookWritesIsWhatItDidWhileTheSourceLived() {
    Node writable = States.of("c:1").replicatesFrom("a:1").writable().reached();
    assertThat(members(RememberedCluster.after(ALIVE, of(dead(), replica("b:1"), writable))))
        .containsExactly("b:1", "c:1");
    assertThat(members(RememberedCluster.after(ALIVE, of(source(LATER), replica("b:1"), writable))))
        .containsExactly("b:1", "c:1 rw");
  }

  @Test
  void eachIsFoundByItsAddressAndThatOfItsSource() {
    Remembered remembered = Remembered.of(ALIVE);
    assertThat(remembered.with(InstanceAddress.parse("a:1"))).isEqualTo(ALIVE);
    assertThat(remembered.with(InstanceAddress.parse("c:1"))).isEqualTo(ALIVE);
    assertThat(remembered.with(InstanceAddress.parse("d:1"))).isEmpty();
    assertThat(ALIVE.getFirst().members().getFirst())
        .isEqualTo(new Member(InstanceAddress.parse("b:1"), false, false));
  }
}
