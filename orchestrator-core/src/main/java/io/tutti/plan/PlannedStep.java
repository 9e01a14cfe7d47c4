package io.tutti.plan;

import io.tutti.model.InstanceAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One step as data: shown by a dry run, journaled, and bound to code again after a restart.
 *
 * @param kind the name under which its code is registered, such as {@code applier.stop}
 * @param target the server it acts on
 * @param aspect what of the server it decides, such as {@code applier}: a later step with the same
 *     target and aspect replaces its effect, so that only the last one must still hold
 * @param work what exactly it does: a record of the capability whose step it is
 * @param description one line for people, such as {@code stop the applier of db7:3306}
 * @param statements what will be said to the server, where that is known beforehand
 * @param seen what the target showed when the step was planned, and may show otherwise a moment
 *     later, such as how many connections it had counted: it proves what the step relies on, and
 *     does not decide what it does
 * @param stage steps that follow each other and name the same stage are done at the same time, each
 *     on a server of its own; empty for one that is done alone
 * @param effects what clients, replicas or data notice of it; empty where it does not say
 */
public record PlannedStep(
    String kind,
    InstanceAddress target,
    String aspect,
    Record work,
    String description,
    List<String> statements,
    Bounds bounds,
    Record seen,
    String stage,
    Optional<List<Effect>> effects) {

  /**
   * How long it may take.
   *
   * @param attemptMax the deadline of each single attempt
   * @param blockedWaitMax how long to wait for a state of the server in which the step may be done
   */
  public record Bounds(Duration attemptMax, Duration blockedWaitMax) {
    /**
     * One attempt is a few statements: more than a server under load needs, less than a person
     * waits. A blocked step waits a minute, as the replica may be stopped meanwhile.
     */
    public static final Bounds USUAL = new Bounds(Duration.ofSeconds(30), Duration.ofMinutes(1));
  }

  public PlannedStep {
    statements = List.copyOf(statements);
    seen = Objects.requireNonNullElse(seen, Nothing.NOTHING);
    stage = Objects.requireNonNullElse(stage, "");
    effects = Objects.requireNonNullElse(effects, Optional.<List<Effect>>empty()).map(List::copyOf);
  }

  public static PlannedStep of(
      String kind, InstanceAddress target, String aspect, Record work, String description) {
    return new PlannedStep(
        kind,
        target,
        aspect,
        work,
        description,
        List.of(),
        Bounds.USUAL,
        Nothing.NOTHING,
        "",
        Optional.empty());
  }

  public PlannedStep withStatements(String... shown) {
    return new PlannedStep(
        kind, target, aspect, work, description, List.of(shown), bounds, seen, stage, effects);
  }

  public PlannedStep withWork(Record other) {
    return new PlannedStep(
        kind, target, aspect, other, description, statements, bounds, seen, stage, effects);
  }

  /** The same work, done in another way. */
  public PlannedStep withKind(String other) {
    return new PlannedStep(
        other, target, aspect, work, description, statements, bounds, seen, stage, effects);
  }

  public PlannedStep withBounds(Bounds other) {
    return new PlannedStep(
        kind, target, aspect, work, description, statements, other, seen, stage, effects);
  }

  public PlannedStep withSeen(Record shown) {
    return new PlannedStep(
        kind, target, aspect, work, description, statements, bounds, shown, stage, effects);
  }

  /** The same in a stage of that name. */
  public PlannedStep inStage(String name) {
    return new PlannedStep(
        kind, target, aspect, work, description, statements, bounds, seen, name, effects);
  }

  /** The same, and this is all that is noticed of it; none: nothing is. */
  public PlannedStep affecting(Effect... noticed) {
    return affecting(List.of(noticed));
  }

  /** The same, where what would last so long lasts otherwise in this plan. */
  public PlannedStep lasting(Effect.Lasts alone, Effect.Lasts here) {
    return effects
        .map(each ->
            affecting(
                each.stream()
                    .map(effect -> effect.lasts() == alone ? effect.lasting(here) : effect)
                    .toList()))
        .orElse(this);
  }

  public PlannedStep affecting(List<Effect> noticed) {
    return new PlannedStep(
        kind,
        target,
        aspect,
        work,
        description,
        statements,
        bounds,
        seen,
        stage,
        Optional.of(noticed));
  }

  /**
   * @throws IllegalArgumentException when it is other work
   */
  public <W extends Record> W work(Class<W> type) {
    if (!type.isInstance(work)) {
      throw new IllegalArgumentException(
          "\"%s\" is %s, not %s".formatted(description, work, type.getSimpleName()));
    }
    return type.cast(work);
  }

  /** What was seen, where it is that. */
  public <S extends Record> Optional<S> seen(Class<S> type) {
    return type.isInstance(seen) ? Optional.of(type.cast(seen)) : Optional.empty();
  }

  public String describe() {
    return description;
  }

  /**
   * Whether both do the same; how they are worded and bounded, and what was seen, does not matter.
   */
  public boolean doesTheSameAs(PlannedStep other) {
    return kind.equals(other.kind)
        && target.equals(other.target)
        && aspect.equals(other.aspect)
        && stage.equals(other.stage)
        && withoutReading(work).equals(withoutReading(other.work));
  }

  private static Record withoutReading(Record work) {
    return work instanceof RestsOnReading resting ? resting.withoutReading() : work;
  }

  /** Whether the effect of an earlier step is gone once this one has run. */
  public boolean replaces(PlannedStep earlier) {
    return target.equals(earlier.target) && aspect.equals(earlier.aspect);
  }

  @Override
  public String toString() {
    return description;
  }
}
