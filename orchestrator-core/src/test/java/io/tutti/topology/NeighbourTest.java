package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ReplicaHint.Evidence;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NeighbourTest {
  private static ReplicaHint hint(
      Optional<String> host, Optional<Integer> port, Evidence evidence) {
    return new ReplicaHint(host, port, Optional.of(42L), Optional.empty(), evidence);
  }

  @Test
  void sourcesAndReportedReplicasAreCertain() {
    var state = States.of("b:1").replicatesFrom("a:1").registeredReplica("c:1").build();
    assertThat(Neighbour.of(state))
        .extracting(neighbour -> neighbour.address() + " " + neighbour.guessed())
        .containsExactly("a:1 false", "c:1 false");
  }

  @Test
  void aReplicaWithoutReportHostIsGuessedFromTheConnectionsHost() {
    var state =
        States.of("a:1")
            .replicaHint(hint(Optional.empty(), Optional.of(3307), Evidence.REGISTERED))
            .replicaHint(hint(Optional.of("10.0.0.7"), Optional.empty(), Evidence.CONNECTED))
            .build();
    assertThat(Neighbour.of(state)).hasSize(1);
    var guess = Neighbour.of(state).getFirst();
    assertThat(guess.address()).hasToString("10.0.0.7:3307");
    assertThat(guess.guessed()).isTrue();
    assertThat(guess.expectedServerId()).contains(42L);
  }

  @Test
  void whatIsNoAddressHidesNoOther() {
    var state =
        States.of("a:1")
            .replicaHint(hint(Optional.of("no host/at all"), Optional.of(1), Evidence.REGISTERED))
            .registeredReplica("c:1")
            .build();
    assertThat(Neighbour.of(state))
        .extracting(neighbour -> neighbour.address().toString())
        .containsExactly("c:1");
  }

  @Test
  void aConnectionAloneLeadsNowhereBecauseItsPortIsNotTheServers() {
    var state =
        States.of("a:1")
            .replicaHint(hint(Optional.of("10.0.0.7"), Optional.empty(), Evidence.CONNECTED))
            .build();
    assertThat(Neighbour.of(state)).isEmpty();
  }

  @Test
  void theNameAnInstanceReportsItselfByIsLookedAtToo() {
    var state = States.of("vip:1").serverId(9).reportedAs("db1:3306").build();
    assertThat(Neighbour.of(state))
        .containsExactly(new Neighbour(InstanceAddress.parse("db1:3306"), Optional.of(9L), true));
    assertThat(Neighbour.of(States.of("db1:3306").reportedAs("db1:3306").build())).isEmpty();
  }

  @Test
  void localhostMeansTheHostOfWhoSaidIt() {
    var state = States.of("h9:1").replicatesFrom("127.0.0.1:3306").build();
    assertThat(Neighbour.of(state).getFirst().address()).hasToString("h9:3306");
  }

  @Test
  void anImpossibleNameKeepsNoOtherFromBeingFollowed() {
    var state =
        States.of("a:1")
            .replicaHint(hint(Optional.of("x".repeat(300)), Optional.of(3306), Evidence.REGISTERED))
            .replicaHint(hint(Optional.of("a b"), Optional.of(3306), Evidence.REGISTERED))
            .registeredReplica("c:1")
            .build();
    assertThat(Neighbour.of(state))
        .extracting(neighbour -> neighbour.address().toString())
        .containsExactly("c:1");
  }
}
