package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.analysis.FindingCode;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.InMemoryStore;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.topology.Extent;
import io.tutti.topology.Node;
import io.tutti.topology.Silence;
import io.tutti.topology.TopologySnapshot;
import io.tutti.world.FindingChanges.Change;
import io.tutti.world.FindingChanges.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingChangesTest {
  private final MovingTopology topology = new MovingTopology();
  private final List<Change> changes = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private Optional<TopologySnapshot> instead = Optional.empty();
  private final KeptRecords kept = new InMemoryRecords().records();
  private final SilenceDesk desk = new SilenceDesk(kept, new InMemoryStore(), () -> now);
  private final World world =
      new World(
          () -> instead.orElseGet(topology::now),
          kept,
          (state, what) -> List.of(),
          World.Rules.of(new Analysis(FindingCatalogue.rules())),
          () -> now);
  private FindingChanges watch = new FindingChanges(topology.now(), () -> now, changes::add);

  private void publish() {
    watch.accept(world.judgeAll());
  }

  private static List<String> names(List<Found> found) {
    return found.stream()
        .map(each -> each.finding().code().name() + " " + each.finding().subject())
        .toList();
  }

  @Test
  void whatIsFoundAtFirstIsNotNew() {
    topology.lose("b:1");
    publish();

    assertThat(changes).hasSize(1);
    assertThat(changes.getFirst().isFirst()).isTrue();
    assertThat(changes.getFirst().appeared()).isEmpty();
    assertThat(names(changes.getFirst().current())).contains("INSTANCE_UNREACHABLE b:1");
  }

  @Test
  void whereNoServerWasKnownAllThatIsFoundIsNew() {
    topology.lose("b:1");
    watch = new FindingChanges(States.snapshot(), () -> now, changes::add);
    publish();

    assertThat(changes).hasSize(2);
    assertThat(changes.getFirst().isFirst()).isTrue();
    assertThat(names(changes.getLast().appeared())).contains("INSTANCE_UNREACHABLE b:1");
  }

  @Test
  void whatComesIsNewAndWhatGoesIsClearedOnce() {
    publish();
    topology.lose("b:1");
    publish();
    publish();
    now = now.plusSeconds(30);
    topology.read("b:1", false, ThreadState.RUNNING);
    publish();
    publish();

    assertThat(changes).hasSize(3);
    assertThat(names(changes.get(1).appeared())).containsExactly("INSTANCE_UNREACHABLE b:1");
    assertThat(names(changes.get(1).cleared())).noneMatch(name -> name.endsWith(" b:1"));
    assertThat(names(changes.get(2).cleared())).containsExactly("INSTANCE_UNREACHABLE b:1");
    assertThat(changes.get(2).cleared().getFirst().since()).isEqualTo(Instant.EPOCH);
    assertThat(changes.get(2).at()).isEqualTo(Instant.EPOCH.plusSeconds(30));
  }

  /** A server that replicates from another one is in another cluster, and as lost as before. */
  @Test
  void whatIsInAnotherClusterNowIsNotNew() {
    topology.read("b:1", true, ThreadState.RUNNING);
    publish();
    topology.move("a:1", "d:1");
    publish();

    assertThat(changes.stream().skip(1).flatMap(change -> change.appeared().stream()))
        .noneMatch(found -> found.finding().code() == FindingCode.REPLICA_WRITABLE);
    assertThat(changes.stream().skip(1).flatMap(change -> change.cleared().stream()))
        .noneMatch(found -> found.finding().subject().equals("b:1"));
  }

  @Test
  void afterARestartNothingIsSaidBeforeTheKnownServersWereContacted() {
    Node restored = States.of("a:1").writable().reached().asRestored();
    instead = Optional.of(TopologySnapshot.of(now, List.of(restored), Map.of(), Map.of()));
    publish();
    assertThat(changes).isEmpty();

    instead = Optional.empty();
    publish();
    assertThat(changes).singleElement().satisfies(change -> assertThat(change.isFirst()).isTrue());
  }

  @Test
  void oneThatIsNeverContactedIsNotWaitedForForEver() {
    Node restored = States.of("a:1").writable().reached().asRestored();
    instead = Optional.of(TopologySnapshot.of(now, List.of(restored), Map.of(), Map.of()));
    publish();
    now = now.plus(FindingChanges.CONTACT_MAX).plus(Duration.ofSeconds(1));
    publish();

    assertThat(changes).hasSize(1);
    assertThat(names(changes.getFirst().current())).contains("STATE_FROM_BEFORE_RESTART a:1");
  }

  private void mute(Duration span) {
    desk.silence(
        new Silence(
            Silence.Kind.MUTED,
            "INSTANCE_UNREACHABLE",
            Extent.of(InstanceAddress.parse("b:1")),
            "ada",
            "known",
            now,
            Optional.of(now.plus(span))));
    publish();
  }

  @Test
  void whatIsMutedDoesNotAppearAndAppearsWhenTheMuteIsOver() {
    publish();
    mute(Duration.ofHours(1));
    topology.lose("b:1");
    publish();
    assertThat(changes.stream().flatMap(change -> change.appeared().stream())).isEmpty();
    assertThat(names(changes.getLast().current())).noneMatch(name -> name.endsWith(" b:1"));

    now = now.plus(Duration.ofHours(1));
    publish();
    assertThat(names(changes.getLast().appeared())).containsExactly("INSTANCE_UNREACHABLE b:1");
    assertThat(changes.getLast().appeared().getFirst().since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void whatIsMutedWhileItIsThereHasClearedAndItIsSaidWhy() {
    publish();
    topology.lose("b:1");
    publish();
    mute(Duration.ofHours(1));
    Change muted = changes.getLast();

    assertThat(names(muted.cleared())).containsExactly("INSTANCE_UNREACHABLE b:1");
    assertThat(muted.silenced().get(Key.of(muted.cleared().getFirst().finding())))
        .extracting(Silenced::kind, Silenced::by)
        .containsExactly(Silenced.Kind.MUTED, "ada");

    topology.read("b:1", false, ThreadState.RUNNING);
    publish();
    now = now.plus(Duration.ofHours(1));
    publish();
    assertThat(changes.subList(changes.indexOf(muted) + 1, changes.size()))
        .flatExtracting(change -> names(change.appeared()))
        .doesNotContain("INSTANCE_UNREACHABLE b:1");
  }

  @Test
  void whatIsMutedAtAStartIsNotInItsFirstLook() {
    topology.lose("b:1");
    mute(Duration.ofHours(1));

    assertThat(changes).hasSize(1);
    assertThat(names(changes.getFirst().current())).noneMatch(name -> name.endsWith(" b:1"));
  }
}
