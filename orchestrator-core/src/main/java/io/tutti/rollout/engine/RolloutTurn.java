package io.tutti.rollout.engine;

import io.tutti.plan.OperationState;
import io.tutti.rollout.Approval;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.WaveState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a rollout does next, given what is known. Pure: asked again with the same facts, it says the
 * same; nothing is left to do when it answers with what it was given.
 *
 * <pre>
 *  SCHEDULED ──time──> RUNNING <──approved── ASKING
 *                       │  ▲ │ └──before a wave, or not enough to judge──^
 *            no window  ▼  │ │
 *                     WAITING│ gate, failure
 *                            ├──────> PAUSED (a person decides)
 *                            └──────> UNDOING ──> UNDONE, or PAUSED where earlier waves are kept
 *  all waves kept: KEPT      a person: PAUSED, ABORTED, UNDOING
 *  or CONTINUOUS ──another server matches──> RUNNING
 * </pre>
 */
final class RolloutTurn {
  /** Of waves that are not over. */
  static final Set<WaveState> OPEN =
      EnumSet.of(WaveState.PENDING, WaveState.RUNNING, WaveState.SOAKING);

  private RolloutTurn() {}

  static RolloutRun next(RolloutRun before, RolloutFacts facts) {
    RolloutRun run = withEnded(before, facts);
    return switch (run.state()) {
      case SCHEDULED -> begin(run, facts);
      case RUNNING, WAITING -> goOn(run, facts);
      case UNDOING -> UndoTurn.next(run);
      case CONTINUOUS -> ContinuousTurn.next(run, facts);
      case ASKING, PAUSED, KEPT, UNDONE, ABORTED -> run;
    };
  }

  /** What became of the operations that it has begun. */
  private static RolloutRun withEnded(RolloutRun before, RolloutFacts facts) {
    RolloutRun run = before;
    for (WaveRun wave : before.waves()) {
      WaveRun now = wave.each(replica -> withEnded(replica, facts));
      if (!now.equals(wave)) {
        run = run.with(now);
      }
    }
    return run;
  }

  private static ReplicaRun withEnded(ReplicaRun replica, RolloutFacts facts) {
    return switch (replica.state()) {
      case CHANGING ->
          replica
              .change()
              .flatMap(facts::ended)
              .map(ended -> ended(replica, ended, ReplicaState.SOAKING, "was not changed"))
              .orElse(replica);
      case UNDOING ->
          replica
              .undo()
              .flatMap(facts::ended)
              .map(ended -> ended(replica, ended, ReplicaState.UNDONE, "was not undone"))
              .orElse(replica);
      default -> replica;
    };
  }

  private static ReplicaRun ended(
      ReplicaRun replica, RolloutFacts.Ended ended, ReplicaState good, String otherwise) {
    return ended.state() == OperationState.SUCCEEDED
        ? replica.in(good, "")
        : replica.in(
            ReplicaState.FAILED,
            "%s %s, the operation is %s: %s"
                .formatted(
                    replica.target().address(), otherwise, ended.state().text(), ended.why()));
  }

  private static RolloutRun begin(RolloutRun run, RolloutFacts facts) {
    Optional<Instant> start = run.rollout().schedule().start(run.createdAt());
    if (start.isEmpty()) {
      return run.in(RolloutState.PAUSED, "No moment to begin at is left.");
    }
    return facts.now().isBefore(start.get())
        ? wake(run, start.get())
        : run.in(RolloutState.RUNNING, "It has begun.");
  }

  private static RolloutRun goOn(RolloutRun run, RolloutFacts facts) {
    Optional<WaveRun> open =
        run.waves().stream().filter(wave -> OPEN.contains(wave.state())).findFirst();
    if (open.isEmpty()) {
      return ContinuousTurn.over(run);
    }
    WaveRun wave = open.get();
    return switch (wave.state()) {
      case PENDING -> beginWave(run, wave, facts);
      case RUNNING -> WaveTurn.change(run, wave, facts);
      default -> WaveTurn.soak(run, wave, facts);
    };
  }

  private static RolloutRun beginWave(RolloutRun run, WaveRun wave, RolloutFacts facts) {
    Approval approval = run.rollout().approval();
    boolean mustAsk =
        approval == Approval.EACH || (approval == Approval.FIRST && wave.number() == 1);
    if (mustAsk && run.approved() < wave.number()) {
      return run.in(
          RolloutState.ASKING, "It asks for approval of wave %d.".formatted(wave.number()));
    }
    Optional<RolloutRun> closed = closed(run, facts);
    if (closed.isPresent()) {
      return closed.get();
    }
    WaveRun begun =
        wave.begun(facts.now()).each(replica -> replica.beside(facts.control(replica, wave)));
    return run.in(RolloutState.RUNNING, "Wave %d is observed before it.".formatted(wave.number()))
        .with(begun);
  }

  /** Where nothing may begin now: the rollout that waits for it. */
  static Optional<RolloutRun> closed(RolloutRun run, RolloutFacts facts) {
    if (run.rollout().schedule().isOpen(facts.now())) {
      return Optional.empty();
    }
    Optional<Instant> opens = run.rollout().schedule().opens(facts.now());
    return Optional.of(
        opens
            .map(at ->
                wake(
                    run.state() == RolloutState.WAITING
                        ? run
                        : run.in(
                            RolloutState.WAITING, "No window is open before %s.".formatted(at)),
                    at))
            .orElseGet(() -> run.in(RolloutState.PAUSED, "No window opens any more.")));
  }

  /** The very same where it wakes by then anyway. */
  static RolloutRun wake(RolloutRun run, Instant at) {
    return run.wakeAt().filter(at::equals).isPresent() ? run : run.wakingAt(at);
  }
}
