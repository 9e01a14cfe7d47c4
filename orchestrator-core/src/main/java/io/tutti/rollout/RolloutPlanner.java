package io.tutti.rollout;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.plan.OperationId;
import io.tutti.rollout.Candidates.Candidate;
import io.tutti.rollout.RolloutPlan.LeftOut;
import io.tutti.rollout.RolloutPlan.PlannedWave;
import io.tutti.rollout.RolloutPlan.Reason;
import io.tutti.rollout.RolloutPlan.Target;
import io.tutti.spi.knob.KnobRefusal;
import io.tutti.spi.knob.KnobRequest;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the plan of a rollout. Pure.
 *
 * <ol>
 *   <li>Who is selected; who is named and cannot be is left out, with the reason.
 *   <li>What each of them gets, in its own spelling; who knows none of it, shows all of it already,
 *       is fenced or is to be rebuilt is left out.
 *   <li>What passes by itself, such as a backup session, is waited for when its turn comes.
 *   <li>Leaf replicas come first, then intermediate sources; clusters take turns, so that a small
 *       wave does not meet one cluster only. Sources have a wave of their own, after all others.
 * </ol>
 */
public final class RolloutPlanner {
  private final Rollout rollout;
  private final RolloutWorld world;
  private final List<Mistake> mistakes = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final Map<KnobRefusal, List<InstanceAddress>> refused = new LinkedHashMap<>();

  /**
   * @param mistakes why it cannot be carried out; the plan is then of what is right
   */
  public record Result(RolloutPlan plan, List<Mistake> mistakes) {
    public Result {
      mistakes = List.copyOf(mistakes);
    }
  }

  private RolloutPlanner(Rollout rollout, RolloutWorld world) {
    this.rollout = rollout;
    this.world = world;
  }

  public static Result plan(Rollout rollout, RolloutWorld world) {
    return new RolloutPlanner(rollout, world).plan();
  }

  private Result plan() {
    judgeSchedule();
    Candidates candidates = new Candidates(rollout.targets(), world);
    List<Candidate> found = candidates.find();
    mistakes.addAll(candidates.mistakes());
    leftOut.addAll(candidates.leftOut());
    List<Target> targets = new ArrayList<>();
    found.forEach(candidate -> target(candidate).ifPresent(targets::add));
    judgeSettings(found);
    judgeOverlaps(targets);
    judgeContinuous();
    if (targets.isEmpty() && mistakes.isEmpty() && !rollout.continuous()) {
      mistakes.add(nothingToDo());
    }
    return new Result(new RolloutPlan(waves(inOrder(targets)), leftOut), mistakes);
  }

  private void judgeSchedule() {
    if (rollout.schedule().start(world.now()).isEmpty()) {
      mistakes.add(
          new Mistake(
              "schedule",
              "It never begins: no moment within five years is in a window and on no blackout"
                  + " date.",
              "Give it a window that opens."));
    }
    if (rollout.schedule().start() instanceof Schedule.Start.At(var moment)
        && moment.isBefore(world.now())) {
      mistakes.add(
          new Mistake(
              "schedule.at",
              "%s is past: it is %s.".formatted(moment, world.now()),
              "Name a moment to come, or now."));
    }
  }

  private Optional<Target> target(Candidate candidate) {
    Optional<RolloutWorld.Release> release = world.releases().apply(candidate.state());
    if (release.isEmpty()) {
      leave(
          candidate,
          Reason.NOT_REACHED,
          "is of flavor %s, of which no plugin is loaded",
          candidate.state().version().flavor());
      return Optional.empty();
    }
    TargetSettings settings = TargetSettings.of(candidate, release.get(), rollout, world);
    settings
        .refusals()
        .forEach(refusal ->
            refused.computeIfAbsent(refusal, first -> new ArrayList<>()).add(candidate.address()));
    if (!settings.refusals().isEmpty() || isExcluded(candidate, settings)) {
      return Optional.empty();
    }
    return Optional.of(
        new Target(
            candidate.address(),
            candidate.cluster().name(),
            candidate.role(),
            candidate.state().version().flavor(),
            settings.settings(),
            settings.without(),
            inTheWay(candidate)));
  }

  private String nothing() {
    return rollout.settings() instanceof Wanted.Auto
        ? "it was never tuned, nor was advice asked for"
        : "no rule advises a setting";
  }

  /** Whether it gets nothing, whatever passes. */
  private boolean isExcluded(Candidate candidate, TargetSettings settings) {
    WorldView view = world.view();
    InstanceAddress address = candidate.address();
    if (view.fenceOf(address).isPresent()) {
      leave(candidate, Reason.FENCED, "is fenced");
    } else if (view.rebuildOf(address).isPresent()) {
      leave(candidate, Reason.TO_BE_REBUILT, "is to be rebuilt");
    } else if (settings.settings().isEmpty()) {
      boolean isNamed = rollout.settings() instanceof Wanted.Named;
      leave(
          candidate,
          isNamed ? Reason.NO_SUCH_SETTING : Reason.NOTHING_ADVISED,
          "gets nothing: %s",
          settings.without().isEmpty() ? nothing() : String.join("; ", settings.without()));
    } else if (settings.isSo(world)) {
      leave(
          candidate,
          Reason.ALREADY_SO,
          "shows %s already",
          settings.settings().stream()
              .map(RolloutPlan.Setting::toString)
              .collect(Collectors.joining(", ")));
    } else {
      return false;
    }
    return true;
  }

  private void leave(Candidate candidate, Reason reason, String words, Object... values) {
    leftOut.add(
        new LeftOut(
            candidate.address(),
            reason,
            "%s %s.".formatted(candidate.address(), words.formatted(values))));
  }

  private Optional<LeftOut> inTheWay(Candidate candidate) {
    return inTheWay(candidate.address(), world);
  }

  /** What is in the way of a change of a server now, and passes. */
  public static Optional<LeftOut> inTheWay(InstanceAddress address, RolloutWorld world) {
    Optional<OperationId> operation = world.operations().apply(address);
    if (world.view().backupOf(address).isPresent()) {
      return passing(address, Reason.BACKUP_SESSION, "is in a backup session");
    }
    if (world.view().downtimeOf(address, world.now()).isPresent()) {
      return passing(address, Reason.DOWNTIME, "is in downtime");
    }
    if (operation.isPresent()) {
      return passing(address, Reason.IN_OPERATION, "is acted on by operation " + operation.get());
    }
    boolean isReached =
        world.view().topology().find(address).flatMap(node -> node.currentState()).isPresent();
    return isReached ? Optional.empty() : passing(address, Reason.NOT_REACHED, "does not answer");
  }

  private static Optional<LeftOut> passing(InstanceAddress address, Reason reason, String words) {
    return Optional.of(new LeftOut(address, reason, "%s %s.".formatted(address, words)));
  }

  /** What is wrong is said once, with those to whom it applies. */
  private void judgeSettings(List<Candidate> found) {
    refused.forEach((refusal, who) ->
        mistakes.add(
            new Mistake(
                refusal.knob().isEmpty() ? "settings" : "settings." + refusal.knob(),
                "%s: %s".formatted(some(who), refusal.observed()),
                String.join("; ", refusal.remedies()))));
    if (rollout.settings() instanceof Wanted.Named(Map<String, String> values)) {
      judgeNames(values.keySet(), found);
    }
  }

  /** Names that none of the targets knows; none of all servers, where nobody is selected. */
  private void judgeNames(Set<String> names, List<Candidate> found) {
    List<InstanceState> judged =
        found.isEmpty()
            ? world.view().topology().nodes().values().stream()
                .flatMap(node -> node.state().stream())
                .toList()
            : found.stream().map(Candidate::state).toList();
    if (judged.isEmpty()) {
      return;
    }
    names.stream()
        .filter(name -> judged.stream().noneMatch(state -> knows(state, name)))
        .forEach(name ->
            mistakes.add(
                new Mistake(
                    "settings." + name,
                    found.isEmpty()
                        ? "No server that is known has a setting of that name."
                        : "None of the %d targets has a setting of that name."
                            .formatted(found.size()),
                    whyUnknown(judged.getFirst(), name))));
  }

  private boolean knows(InstanceState state, String name) {
    return world
        .releases()
        .apply(state)
        .filter(release -> release.catalogue().find(name).isPresent())
        .isPresent();
  }

  /** What the first one's plugin says of such a name: whose it is, or what comes near it. */
  private String whyUnknown(InstanceState state, String name) {
    return world.releases().apply(state).stream()
        .flatMap(release ->
            release.catalogue().refusals(KnobRequest.of(state, Map.of(name, ""))).stream())
        .map(refusal -> refusal.observed() + " " + String.join("; ", refusal.remedies()))
        .collect(Collectors.joining(" "));
  }

  private void judgeOverlaps(List<Target> targets) {
    for (RolloutRun other : world.others()) {
      List<InstanceAddress> held = other.holds();
      List<InstanceAddress> both =
          targets.stream().map(Target::address).filter(held::contains).toList();
      if (!both.isEmpty()) {
        mistakes.add(
            new Mistake(
                "targets",
                "%s in the rollout %s (%s), which has not ended."
                    .formatted(
                        some(both) + (both.size() == 1 ? " is" : " are"),
                        other.id(),
                        other.rollout().name()),
                "Wait for it, or abort it."));
      }
    }
  }

  /** Servers that are known now; others are compared when they come. */
  private void judgeContinuous() {
    if (!rollout.continuous()) {
      return;
    }
    for (RolloutRun other : world.others()) {
      if (ContinuousPlanner.isContinuous(other)) {
        ContinuousPlanner.difference(matching(rollout, world), other, world)
            .ifPresent(difference -> mistakes.add(contradicts(other, difference)));
      }
    }
  }

  private static Mistake contradicts(RolloutRun other, ContinuousPlanner.Difference difference) {
    return new Mistake(
        "continuous",
        "On %s the continuous rollout %s (%s) sets %s, and this one %s."
            .formatted(
                difference.address(),
                other.id(),
                other.rollout().name(),
                difference.other(),
                difference.wanted()),
        "Abort that one first, or select other servers.");
  }

  /** What a rollout sets on each server that matches it, whatever that shows now. */
  static Map<InstanceAddress, List<RolloutPlan.Setting>> matching(
      Rollout rollout, RolloutWorld world) {
    Map<InstanceAddress, List<RolloutPlan.Setting>> all = new HashMap<>();
    for (Candidate candidate : new Candidates(rollout.targets(), world).find()) {
      world
          .releases()
          .apply(candidate.state())
          .map(release -> TargetSettings.of(candidate, release, rollout, world).settings())
          .ifPresent(settings -> all.put(candidate.address(), settings));
    }
    return all;
  }

  private static String some(List<InstanceAddress> addresses) {
    int more = addresses.size() - 3;
    return addresses.stream().limit(3).map(Object::toString).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private Mistake nothingToDo() {
    return new Mistake(
        "targets",
        leftOut.isEmpty()
            ? "Nobody is selected."
            : "Nobody is left of those selected: "
                + leftOut.stream().limit(3).map(LeftOut::sentence).collect(Collectors.joining(" "))
                + (leftOut.size() > 3
                    ? " So it is with %d more.".formatted(leftOut.size() - 3)
                    : ""),
        "");
  }

  /** By role; among those of a role the clusters take turns. */
  private static List<Target> inOrder(List<Target> targets) {
    Map<String, Integer> turns = new HashMap<>();
    Map<InstanceAddress, Integer> turn = new HashMap<>();
    targets.stream()
        .sorted(Comparator.comparing(Target::address))
        .forEach(target ->
            turn.put(
                target.address(),
                turns.merge(target.role() + " " + target.cluster(), 1, Integer::sum)));
    return targets.stream()
        .sorted(
            Comparator.comparing(Target::role)
                .thenComparing(target -> turn.getOrDefault(target.address(), 0))
                .thenComparing(Target::cluster))
        .toList();
  }

  private List<PlannedWave> waves(List<Target> targets) {
    List<Target> replicas =
        targets.stream().filter(target -> target.role() != TargetRole.SOURCE).toList();
    List<PlannedWave> waves = new ArrayList<>();
    int reached = 0;
    for (Wave wave : rollout.waves()) {
      int until = wave.until(reached, replicas.size());
      if (until > reached) {
        waves.add(new PlannedWave(waves.size() + 1, replicas.subList(reached, until)));
        reached = until;
      }
    }
    List<Target> sources = targets.subList(replicas.size(), targets.size());
    if (!sources.isEmpty()) {
      waves.add(new PlannedWave(waves.size() + 1, sources));
    }
    return waves;
  }
}
