package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.States;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.store.FindingTimes;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A source, and a replica of it that takes writes. */
class SinceWhenTest {
  private final Map<FindingTimes.Key, Instant> rows = new HashMap<>();
  private final SimulatedTime time = new SimulatedTime();
  private TopologySnapshot topology = snapshot(replica(true));
  private boolean isAway;

  private final FindingTimes store =
      new FindingTimes() {
        @Override
        public Map<Key, Instant> load() {
          return Map.copyOf(rows);
        }

        @Override
        public void save(Map<Key, Instant> begun, Set<Key> over) {
          if (isAway) {
            throw new IllegalStateException("the store is away");
          }
          over.forEach(rows::remove);
          rows.putAll(begun);
        }
      };

  private static Node replica(boolean isWritable) {
    States replica = States.of("b:1").serverId(2).replicatesFrom("a:1");
    return (isWritable ? replica.writable() : replica).reached();
  }

  private static TopologySnapshot snapshot(Node replica) {
    return States.snapshot(States.of("a:1").writable().reached(), replica);
  }

  /** A controller that starts. */
  private final class Run {
    private final SinceWhen sinceWhen = new SinceWhen(store);
    private final World world =
        new World(
            () -> topology,
            new InMemoryRecords().records(),
            (state, what) -> List.of(),
            new World.Rules(new Analysis(FindingCatalogue.rules()), sinceWhen),
            time);

    Instant since(String code) {
      JudgedWorld judged = world.judged();
      Instant since =
          judged.findings().stream()
              .filter(found -> found.finding().code().name().equals(code))
              .map(Found::since)
              .findFirst()
              .orElse(Instant.EPOCH);
      sinceWhen.keep(judged);
      return since;
    }
  }

  private static final String WRITABLE = "REPLICA_WRITABLE";

  @Test
  void aRestartedControllerKnowsSinceWhenAFindingIsThere() {
    Instant first = time.instant();
    assertThat(new Run().since(WRITABLE)).isEqualTo(first);
    time.tick(Duration.ofMinutes(5));

    Run next = new Run();
    assertThat(next.since(WRITABLE)).isEqualTo(first);
    time.tick(Duration.ofMinutes(5));
    assertThat(next.since(WRITABLE)).isEqualTo(first);
  }

  @Test
  void whatIsRestoredCountsUntilItsServerWasContacted() {
    Instant first = time.instant();
    new Run().since(WRITABLE);
    time.tick(Duration.ofMinutes(5));
    Node restored = Node.found(replica(true).address(), java.util.Optional.empty(), States.NOW);
    topology = snapshot(restored);

    Run next = new Run();
    assertThat(next.since(WRITABLE)).isEqualTo(Instant.EPOCH);
    topology = snapshot(replica(true));
    assertThat(next.since(WRITABLE)).isEqualTo(first);
  }

  @Test
  void whatWasOverMeanwhileHasAnotherBeginning() {
    new Run().since(WRITABLE);
    time.tick(Duration.ofMinutes(5));
    topology = snapshot(replica(false));

    Run next = new Run();
    next.since(WRITABLE);
    assertThat(rows).isEmpty();
    topology = snapshot(replica(true));
    assertThat(next.since(WRITABLE)).isEqualTo(time.instant());
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenWithTheNextView() {
    Run run = new Run();
    isAway = true;
    run.since(WRITABLE);
    assertThat(rows).isEmpty();
    isAway = false;
    run.since(WRITABLE);
    assertThat(rows).containsKey(new FindingTimes.Key(WRITABLE, "b:1"));
  }
}
