package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Node;
import io.tutti.topology.RememberedCluster.Member;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who has the place of a source that is lost: of those that were in its cluster. */
class TakenPlaceTest {
  private static final InstanceAddress LOST = InstanceAddress.parse("a:1");

  private static final Node REPLICA = States.of("b:1").replicatesFrom("a:1").reached();

  private static Optional<String> taken(boolean tookWrites, Node... nodes) {
    return TakenPlace.of(
            States.snapshot(nodes),
            LOST,
            List.of(
                new Member(InstanceAddress.parse("b:1"), false, false),
                new Member(InstanceAddress.parse("c:1"), tookWrites, false)))
        .map(taken -> taken.by() + " " + taken.how());
  }

  @Test
  void replicasHaveNoPlace() {
    assertThat(taken(false, REPLICA, States.of("c:1").replicatesFrom("a:1").reached())).isEmpty();
  }

  @Test
  void aLoneOneThatTakesWritesHasIt() {
    assertThat(taken(false, REPLICA, States.of("c:1").writable().reached()))
        .contains("c:1 takes writes now, and replicates from nobody");
    assertThat(taken(false, REPLICA, States.of("c:1").reached())).isEmpty();
  }

  @Test
  void aLoneOneThatAnotherOneFollowsHasIt() {
    assertThat(
            taken(
                false,
                REPLICA,
                States.of("c:1").reached(),
                States.of("d:1").replicatesFrom("c:1").reached()))
        .contains("c:1 is a source now, of d:1");
  }

  @Test
  void aReplicaThatTakesWritesHasItUnlessItAlwaysDid() {
    Node writable = States.of("c:1").replicatesFrom("a:1").writable().reached();
    assertThat(taken(false, REPLICA, writable))
        .contains("c:1 takes writes now, which it did not as a replica");
    assertThat(taken(true, REPLICA, writable)).isEmpty();
  }
}
