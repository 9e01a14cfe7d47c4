package io.tutti.rollout.engine;

import static io.tutti.rollout.engine.EngineBed.BEFORE;
import static io.tutti.rollout.engine.EngineBed.WANTED;
import static io.tutti.rollout.engine.EngineBed.replica;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookPolicy;
import io.tutti.hook.HookedGoals;
import io.tutti.hook.Hooks;
import io.tutti.rollout.AnyRollout;
import io.tutti.rollout.OnFailure;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.gate.GateAnswer.Outcome;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.Hook;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** When the hooks of the waves of a rollout are called, and what becomes of it by that. */
class WaveHooksTest {
  private final EngineBed bed = new EngineBed(1, 2);
  private final List<HookEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile boolean fails;
  private volatile boolean hangs;

  private final class Recording implements Hook {
    @Override
    public HookOutcome call(HookEvent event, Deadline deadline) {
      events.add(event);
      if (hangs) {
        awaitReleased();
      }
      return fails ? new HookOutcome.Failed("It said no.", "busy") : new HookOutcome.Succeeded("");
    }

    @Override
    public String describe() {
      return "keeps it";
    }
  }

  private void awaitReleased() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(HookPolicy policy, OnFailure onFailure) {
    bed.with(
        new Hooks(
            List.of(
                new ConfiguredHook(
                    "chat",
                    "test",
                    Set.copyOf(HookedGoals.parse("*")),
                    Duration.ofSeconds(5),
                    policy,
                    new Recording()))));
    var unused =
        bed.engine()
            .create(
                new AnyRollout().workers(WANTED).onFailure(onFailure).build(), "name: x", "ann");
  }

  /** Hooks end in real time, and each look is a second of the bed's. */
  private void passUntil(RolloutState state) {
    await()
        .until(() -> {
          bed.pass(1);
          return bed.run().state() == state;
        });
  }

  private List<String> points() {
    return events.stream().map(event -> event.point().toString()).toList();
  }

  @Test
  void theyAreCalledBeforeAndAfterEachWave() {
    begin(HookPolicy.ADVISORY, OnFailure.UNDO_ALL);

    passUntil(RolloutState.KEPT);

    await().until(() -> events.size() == 4);
    assertThat(points())
        .containsExactlyInAnyOrder(
            "before-rollout-wave",
            "after-rollout-wave",
            "before-rollout-wave",
            "after-rollout-wave");
    assertThat(events.getFirst().point()).hasToString("before-rollout-wave");
    assertThat(events.getFirst().about().target()).isEqualTo("eight");
    assertThat(events.getFirst().about().replicas()).containsExactly(replica(1));
    assertThat(events).extracting(HookEvent::id).doesNotHaveDuplicates();
    assertThat(bed.run().decisions())
        .extracting(RolloutRun.Decision::sentence)
        .anyMatch(said -> said.startsWith("Hook chat (before-rollout-wave) succeeded"));
  }

  @Test
  void oneThatAbortsPausesTheRolloutAndNobodyIsChangedUntilItIsResumed() {
    fails = true;
    begin(HookPolicy.MAY_ABORT, OnFailure.UNDO_ALL);

    passUntil(RolloutState.PAUSED);
    bed.pass(60);

    assertThat(bed.touched).isEmpty();
    assertThat(bed.shown).containsEntry(replica(1), BEFORE);
    assertThat(bed.run().why()).contains("Wave 1 was not begun", "the hook chat");
    assertThat(points()).containsExactly("before-rollout-wave");

    fails = false;
    var unused = bed.engine().act(bed.run().id(), RolloutAct.RESUME, "ann");
    passUntil(RolloutState.KEPT);

    assertThat(bed.shown).containsEntry(replica(1), WANTED);
    assertThat(events).extracting(HookEvent::id).doesNotHaveDuplicates();
  }

  @Test
  void oneThatOnlyAdvisesKeepsNothingFromBeingChanged() {
    fails = true;
    begin(HookPolicy.ADVISORY, OnFailure.UNDO_ALL);

    passUntil(RolloutState.KEPT);

    assertThat(bed.shown).containsEntry(replica(1), WANTED);
  }

  @Test
  void aWaveThatIsTakenBackIsAborted() {
    bed.outcomes.put(replica(1), Outcome.HARM);
    begin(HookPolicy.ADVISORY, OnFailure.UNDO_ALL);

    passUntil(RolloutState.UNDONE);

    await().until(() -> points().contains("aborted-rollout-wave"));
    assertThat(points()).doesNotContain("after-rollout-wave");
    assertThat(bed.shown).containsEntry(replica(1), BEFORE);
  }

  /** The controller ends while one is called: a hook is called at least once, under one id. */
  @Test
  void aControllerThatIsStartedAgainCallsThoseBeforeAWaveThatWasNotBegun() {
    hangs = true;
    begin(HookPolicy.MAY_ABORT, OnFailure.UNDO_ALL);
    await()
        .until(() -> {
          bed.pass(1);
          return !events.isEmpty();
        });
    hangs = false;
    bed.restart();

    passUntil(RolloutState.KEPT);

    released.countDown();
    assertThat(bed.shown).containsEntry(replica(1), WANTED);
    assertThat(events.get(1).point()).isEqualTo(events.getFirst().point());
    assertThat(events.get(1).id()).isEqualTo(events.getFirst().id());
  }
}
