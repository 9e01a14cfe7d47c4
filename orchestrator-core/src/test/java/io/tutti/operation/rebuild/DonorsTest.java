package io.tutti.operation.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.crash.Incident;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DonorsTest {
  private static final Node SOURCE = States.of("a:1").writable().reached();
  private static final Node DAMAGED = replica("d:1", "a:1", 0);

  private static Node replica(String address, String source, long lagSeconds) {
    return States.of(address)
        .channel(
            Channels.from(source)
                .build()
                .withLag(
                    Observed.known(
                        new Lag(Duration.ofSeconds(lagSeconds), LagSource.SECONDS_BEHIND))))
        .reached();
  }

  private static Node status(String address) {
    return States.of(address)
        .channel(Channels.from("a:1").applier(ThreadState.STOPPED).build())
        .reached();
  }

  private static Donors among(WorldView world) {
    return new Donors(
        world, world.topology().find(DAMAGED.address()).flatMap(Node::currentState).orElseThrow());
  }

  private static String best(Node... others) {
    Node[] all = Arrays.copyOf(others, others.length + 2);
    all[others.length] = SOURCE;
    all[others.length + 1] = DAMAGED;
    return among(States.world(all)).best().toString();
  }

  @Test
  void aReplicaIsCopiedRatherThanTheSource() {
    assertThat(best()).isEqualTo("a:1");
    assertThat(best(replica("b:1", "a:1", 3))).isEqualTo("b:1");
  }

  @Test
  void oneThatNobodyReplicatesFromComesFirst() {
    assertThat(best(replica("b:1", "a:1", 0), replica("c:1", "b:1", 3))).isEqualTo("c:1");
  }

  @Test
  void whatIsFarBehindOrStoppedOrIsFedByItIsLeftOut() {
    assertThat(best(replica("b:1", "a:1", 61), status("c:1"), replica("e:1", "d:1", 0)))
        .isEqualTo("a:1");
  }

  /** Nobody replicates from it any more, and it from nobody. */
  @Test
  void whatWentOnWithoutItIsCopied() {
    Incident left =
        Incidents.of("o:1")
            .replaced(Optional.of(new Incident.Replacement(States.NOW, SOURCE.address(), "op-1")));
    Node old = States.of("o:1").reached();
    WorldView world = States.world(SOURCE, replica("b:1", "a:1", 0), old);
    Donors before = new Donors(world, old.currentState().orElseThrow());
    assertThatThrownBy(before::best).isInstanceOf(OrchestratorException.class);
    assertThat(
            new Donors(
                    world.with(kept -> kept.withIncidents(List.of(left))),
                    old.currentState().orElseThrow())
                .best())
        .hasToString("b:1");
  }

  @Test
  void whatIsMarkedOrFencedIsNobodysDonor() {
    InstanceAddress b = InstanceAddress.parse("b:1");
    WorldView world =
        States.world(SOURCE, DAMAGED, replica("b:1", "a:1", 0), replica("c:1", "a:1", 0));
    WorldView marked =
        world.with(kept ->
            kept.withRebuilds(
                List.of(
                    new RebuildMark(b, States.NOW, Optional.of("lost rows"), Optional.empty()))));
    assertThat(among(marked).best()).hasToString("c:1");
    assertThatThrownBy(() -> among(marked).require(b))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("b:1 cannot be copied for it: it is marked to be rebuilt itself");
    WorldView fenced = world.with(kept -> kept.withFences(List.of(States.fence(b))));
    assertThat(among(fenced).best()).hasToString("c:1");
    assertThatThrownBy(() -> among(world).require(DAMAGED.address()))
        .hasMessageContaining("it is the server itself");
  }

  @Test
  void whyNobodyCanIsSaidOfEach() {
    WorldView world =
        States.world(
            SOURCE.withFailure(
                new OrchestratorException(
                    ErrorCode.CONNECTION_REFUSED, "a:1", "Nothing listens at a:1.", List.of()),
                States.NOW),
            DAMAGED,
            status("b:1"));
    assertThatThrownBy(() -> among(world).best())
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("a:1: it was not read just now")
        .hasMessageContaining("b:1: it does not replicate now")
        .hasMessageContaining("d:1: it is the server itself");
  }
}
