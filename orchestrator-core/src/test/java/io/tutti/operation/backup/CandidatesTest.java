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
import io.tutti.topology.Cluster;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
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
  void whatSomebodyKeepsBackOrDelaysIsLeftOut() {
    WorldView world =
        States.world(
                source(),
                replica("b:1", "a:1", 0),
                replica("c:1", "a:1", 1),
                States.of("d:1").channel(delayed("a:1")).reached(),
                replica("e:1", "a:1", 90))
            .with(kept ->
                kept.withFences(List.of(States.fence(InstanceAddress.parse("b:1"))))
                    .withDowntimes(
                        List.of(
                            new Downtime(
                                Extent.of(InstanceAddress.parse("c:1")),
                                "ann",
                                "disks",
                                "ann",
                                States.NOW.minusSeconds(60),
                                States.NOW.plusSeconds(60)))));

    assertThat(BackupChoice.of(world, cluster(world), any -> true)).hasToString("e:1");
  }

  private static Channel delayed(String source) {
    return Channels.from(source).delayed(Duration.ofHours(1)).build().withLag(lag(0));
  }

  private static Cluster cluster(WorldView world) {
    return world.topology().findCluster("a:1").orElseThrow();
  }

  @Test
  void onlyWhatHasTheTagsIsPicked() {
    WorldView world = States.world(source(), replica("b:1", "a:1", 0), replica("c:1", "a:1", 90));

    assertThat(BackupChoice.of(world, cluster(world), each -> each.host().equals("c")))
        .hasToString("c:1");
    assertThatThrownBy(() -> BackupChoice.of(world, cluster(world), each -> false))
        .isInstanceOf(OrchestratorException.class)
        .hasMessageContaining("b:1: it does not have the tags that are asked for");
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
