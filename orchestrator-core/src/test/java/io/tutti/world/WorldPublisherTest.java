package io.tutti.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.analysis.Analysis;
import io.tutti.analysis.FindingCatalogue;
import io.tutti.analysis.FindingCode;
import io.tutti.fixtures.InMemoryRecords;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorldPublisherTest {
  private final KeptRecords kept = new InMemoryRecords().records();
  private final MovingTopology topology = new MovingTopology();
  private final List<JudgedWorld> published = new CopyOnWriteArrayList<>();
  private final WorldPublisher publisher =
      new WorldPublisher(
          new World(
              topology::now,
              kept,
              (state, what) -> List.of(),
              World.Rules.of(new Analysis(FindingCatalogue.rules())),
              () -> Instant.EPOCH));

  WorldPublisherTest() {
    publisher.listen(published::add);
    kept.listen(publisher::recordsChanged);
    publisher.start();
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private boolean isPublished(FindingCode code) {
    return published.stream()
        .flatMap(world -> world.findings().stream())
        .anyMatch(found -> found.finding().code() == code);
  }

  @Test
  void listenersAreNotifiedOfARecord() {
    kept.fences().save(States.fence(InstanceAddress.parse("a:1")));
    await().until(() -> isPublished(FindingCode.FENCED));
  }

  @Test
  void aReadingIsReported() {
    Node before = topology.now().find(InstanceAddress.parse("b:1")).orElseThrow();
    topology.read("b:1", true, ThreadState.RUNNING);
    publisher.onChange(Optional.of(before), topology.now().find(InstanceAddress.parse("b:1")));
    await().until(() -> isPublished(FindingCode.REPLICA_WRITABLE));
  }

  /** So that a second listener, and every later view, is not lost with it. */
  @Test
  void aListenerThatFailsIsNotifiedOfTheNext() {
    List<Long> heard = new CopyOnWriteArrayList<>();
    publisher.listen(world -> {
      heard.add(world.number());
      throw new IllegalStateException("made up");
    });
    kept.fences().save(States.fence(InstanceAddress.parse("a:1")));
    await().until(() -> !heard.isEmpty());
    kept.fences().remove(InstanceAddress.parse("a:1"));
    await().until(() -> heard.stream().anyMatch(number -> number > heard.getFirst()));
  }

  @Test
  void whatIsReadAgainAndAgainIsNothingToReportAtOnce() {
    Node one = States.of("a:1").observedAt(States.NOW).reached();
    Node other = States.of("a:1").observedAt(States.NOW.plusSeconds(1)).reached();
    assertThat(Signs.of(one)).isEqualTo(Signs.of(other));
    assertThat(Signs.of(one)).isNotEqualTo(Signs.of(States.of("a:1").writable().reached()));
  }
}
