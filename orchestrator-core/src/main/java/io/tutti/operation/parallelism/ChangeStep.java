package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.ThreadState;
import io.tutti.operation.ChangesByOthers;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.plan.PlannedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * Stops what must be stopped, sets, and starts what ran before.
 *
 * <p>Run:
 *
 * <ol>
 *   <li>Stop the threads; wait until each has stopped.
 *   <li>Read the server: where a gap may be left now, start again and wait.
 *   <li>Set, and let the server keep, what is wanted and is not there yet: a controller that was
 *       killed may have set it.
 *   <li>Start exactly what ran before, and wait until it runs.
 * </ol>
 *
 * Undo does the same with what was there before, but for what somebody else has done since ({@link
 * Foreign}): that stays, and nothing is set over it, neither forwards nor back. A stop that
 * somebody asks for while ours is in force shows in how often the server was asked. A stop that was
 * not answered may still be carried out later, so such a step only counts as undone after another
 * stop was answered.
 */
final class ChangeStep implements Step<ChangeStep.Before> {
  static final String KIND = "parallelism.change";

  /**
   * What it does.
   *
   * @param was what restores what there is now, of each
   * @param interruption what is stopped meanwhile
   */
  record Work(List<KnobChange> changes, List<KnobChange> was, Interruption interruption) {}

  /**
   * What was there.
   *
   * @param mark under which its stops are known
   * @param values that undoing restores, one of each change
   * @param ran by channel, whether its applier ran
   * @param readAt when that was read
   */
  record Before(
      String mark,
      List<KnobChange> values,
      SortedMap<String, Boolean> ran,
      Instant readAt,
      ChangesByOthers stays)
      implements ChangesByOthers.Within {}

  /** An applier starts in milliseconds; with thousands of workers it takes a second. */
  private static final Duration START_MAX = Duration.ofSeconds(10);

  private final ParallelismEnvironment environment;
  private final InstanceAddress target;
  private final List<KnobChange> changes;
  private final Interruption interruption;

  ChangeStep(ParallelismEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    Work work = planned.work(Work.class);
    this.changes = work.changes();
    this.interruption = work.interruption();
  }

  private Replica open(StepContext context) {
    return Replica.open(environment, target, context);
  }

  @Override
  public void precondition(StepContext context) {
    try (Replica replica = open(context)) {
      InstanceState state = replica.read();
      for (Channel channel : interruption.channels(state)) {
        requireFree(GapJudgement.of(state, channel, replica.capabilities()));
      }
    }
  }

  /**
   * A controller that was killed may have stopped the applier. In the server's same process that
   * stop is as good as one that is made now.
   */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    environment.known().forget(before.mark());
    try (Replica replica = open(context)) {
      InstanceState state = replica.read();
      Interruption then = interruption.asItWas(before.ran());
      boolean sameProcess = wasStartedBefore(state, before.readAt());
      for (Channel channel : interruption.channels(state)) {
        boolean stoppedByUs =
            sameProcess
                && then.ran(channel.name())
                && channel.applier().state() == ThreadState.STOPPED;
        requireFree(
            stoppedByUs
                ? GapJudgement.afterStop(state, channel, replica.capabilities())
                : GapJudgement.of(state, channel, replica.capabilities()));
      }
    }
  }

  private static void requireFree(GapJudgement judgement) {
    if (judgement instanceof GapJudgement.Open(String why, Remedies remedies)) {
      throw StepFailure.blocked(why, remedies);
    }
  }

  /** Seconds of uptime are cut off, so a start seems late, never early. */
  private static boolean wasStartedBefore(InstanceState state, Instant moment) {
    return state
        .uptime()
        .asOptional()
        .filter(uptime -> state.observedAt().minus(uptime).isBefore(moment))
        .isPresent();
  }

  @Override
  public Before before(StepContext context) {
    try (Replica replica = open(context)) {
      List<KnobChange> was =
          changes.stream().map(change -> change.backTo(replica.reading(change))).toList();
      InstanceState state = replica.read();
      SortedMap<String, Boolean> ran = new TreeMap<>();
      interruption
          .channels(state)
          .forEach(
              channel -> ran.put(channel.name(), channel.applier().state() != ThreadState.STOPPED));
      String mark = UUID.randomUUID().toString();
      environment.stops().answered(mark);
      replica.listen(mark, state);
      return new Before(mark, was, ran, state.observedAt(), ChangesByOthers.NONE);
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    Duration stopped = change(context, before).length();
    return StepOutcome.done(
        interruption.isNothing()
            ? "Set while everything was running."
            : "Set; what ran before was stopped for %d ms.".formatted(stopped.toMillis()));
  }

  /**
   * How long something was stopped.
   *
   * @param end when it was asked to start again
   */
  record Standstill(Duration length, Instant end) {}

  /** Does what {@link #run} does. */
  Standstill change(StepContext context, Before before) {
    try (Replica replica = open(context)) {
      Interruption now = interruption.asItWas(before.ran());
      replica.awaitNoRecovery(now);
      long stoppedAtNanos = System.nanoTime();
      stop(replica, now, before, ChangeStep::theirs);
      InstanceState stopped = replica.read();
      requireNoGap(replica, stopped, now, before, ChangeStep::theirs);
      requireNoOthersValue(replica, stopped, now, before);
      changes.stream()
          .filter(change -> !change.isShownBy(replica.reading(change)))
          .forEach(replica::set);
      Instant end = environment.clock().instant();
      start(replica, now, before, ChangeStep::theirs);
      Duration length = Duration.ofNanos(System.nanoTime() - stoppedAtNanos);
      awaitRunning(replica, now, context);
      return new Standstill(length, end);
    }
  }

  /**
   * Stops what {@link #run} stops, and leaves it so: that starts it again, with what it sets.
   *
   * @throws StepFailure when there may be a gap then; it was started again as it was
   */
  void hold(StepContext context, Before before) {
    try (Replica replica = open(context)) {
      Interruption now = interruption.asItWas(before.ran());
      replica.awaitNoRecovery(now);
      stop(replica, now, before, ChangeStep::theirs);
      requireNoGap(replica, replica.read(), now, before, ChangeStep::theirs);
    }
  }

  private void stop(
      Replica replica, Interruption now, Before before, Function<String, StepFailure> failure) {
    if (now.isNothing()) {
      return;
    }
    String mark = before.mark();
    if (replica.isOverheard(mark)) {
      environment.stops().overheard(mark);
      throw failure.apply(
          "In the meantime somebody else has asked the server to stop replication, so %s is not changed any further."
              .formatted(target));
    }
    environment.stops().say(mark, () -> replica.stop(now, mark));
  }

  /**
   * What somebody else has asked to stop meanwhile stays so.
   *
   * @param failure of that: forwards it is the end, on the way back the next attempt leaves it
   */
  private void start(
      Replica replica, Interruption now, Before before, Function<String, StepFailure> failure) {
    String mark = before.mark();
    if (!replica.start(now, mark)) {
      environment.stops().overheard(mark);
      environment.stops().say(mark, () -> replica.stop(now, mark));
      throw failure.apply(
          "While the applier of %s was stopped to be changed, somebody else has asked the server to stop replication, so it stays stopped."
              .formatted(target));
    }
  }

  /**
   * To stop an applier takes a while; what somebody has set until then stays. What another process
   * began with nobody has set.
   */
  private void requireNoOthersValue(
      Replica replica, InstanceState stopped, Interruption now, Before before) {
    if (!wasStartedBefore(stopped, before.readAt())) {
      return;
    }
    Foreign others = Foreign.ofValues(replica, target, changes, before);
    if (!others.isNone()) {
      start(replica, now, before, ChangeStep::theirs);
      others.requireNone();
    }
  }

  private static StepFailure theirs(String observed) {
    return StepFailure.fatal(
        observed, List.of("ask whoever did that, and request the change again"));
  }

  private void requireNoGap(
      Replica replica,
      InstanceState stopped,
      Interruption now,
      Before before,
      Function<String, StepFailure> failure) {
    for (Channel channel : now.channels(stopped)) {
      GapJudgement judgement =
          now.ran(channel.name())
              ? GapJudgement.afterStop(stopped, channel, replica.capabilities())
              : GapJudgement.of(stopped, channel, replica.capabilities());
      if (judgement instanceof GapJudgement.Open(String why, Remedies remedies)) {
        start(replica, now, before, failure);
        String then =
            now.ran(channel.name()) ? "It was started again as it was." : "It stays stopped.";
        throw StepFailure.blocked(why + " " + then, remedies);
      }
    }
  }

  private void awaitRunning(Replica replica, Interruption now, StepContext context) {
    long endNanos = System.nanoTime() + START_MAX.toNanos();
    while (!now.isNothing() && notRunning(replica.read(), now).isPresent()) {
      if (System.nanoTime() - endNanos > 0 || context.deadline().isExpired()) {
        return;
      }
      environment.pauses().inStep(Duration.ofMillis(50));
    }
  }

  /** The first channel that should run and does not; an error ends the wait for it. */
  private static Optional<String> notRunning(InstanceState state, Interruption now) {
    for (Channel channel : now.channels(state)) {
      boolean isStopped = channel.applier().state() == ThreadState.STOPPED;
      if (now.ran(channel.name()) && isStopped) {
        Optional<LastError> error = GapAnalysis.firstError(channel.applier());
        String observed =
            "The applier%s of %s does not run%s."
                .formatted(
                    Channel.ofChannel(channel.name()),
                    state.address(),
                    error.map(each -> ": " + each).orElse(""));
        if (error.isPresent()) {
          throw StepFailure.fatal(
              observed,
              Remedies.of("repair what the error names; %s shows the rest", Acts.showOperation()));
        }
        return Optional.of(observed);
      }
    }
    return Optional.empty();
  }

  /** What was seen to hold, and does not in the same process, is somebody else's doing. */
  @Override
  public Verdict verify(StepContext context, Before before) {
    Verdict verdict = shows(context, changes, interruption.asItWas(before.ran()));
    if (verdict instanceof Verdict.Lacks && context.wasDone()) {
      try (Replica replica = open(context)) {
        foreign(replica, before).requireNone();
      }
    }
    return verdict;
  }

  private Foreign foreign(Replica replica, Before before) {
    InstanceState state = replica.read();
    return wasStartedBefore(state, before.readAt())
        ? Foreign.of(replica, state, changes, interruption, before)
        : Foreign.none(target);
  }

  @Override
  public Before staying(StepContext context, Before before) {
    try (Replica replica = open(context)) {
      boolean isOverheard = environment.stops().isOverheard(before.mark());
      return foreign(replica, before).leave(before, context.wasDone(), isOverheard);
    }
  }

  private Verdict shows(StepContext context, List<KnobChange> expected, Interruption now) {
    try (Replica replica = open(context)) {
      List<String> others = new ArrayList<>();
      for (KnobChange change : expected) {
        if (!change.isIn(replica.reading(change))) {
          others.add(
              "%s is %s, and not %s"
                  .formatted(change.key(), replica.reading(change).value(), change.value()));
        }
      }
      if (!others.isEmpty()) {
        return Verdict.lacks("On " + target + " " + String.join("; ", others) + ".");
      }
      return notRunning(replica.read(), now).map(Verdict::lacks).orElseGet(Verdict::holds);
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (Replica replica = open(context)) {
      Interruption now = interruption.asItWas(before.ran());
      List<KnobChange> was = before.values().reversed();
      boolean differs = was.stream().anyMatch(change -> !change.isIn(replica.reading(change)));
      if (differs) {
        closeGaps(replica, now, before, context);
      }
      environment.known().forget(before.mark());
      stop(replica, now, before, StepFailure::passing);
      if (differs) {
        requireNoGap(replica, replica.read(), now, before, StepFailure::passing);
      }
      was.stream().filter(change -> !change.isIn(replica.reading(change))).forEach(replica::set);
      start(replica, now, before, StepFailure::passing);
      awaitRunning(replica, now, context);
    }
  }

  /**
   * An applier that an error ended under the new values may have left a gap, across which they must
   * not be changed back. Started under the same values it fills it, if it can.
   */
  private void closeGaps(Replica replica, Interruption now, Before before, StepContext context) {
    InstanceState state = replica.read();
    boolean open =
        now.channels(state).stream()
            .filter(channel -> now.ran(channel.name()))
            .anyMatch(channel ->
                GapJudgement.of(state, channel, replica.capabilities())
                    instanceof GapJudgement.Open);
    if (open) {
      replica.start(now, before.mark());
      awaitRunning(replica, now, context);
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    if (!interruption.isNothing() && !environment.stops().isAnswered(before.mark())) {
      return Verdict.lacks(
          "Whether the applier of %s is about to stop is not known.".formatted(target));
    }
    return shows(context, before.values(), interruption.asItWas(before.ran()));
  }
}
