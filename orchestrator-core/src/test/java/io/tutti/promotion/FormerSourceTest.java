package io.tutti.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.topology.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may have the place of a source that lost it. */
class FormerSourceTest {
  private static final InstanceAddress FORMER = InstanceAddress.parse("a:1");
  private static final List<InstanceAddress> BELOW =
      List.of(InstanceAddress.parse("b:1"), InstanceAddress.parse("c:1"));

  /** A cluster is whoever is connected, other sources of its replicas, too. */
  private static final List<InstanceAddress> WITH_OTHER =
      List.of(
          InstanceAddress.parse("b:1"), InstanceAddress.parse("c:1"), InstanceAddress.parse("x:1"));

  private static final Node BACK = States.of("a:1").reached();
  private static final Node WRITER = States.of("b:1").writable().reached();
  private static final Node OTHER = States.of("x:1").writable().reached();

  private static List<String> heads(Node... nodes) {
    return FormerSource.heads(States.snapshot(nodes), FORMER, WITH_OTHER, BELOW).stream()
        .map(InstanceAddress::toString)
        .toList();
  }

  @Test
  void theOtherSourceOfAReplicaWithTwoIsNone() {
    Node both = States.of("c:1").replicatesFrom("b:1").replicatesFrom("x:1").reached();

    assertThat(heads(BACK, WRITER, both, OTHER)).containsExactly("b:1");
  }

  @Test
  void oneThatCameMeanwhileMayHaveIt() {
    Node moved = States.of("c:1").replicatesFrom("x:1").reached();
    Node alone = States.of("b:1").reached();

    assertThat(heads(BACK, alone, moved, OTHER)).containsExactly("b:1", "x:1");
    assertThat(heads(BACK, States.of("b:1").replicatesFrom("x:1").reached(), moved, OTHER))
        .containsExactly("x:1");
  }
}
