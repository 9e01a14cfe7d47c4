package io.tutti.operation.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.topology.Node;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private static Node replica(String address, String source, long lagSeconds) {
    return States.of(address)
        .channel(channel(source, ThreadState.RUNNING).withLag(lag(lagSeconds)))
        .reached();
  }

  private static Channel channel(String source, ThreadState applier) {
    return Channels.from(source).applier(applier).build();
  }

  private static Observed<Lag> lag(long seconds) {
    return Observed.known(new Lag(Duration.ofSeconds(seconds), LagSource.SECONDS_BEHIND));
  }

  private static Candidates.Picked pick(Node... nodes) {
    WorldView world = States.world(nodes);
    return new Candidates(world, world.topology().findCluster("a:1").orElseThrow()).pick();
  }

  private static Node source() {
    return States.of("a:1").writable().reached();
  }

  @Test
  void theLeastBehindIsPicked() {
    Candidates.Picked picked = pick(source(), replica("b:1", "a:1", 70), replica("c:1", "a:1", 3));
    assertThat(picked.instance().toString()).isEqualTo("c:1");
    assertThat(picked.because())
        .isEqualTo("as no replica is below it, and none of a:1 is less behind");
    assertThat(picked.atThisMoment()).isEqualTo("its lag is 3 s; replicas to choose from: 2");
  }

  /** Else a session is refused, as what was planned a moment ago is no longer so. */
  @Test
  void whatChangesFromMomentToMomentChangesNeitherThePickNorTheReason() {
    Candidates.Picked picked = pick(source(), replica("b:1", "a:1", 0), replica("c:1", "a:1", 0));
    Candidates.Picked aMomentLater = pick(source(), replica("b:1", "a:1", 4));
    assertThat(aMomentLater.instance()).isEqualTo(picked.instance());
    assertThat(aMomentLater.because()).isEqualTo(picked.because());
  }

  @Test
  void theSourceOfOthersIsLeftOut() {
    assertThat(
            pick(source(), replica("b:1", "a:1", 0), replica("c:1", "b:1", 60))
                .instance()
                .toString())
        .isEqualTo("c:1");
  }

  @Test
  void whatIsToBeRebuiltIsLeftOut() {
    WorldView world =
        States.world(source(), replica("b:1", "a:1", 0), replica("c:1", "a:1", 30))
            .with(kept ->
                kept.withRebuilds(
                    List.of(
                        new RebuildMark(
                            InstanceAddress.parse("b:1"),
                            States.NOW,
                            Optional.empty(),
                            Optional.empty()))));
    assertThat(
            new Candidates(world, world.topology().findCluster("a:1").orElseThrow())
                .pick()
                .instance())
        .hasToString("c:1");
  }

  @Test
  void eachThatIsLeftOutIsNamedWithItsReason() {
    assertThatThrownBy(() ->
            pick(
                source(),
                States.of("b:1").channel(channel("a:1", ThreadState.STOPPED)).reached(),
                States.of("c:1").channel(channel("a:1", ThreadState.RUNNING)).reached()))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("a:1: it has no source")
        .hasMessageContaining("b:1: it does not replicate now")
        .hasMessageContaining("c:1: its lag is not known");
  }
}
