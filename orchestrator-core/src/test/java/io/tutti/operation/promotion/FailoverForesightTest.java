package io.tutti.operation.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.promotion.IfSourceDied;
import io.tutti.topology.Circumstances;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.FailoverHold;
import io.tutti.topology.Node;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailoverForesightTest {
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");
  private static final InstanceAddress ONE = InstanceAddress.parse("b:1");
  private static final InstanceAddress OTHER = InstanceAddress.parse("c:1");

  private static Node replica(InstanceAddress address, long place, ThreadState receiver) {
    return States.of(address.toString())
        .channel(
            Channels.from(SOURCE.toString())
                .positioning(Positioning.LOG_POSITION)
                .received(Observed.known(new BinlogPosition("binlog.000001", place)))
                .receiver(receiver)
                .build())
        .reached();
  }

  private static WorldView world(Node... replicas) {
    return States.world(
        Stream.concat(
                Stream.of(States.of(SOURCE.toString()).writable().reached()), Stream.of(replicas))
            .toArray(Node[]::new));
  }

  private static IfSourceDied foreseen(WorldView world, FailoverPolicy policy) {
    FailoverSettings settings =
        new FailoverSettings(
            new FailoverSettings.OfCluster(policy, Duration.ofHours(1)), List.of());
    return new FailoverForesight(settings)
        .of(world, world.topology().clusterOf(SOURCE).orElseThrow(), SOURCE)
        .orElseThrow();
  }

  private static Circumstances circumstances(
      Map<InstanceAddress, List<Tagging>> tags,
      Set<InstanceAddress> trusted,
      List<FailoverHold> holds) {
    return new Circumstances(
        tags,
        new ClusterAliases(new TreeMap<>()),
        Optional.of(trusted),
        holds,
        List.of(),
        true,
        Map.of());
  }

  private static Optional<InstanceAddress> successor(IfSourceDied foreseen) {
    return foreseen.outcome() instanceof IfSourceDied.Taken taken
        ? Optional.of(taken.by())
        : Optional.empty();
  }

  @Test
  void whoWasReadEarlierIsNotBehindWhileItsReceiverRuns() {
    WorldView world =
        world(replica(ONE, 154, ThreadState.RUNNING), replica(OTHER, 900, ThreadState.RUNNING));

    assertThat(successor(foreseen(world, FailoverPolicy.AUTO))).contains(ONE);
  }

  @Test
  void whoseReceiverIsStoppedIsBehindAndByPositionCannotFollow() {
    WorldView world =
        world(replica(ONE, 154, ThreadState.STOPPED), replica(OTHER, 900, ThreadState.RUNNING));

    assertThat(foreseen(world, FailoverPolicy.AUTO).refused().map(IfSourceDied.Refused::why))
        .hasValueSatisfying(why -> assertThat(why).contains("not all replicas can follow c:1"));
  }

  @Test
  void whoIsNotTrustedIsRefusedWithBothCommands() {
    WorldView world =
        world(replica(ONE, 154, ThreadState.RUNNING))
            .where(circumstances(Map.of(), Set.of(SOURCE), List.of()));

    IfSourceDied foreseen = foreseen(world, FailoverPolicy.PROPOSE);
    assertThat(foreseen.begun()).isEqualTo(IfSourceDied.Begun.PROPOSED);
    assertThat(foreseen.refused().orElseThrow().why()).contains("b:1", "nobody has trusted it");
    assertThat(foreseen.refused().orElseThrow().remedies().toString())
        .contains("trust b:1", "trust cluster");
  }

  @Test
  void whoMustNotBePromotedIsPassedOverForWhoMay() {
    Map<InstanceAddress, List<Tagging>> tags =
        Map.of(ONE, List.of(new Tagging(new Tag("promotion", "must_not"), TagNote.NONE)));
    WorldView world =
        world(replica(ONE, 154, ThreadState.RUNNING), replica(OTHER, 154, ThreadState.RUNNING))
            .where(circumstances(tags, Set.of(SOURCE, ONE, OTHER), List.of()));

    assertThat(successor(foreseen(world, FailoverPolicy.AUTO))).contains(OTHER);
  }

  @Test
  void aHoldLeavesItToAPersonAsItIsMeant() {
    WorldView world = world(replica(ONE, 154, ThreadState.RUNNING));
    FailoverHold hold =
        new FailoverHold(
            world.topology().clusterOf(SOURCE).orElseThrow().name(),
            List.of(SOURCE, ONE),
            OTHER,
            false,
            States.NOW.minusSeconds(60),
            States.NOW.plusSeconds(60));

    IfSourceDied foreseen =
        foreseen(
            world.where(circumstances(Map.of(), Set.of(SOURCE, ONE), List.of(hold))),
            FailoverPolicy.AUTO);
    assertThat(foreseen.leftToPerson().orElseThrow().isMeant()).isTrue();
    assertThat(successor(foreseen)).contains(ONE);
  }

  @Test
  void nothingIsSaidOfWhoHasNoPlaceToLose() {
    WorldView world = world(replica(ONE, 154, ThreadState.RUNNING));
    FailoverForesight foresight = new FailoverForesight(FailoverSettings.BY_HAND);

    assertThat(foresight.of(world, world.topology().clusterOf(ONE).orElseThrow(), ONE)).isEmpty();
    WorldView fenced = world.with(kept -> kept.withFences(List.of(States.fence(SOURCE))));
    assertThat(foresight.of(fenced, fenced.topology().clusterOf(SOURCE).orElseThrow(), SOURCE))
        .isEmpty();
  }
}
