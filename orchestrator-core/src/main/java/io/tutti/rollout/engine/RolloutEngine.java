package io.tutti.rollout.engine;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plan.OperationId;
import io.tutti.rollout.Mistake;
import io.tutti.rollout.ReplicaState;
import io.tutti.rollout.Rollout;
import io.tutti.rollout.RolloutAct;
import io.tutti.rollout.RolloutPlanner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.RolloutRun.ReplicaRun;
import io.tutti.rollout.RolloutRun.WaveRun;
import io.tutti.rollout.RolloutState;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.Schedule.Start;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries rollouts out.
 *
 * <ol>
 *   <li>Begin the operations that the record wants and does not name yet, each under a key of its
 *       own: whoever asks again, after a crash, gets the same operation.
 *   <li>Ask what comes next ({@link RolloutTurn}).
 *   <li>Keep the answer, with the names of the operations, and begin again, until nothing changes.
 * </ol>
 *
 * So a restarted controller continues from the record, and a replica is touched at most once for
 * each intent.
 */
public final class RolloutEngine implements Rollouts {
  private static final Logger LOG = LoggerFactory.getLogger(RolloutEngine.class);

  /** Far more than a rollout has turns; one that does not come to rest is a bug. */
  private static final int TURNS_MAX = 10_000;

  /** What was refused is asked for again after that. */
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(30);

  /** A server that is new is read a few times by then. */
  private static final Duration CONTINUOUS_INTERVAL = Duration.ofSeconds(10);

  private final Ports ports;
  private final RandomGenerator random = RandomGenerator.getDefault();
  private final ReentrantLock turn = new ReentrantLock();
  private final Map<String, RolloutRun> unfinished = new LinkedHashMap<>();
  private final Map<String, Instant> notBefore = new HashMap<>();
  private boolean isLoaded;

  /**
   * What the engine needs from outside.
   *
   * @param planner makes the plan of a rollout, given all other ones
   * @param facts what is known now
   */
  record Ports(
      BiFunction<Rollout, List<RolloutRun>, RolloutPlanner.Result> planner,
      FactsSource facts,
      RolloutOperations operations,
      RolloutRuns runs,
      Reminders reminders,
      WaveHooks hooks,
      AuditLog audit,
      InstantSource clock) {}

  RolloutEngine(Ports ports) {
    this.ports = ports;
  }

  @Override
  public RolloutRun create(Rollout rollout, String text, String by) {
    turn.lock();
    try {
      load();
      RolloutPlanner.Result planned =
          ports.planner().apply(rollout, List.copyOf(unfinished.values()));
      if (!planned.mistakes().isEmpty()) {
        throw refused(rollout, planned.mistakes());
      }
      String id = OperationId.at(ports.clock().instant(), random).value();
      RolloutRun run =
          RolloutRun.begun(id, rollout, text, by, ports.clock().instant(), planned.plan());
      keep(run);
      audit(run, by, "rollout.created", "Created: " + rollout.name() + ".");
      return run;
    } finally {
      turn.unlock();
    }
  }

  private static OrchestratorException refused(Rollout rollout, List<Mistake> mistakes) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        rollout.name(),
        "The rollout cannot be carried out: %s Nothing was changed."
            .formatted(mistakes.getFirst().sentence()),
        List.of("have the file checked: all of its mistakes are shown then"));
  }

  @Override
  public List<RolloutRun> list() {
    return ports.runs().all();
  }

  @Override
  public Optional<RolloutRun> find(String id) {
    return ports.runs().find(id);
  }

  @Override
  public RolloutRun act(String id, RolloutAct act, String by) {
    turn.lock();
    try {
      load();
      RolloutRun known = advance(require(id));
      RolloutRun acted = RolloutActs.act(known, act, by, ports.clock().instant());
      keep(acted);
      audit(acted, by, "rollout." + act.name().toLowerCase(Locale.ROOT), acted.why());
      return advance(acted);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public RolloutRun beginNow(String id, String by) {
    turn.lock();
    try {
      load();
      RolloutRun begun = RolloutActs.beginNow(require(id), by, ports.clock().instant());
      keep(begun);
      audit(begun, by, "rollout.begun", begun.why());
      return advance(begun);
    } finally {
      turn.unlock();
    }
  }

  private RolloutRun require(String id) {
    return find(id)
        .orElseThrow(() ->
            new OrchestratorException(
                ErrorCode.UNKNOWN_ROLLOUT,
                id,
                "There is no rollout %s. Nothing was changed.".formatted(id),
                List.of("list the rollouts")));
  }

  /** One look at all that have not ended. Called every second, and when something is due. */
  public void look() {
    turn.lock();
    try {
      load();
      Instant now = ports.clock().instant();
      unfinished.values().stream()
          .filter(run -> !isAtRest(run, now))
          .toList()
          .forEach(this::advanceSafely);
    } finally {
      turn.unlock();
    }
  }

  /** Whether nothing can come of a look: it waits for its time, or for a person. */
  private boolean isAtRest(RolloutRun run, Instant now) {
    boolean acts =
        run.waves().stream()
            .anyMatch(wave -> wave.has(ReplicaState.CHANGING) || wave.has(ReplicaState.UNDOING));
    boolean waits =
        switch (run.state()) {
          case PAUSED, ASKING -> true;
          case SCHEDULED, WAITING -> run.wakeAt().filter(now::isBefore).isPresent();
          case CONTINUOUS -> isLookedAtLater(run, now);
          case RUNNING, UNDOING, KEPT, UNDONE, ABORTED -> false;
        };
    return waits && !acts;
  }

  /** Who matches a continuous one is not asked each second. */
  private boolean isLookedAtLater(RolloutRun run, Instant now) {
    boolean isLater = now.isBefore(notBefore.getOrDefault(run.id(), now));
    if (!isLater) {
      notBefore.put(run.id(), now.plus(CONTINUOUS_INTERVAL));
    }
    return isLater;
  }

  private void advanceSafely(RolloutRun run) {
    try {
      var unused = advance(run);
    } catch (RuntimeException e) {
      LOG.warn("The rollout {} could not go on now; it is tried again", run.id(), e);
    }
  }

  private void load() {
    if (!isLoaded) {
      ports.runs().all().reversed().stream()
          .filter(RolloutEngine::isUnderWay)
          .forEach(run -> unfinished.put(run.id(), run));
      isLoaded = true;
    }
  }

  /** An aborted one, too, while an operation of it goes on. */
  private static boolean isUnderWay(RolloutRun run) {
    return !run.state().isEnd()
        || run.waves().stream()
            .anyMatch(wave -> wave.has(ReplicaState.CHANGING) || wave.has(ReplicaState.UNDOING));
  }

  private RolloutRun advance(RolloutRun before) {
    RolloutFacts facts = ports.facts().of(before, others(before));
    RolloutRun run = before;
    for (int i = 0; i < TURNS_MAX; i++) {
      // First what is kept and was not begun: a controller that ended in between may have begun it.
      RolloutRun begun = withBegun(run);
      RolloutRun next = ports.hooks().passing(begun, RolloutTurn.next(begun, facts), facts.now());
      if (next.equals(run)) {
        return run;
      }
      keep(next);
      ports.hooks().ended(run, next, facts.now());
      run = next;
    }
    throw new IllegalStateException("the rollout " + before.id() + " does not come to rest");
  }

  private List<RolloutRun> others(RolloutRun run) {
    return unfinished.values().stream().filter(each -> !each.id().equals(run.id())).toList();
  }

  private void keep(RolloutRun run) {
    ports.runs().save(run);
    boolean wasUnderWay = unfinished.containsKey(run.id());
    if (isUnderWay(run)) {
      unfinished.put(run.id(), run);
    } else {
      unfinished.remove(run.id());
    }
    ports.reminders().remind(run);
    if (wasUnderWay && run.state().isEnd() && !isUnderWay(run)) {
      audit(run, AuditRecord.SELF, "rollout.ended", run.why());
      repeat(run);
    }
  }

  /**
   * One that is repeated has a run of its own each time, planned anew. What was taken back does not
   * come again by itself.
   */
  private void repeat(RolloutRun ended) {
    boolean isRepeated = ended.rollout().schedule().start() instanceof Start.Repeated;
    boolean isOver = ended.state() == RolloutState.ABORTED || ended.state() == RolloutState.UNDONE;
    if (!isRepeated || isOver) {
      return;
    }
    try {
      var unused = create(ended.rollout(), ended.text(), ended.by());
    } catch (OrchestratorException e) {
      LOG.warn("The rollout {} is not repeated: {}", ended.id(), e.observed());
    }
  }

  /** The record with the operations that it wants and does not name yet. */
  private RolloutRun withBegun(RolloutRun wanted) {
    RolloutRun run = wanted;
    for (WaveRun wave : wanted.waves()) {
      WaveRun now =
          wave.each(replica -> Intent.of(wanted, replica).map(this::begun).orElse(replica));
      run = now.equals(wave) ? run : run.with(now);
    }
    return run;
  }

  private ReplicaRun begun(Intent intent) {
    Instant now = ports.clock().instant();
    if (now.isBefore(notBefore.getOrDefault(intent.key(), now))) {
      return intent.replica();
    }
    try {
      return intent.begunBy(ports.operations().submit(intent.goal(), intent.actor(), intent.key()));
    } catch (OrchestratorException e) {
      notBefore.put(intent.key(), now.plus(AGAIN_AFTER));
      return intent.refused(e);
    }
  }

  private void audit(RolloutRun run, String actor, String action, String reason) {
    ports
        .audit()
        .append(
            new AuditRecord(
                ports.clock().instant(),
                actor,
                action,
                run.id(),
                AuditRecord.Outcome.DONE,
                reason));
  }

  /** What is known of the servers of a rollout. */
  public interface FactsSource {
    /**
     * @param others all other rollouts
     */
    RolloutFacts of(RolloutRun run, List<RolloutRun> others);
  }

  /** Has somebody call {@link #look} when a rollout wants it. */
  public interface Reminders {
    Reminders NONE = run -> {};

    void remind(RolloutRun run);
  }

  /** All that have not ended. */
  List<RolloutRun> underWay() {
    turn.lock();
    try {
      load();
      return List.copyOf(unfinished.values());
    } finally {
      turn.unlock();
    }
  }
}
