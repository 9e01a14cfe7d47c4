package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.Finding;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.analysis.FindingCode;
import io.tutti.analysis.FindingRule;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.store.KeptSettings;
import io.tutti.topology.DesiredSetting;
import io.tutti.topology.Fence;
import io.tutti.topology.RebuildMark;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final InstanceAddress B = InstanceAddress.parse("b:1");

  private final InMemoryRecords store = new InMemoryRecords();
  private final KeptRecords kept = store.records();
  private final MovingTopology topology = new MovingTopology();
  private final SimulatedTime time = new SimulatedTime();
  private final Set<String> judged = new HashSet<>();

  private World world() {
    return world(topology::now);
  }

  private World world(Supplier<TopologySnapshot> observed) {
    List<FindingRule> rules =
        FindingCatalogue.rules().stream()
            .map(rule ->
                new FindingRule(
                    rule.code(),
                    rule.runsBefore(),
                    subject -> {
                      judged.add(subject.cluster().name());
                      return rule.looksAt().apply(subject);
                    }))
            .toList();
    return new World(
        observed,
        kept,
        (state, what) ->
            List.of(
                new DesiredSetting(
                    "knob", "", "variable", "4", Optional.empty(), what.at(), state.startedAt())),
        World.Rules.of(new Analysis(rules)),
        time);
  }

  private static Set<FindingCode> codes(JudgedWorld world, String cluster) {
    Set<FindingCode> codes = new HashSet<>();
    world
        .findingsOf(world.view().topology().findCluster(cluster).orElseThrow())
        .found()
        .forEach(each -> codes.add((FindingCode) each.finding().code()));
    return codes;
  }

  @Test
  void aRecordThatWasSavedIsInTheNextViewThatIsAskedFor() {
    World world = world();
    assertThat(world.view().fenceOf(A)).isEmpty();

    kept.fences().save(States.fence(A));
    assertThat(world.view().fenceOf(A)).map(Fence::instance).contains(A);
    kept.fences().remove(A);
    assertThat(world.view().fenceOf(A)).isEmpty();

    kept.incidents().add(Incidents.of("b:1"));
    assertThat(world.view().incidentsOf(B)).hasSize(1);
    kept.incidents()
        .close(
            world.view().incidentsOf(B).getFirst().id(),
            new io.tutti.crash.Incident.Closing(States.NOW, "ada", "looked at it"));
    assertThat(world.view().incidentsOf(B)).isEmpty();

    kept.rebuilds().save(new RebuildMark(B, States.NOW, Optional.empty(), Optional.empty()));
    assertThat(world.view().rebuildOf(B)).isPresent();

    kept.settings()
        .save(
            A,
            new KeptSettings.Kept(
                new KeptSettings.Settings(
                    List.of(),
                    new TreeMap<>(Map.of("desired", "4")),
                    new TreeMap<>(),
                    Optional.empty()),
                Instant.EPOCH));
    assertThat(world.view().desiredOf(A)).hasSize(1);
    assertThat(world.view().desiredOf(B)).isEmpty();
  }

  @Test
  void theStoreIsNotAskedForWhatIsInMemory() {
    World world = world();
    world.view();
    int before = store.asked();

    topology.read("a:1", true, ThreadState.RUNNING);
    world.judged().findings();
    kept.fences().find(A);
    kept.startups().find(A);

    assertThat(store.asked()).isEqualTo(before);
  }

  @Test
  void theViewIsTheSameWhileNothingChanges() {
    World world = world();
    JudgedWorld first = world.judged();
    assertThat(world.judged()).isSameAs(first);

    topology.read("a:1", true, ThreadState.RUNNING);
    assertThat(world.judged()).isNotSameAs(first);
    assertThat(first.view().topology().find(A).orElseThrow().state().orElseThrow())
        .as("an earlier view does not change")
        .isNotSameAs(world.view().topology().find(A).orElseThrow().state().orElseThrow());
  }

  @Test
  void onlyTheClusterThatChangedIsJudgedAgain() {
    World world = world();
    world.judged().findings();
    judged.clear();

    world.judged().findings();
    assertThat(judged).as("nothing has changed").isEmpty();

    topology.read("e:1", true, ThreadState.RUNNING);
    assertThat(world.judged().findings())
        .extracting(each -> each.finding().code())
        .contains(FindingCode.REPLICA_WRITABLE);
    assertThat(judged).containsExactly("d:1");
    judged.clear();

    kept.fences().save(States.fence(B));
    assertThat(codes(world.judged(), "a:1")).contains(FindingCode.FENCED);
    world.judged().findings();
    assertThat(judged).containsExactly("a:1");
  }

  @Test
  void whoAsksForOneClusterHasThatOneJudged() {
    World world = world();
    assertThat(codes(world.judged(), "d:1")).containsExactly(FindingCode.SOURCE_READ_ONLY);
    assertThat(judged).containsExactly("d:1");
  }

  @Test
  void whatIsFoundWithoutABreakKeepsItsMoment() throws InterruptedException {
    World world = world();
    topology.read("e:1", true, ThreadState.RUNNING);
    Instant first = since(world, FindingCode.REPLICA_WRITABLE);
    assertThat(first).isEqualTo(time.instant());

    time.pause(Duration.ofMinutes(1));
    topology.read("e:1", true, ThreadState.STOPPED);
    assertThat(since(world, FindingCode.REPLICA_WRITABLE)).isEqualTo(first);
    assertThat(since(world, FindingCode.APPLIER_STOPPED)).isEqualTo(time.instant());

    topology.read("e:1", false, ThreadState.STOPPED);
    world.judgeAll();
    time.pause(Duration.ofMinutes(1));
    topology.read("e:1", true, ThreadState.STOPPED);
    assertThat(since(world, FindingCode.REPLICA_WRITABLE)).isEqualTo(time.instant());
  }

  private static Instant since(World world, FindingCode code) {
    return world.judged().findings().stream()
        .filter(each -> each.finding().code() == code)
        .findFirst()
        .orElseThrow()
        .since();
  }

  /** What is judged again only where something changed says what judging all of it would say. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverHappensItSaysWhatTheRulesWouldSayOfAllOfIt(int seed) {
    Random random = new Random(seed);
    World world = world();
    Analysis analysis = new Analysis(FindingCatalogue.rules());
    for (int i = 0; i < 200; i++) {
      topology.step(random);
      keep(random);
      if (random.nextInt(3) == 0) {
        JudgedWorld now = world.judged();
        List<Finding> said = now.findings().stream().map(Found::finding).toList();
        assertThat(said).as("seed %d, step %d", seed, i).isEqualTo(analysis.findings(now.view()));
      }
      TopologySnapshot again = topology.again();
      assertThat(topology.now().links()).isEqualTo(again.links());
      assertThat(topology.now().clusters()).as("step %d", i).isEqualTo(again.clusters());
      assertThat(topology.now().nodes()).isEqualTo(again.nodes());
    }
  }

  private void keep(Random random) {
    String name = MovingTopology.NAMES.get(random.nextInt(MovingTopology.NAMES.size()));
    InstanceAddress instance = InstanceAddress.parse(name);
    switch (random.nextInt(8)) {
      case 0 -> kept.fences().save(States.fence(instance));
      case 1 -> kept.fences().remove(instance);
      case 2 ->
          kept.rebuilds()
              .save(new RebuildMark(instance, States.NOW, Optional.empty(), Optional.empty()));
      case 3 -> kept.rebuilds().remove(instance);
      default -> {}
    }
  }
}
