package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.UneventfulStep;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.plan.StepProgress;
import io.tutti.plan.StepState;
import io.tutti.spi.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A source is replaced, with 200 replicas, of which each takes its own time. */
class StagesTest {
  private static final int REPLICAS = 200;
  private static final Duration SLOWEST = Duration.ofSeconds(90);
  private static final Duration MET_MAX = Duration.ofSeconds(20);
  private static final Goal GOAL = new Goal("relocate", "all", Nothing.NOTHING);
  private static final InstanceAddress SOURCE = InstanceAddress.parse("source:1");

  private final InMemoryJournal store = new InMemoryJournal();
  private final CommonTime time = new CommonTime();
  private final List<String> reported = Collections.synchronizedList(new ArrayList<>());
  private volatile int failing = -1;
  private final OperationRunner runner =
      new OperationRunner(
          List.of(new Relocating()),
          new StepKinds(
              List.of(
                  StepKind.of(
                      "follow",
                      Nothing.class,
                      Nothing.class,
                      planned -> new Follow(planned, time.replicas)),
                  StepKind.of(
                      "alone",
                      Nothing.class,
                      Nothing.class,
                      planned -> new Follow(planned, new CountDownLatch(0))))),
          OperationSettings.USUAL,
          new OperationRunner.Environment(store, store, store, time, duration -> {}));

  /** Passes when all that take part wait, until the first of them has waited enough. */
  private static final class CommonTime implements InstantSource {
    private static final Instant BEGIN = Instant.parse("2026-11-22T10:00:00Z");

    private final CountDownLatch replicas = new CountDownLatch(REPLICAS);
    private final CountDownLatch replicasBack = new CountDownLatch(REPLICAS);
    private final PriorityQueue<Instant> waiting = new PriorityQueue<>();
    private Instant now = BEGIN;
    private int present;

    @Override
    public synchronized Instant instant() {
      return now;
    }

    synchronized Duration passed() {
      return Duration.between(BEGIN, now);
    }

    /** Whoever is alone here would wait in vain for the others. */
    void meet(CountDownLatch everybody) {
      synchronized (this) {
        present++;
      }
      everybody.countDown();
      try {
        assertThat(everybody.await(MET_MAX.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    synchronized void spend(Duration duration) {
      Instant end = now.plus(duration);
      waiting.add(end);
      passIfAllWait();
      try {
        while (now.isBefore(end)) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      waiting.remove(end);
      present--;
      passIfAllWait();
    }

    private void passIfAllWait() {
      if (!waiting.isEmpty() && waiting.size() == present) {
        now = waiting.peek();
        notifyAll();
      }
    }
  }

  private static InstanceAddress replica(int number) {
    return InstanceAddress.parse("replica%03d:1".formatted(number));
  }

  /** A step before, the replicas at the same time, a step after. */
  private static final class Relocating implements Planning {
    @Override
    public String goalKind() {
      return GOAL.kind();
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      List<PlannedStep> steps = new ArrayList<>();
      steps.add(step("alone", SOURCE, "begin"));
      steps.addAll(
          Plan.together(
              "replicas",
              IntStream.range(0, REPLICAS)
                  .mapToObj(number -> step("follow", replica(number), "follow " + number))
                  .toList()));
      steps.add(step("alone", SOURCE, "end"));
      return Plan.of(
          goal, Scope.ofTopology("main", steps.stream().map(PlannedStep::target).toList()), steps);
    }
  }

  private static PlannedStep step(String kind, InstanceAddress target, String description) {
    return PlannedStep.of(kind, target, description, Nothing.NOTHING, description);
  }

  private final class Follow implements UneventfulStep {
    private final PlannedStep planned;
    private final CountDownLatch everybody;

    Follow(PlannedStep planned, CountDownLatch everybody) {
      this.planned = planned;
      this.everybody = everybody;
    }

    private int number() {
      String[] words = planned.describe().split(" ");
      return words.length == 1 ? 0 : Integer.parseInt(words[1]);
    }

    @Override
    public StepOutcome run(StepContext context, Nothing before) {
      take(everybody, planned.describe());
      if (planned.kind().equals("follow") && number() == failing) {
        throw StepFailure.fatal("It cannot.", List.of());
      }
      return StepOutcome.done("Done.");
    }

    /** The last of them is the slowest. */
    private void take(CountDownLatch all, String what) {
      time.meet(all);
      time.spend(SLOWEST.multipliedBy(number() + 1).dividedBy(REPLICAS));
      reported.add(what);
    }

    @Override
    public void undo(StepContext context, Nothing before) {
      boolean isFollow = planned.kind().equals("follow");
      take(isFollow ? time.replicasBack : new CountDownLatch(0), "undo " + planned.describe());
    }

    @Override
    public Verdict verifyUndone(StepContext context, Nothing before) {
      return Verdict.of(reported.contains("undo " + planned.describe()), "It is not undone.");
    }
  }

  @AfterEach
  void close() {
    runner.close();
  }

  private Operation carriedOut() throws InterruptedException {
    Operation operation = runner.submit(GOAL, "anna", Optional.empty());
    return runner.awaitRest(operation.id(), Duration.ofSeconds(60));
  }

  /** What the two steps take that are done alone. */
  private static Duration alone() {
    return SLOWEST.dividedBy(REPLICAS);
  }

  @Test
  void twoHundredTakeAsLongAsTheSlowestOfThem() throws InterruptedException {
    Operation ended = carriedOut();

    assertThat(ended.state()).as("%s", ended.why()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(time.passed()).isEqualTo(SLOWEST.plus(alone().multipliedBy(2)));
    assertThat(reported).hasSize(REPLICAS + 2).startsWith("begin").endsWith("end");
    assertThat(ended.steps()).extracting(StepProgress::state).containsOnly(StepState.DONE);
    assertThat(store.events(ended.id(), 1, Integer.MAX_VALUE).getLast().sequence())
        .isEqualTo(ended.sequence());
  }

  @Test
  void theyAreUndoneAtTheSameTimeToo() throws InterruptedException {
    failing = 7;

    Operation ended = carriedOut();

    assertThat(ended.state()).as("%s", ended.why()).isEqualTo(OperationState.UNDONE);
    assertThat(ended.why().sentence()).startsWith("It cannot.");
    assertThat(time.passed()).isEqualTo(SLOWEST.multipliedBy(2).plus(alone().multipliedBy(2)));
    assertThat(reported).doesNotContain("end").endsWith("undo begin");
  }

  @Test
  void twoStepsOfOneServerAreNotOfOneStage() {
    PlannedStep one = step("follow", replica(1), "one").inStage("replicas");
    PlannedStep two = step("follow", replica(1), "two").inStage("replicas");
    Scope scope = Scope.of("main", List.of(replica(1), replica(2)));

    assertThatThrownBy(() -> Plan.of(GOAL, scope, List.of(one, two)))
        .hasMessageContaining("of one stage");
    assertThat(
            Plan.of(GOAL, scope, Plan.together("x", List.of(one, two, step("a", replica(2), "b"))))
                .stages())
        .containsExactly(List.of(0, 1), List.of(2));
  }
}
