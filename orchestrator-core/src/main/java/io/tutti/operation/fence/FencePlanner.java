package io.tutti.operation.fence;

import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.topology.Cluster;
import io.tutti.topology.Fence;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says how a server is fenced. Pure.
 *
 * <ol>
 *   <li>Keep that it is fenced, so that no restart lifts it.
 *   <li>Shut each measure of its release, those against logins first.
 *   <li>End the sessions of those who were in.
 *   <li>Stop the receivers of its replicas, as far as these let themselves be stopped.
 *   <li>Call the operator's hook.
 *   <li>Try to write and to replicate.
 * </ol>
 *
 * Of a server that does not answer, all but what is said to itself: that is done as soon as it
 * does. No replica undoes the fence of its source, nor keeps it shut where that is undone: the
 * servers do not depend on each other. Which replicas answer, and which receivers run, is seen to
 * when it is their turn: both change while a source is lost, and are no reason to plan again.
 */
record FencePlanner(
    Goal goal, FenceRequest request, TopologySnapshot snapshot, Cluster cluster, FenceHook hook) {

  private static final String WHEN_IT_ANSWERS = " as soon as it answers";

  /**
   * @param sessions how many would be ended now
   */
  Plan plan(FenceGuide guide, InstanceState state, Observed<Integer> sessions) {
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(keep(guide, new TreeMap<>()).affecting());
    boolean cleared = false;
    for (FenceMeasure measure : guide.measures()) {
      if (measure.keeps() != FenceMeasure.Keeps.LOGINS && !cleared) {
        steps.add(clear(sessions));
        cleared = true;
      }
      steps.add(shut(guide, measure, state));
    }
    steps.addAll(around());
    steps.add(
        PlannedStep.of(
                TrialStep.KIND,
                request.instance(),
                "trial",
                Nothing.NOTHING,
                "try to write to %s, and to replicate from it".formatted(request.instance()))
            .affecting());
    return of(steps, notes(guide));
  }

  Plan planOfAbsent(FenceGuide guide, InstanceState last, String why) {
    SortedMap<String, String> values = new TreeMap<>();
    for (FenceMeasure measure : guide.measures()) {
      last.settings()
          .text(measure.variable())
          .asOptional()
          .ifPresent(value -> values.put(measure.variable(), asSwitch(value)));
    }
    List<PlannedStep> steps = new ArrayList<>();
    steps.add(keep(guide, values).affecting(whenItAnswers(guide)));
    steps.addAll(around());
    List<String> notes = new ArrayList<>();
    notes.add(
        "%s does not answer, and is fenced as soon as it does: %s"
            .formatted(request.instance(), why));
    notes.addAll(notes(guide));
    return of(steps, notes);
  }

  /** Settings are read as numbers, and printed as words. */
  static String asSwitch(String value) {
    return switch (value) {
      case "1" -> "ON";
      case "0" -> "OFF";
      default -> value;
    };
  }

  private Plan of(List<PlannedStep> steps, List<String> notes) {
    List<InstanceAddress> touched = steps.stream().map(PlannedStep::target).toList();
    return Plan.of(goal, Scope.ofTopology(cluster.name(), touched), steps)
        .withNotes(notes)
        .withPolicy(new Plan.Policy(Plan.AfterRestart.RESUME, Plan.Coupling.INDEPENDENT));
  }

  private PlannedStep keep(FenceGuide guide, SortedMap<String, String> last) {
    SortedMap<String, String> shut = new TreeMap<>();
    guide.measures().forEach(measure -> shut.put(measure.variable(), measure.shut()));
    Fence fence =
        new Fence(
                "",
                request.instance(),
                Instant.EPOCH,
                request.why(),
                request.incident(),
                shut,
                new TreeMap<>(),
                List.of(),
                List.copyOf(cluster.members()),
                guide.leftOpen())
            .of(snapshot.find(request.instance()).flatMap(Node::state));
    return PlannedStep.of(
        RecordFenceStep.KIND,
        request.instance(),
        "fence",
        new RecordFenceStep.Work(fence, last),
        "keep that %s is fenced, so that no restart lifts it".formatted(request.instance()));
  }

  private List<Effect> whenItAnswers(FenceGuide guide) {
    List<Effect> effects = new ArrayList<>();
    effects.add(ending(WHEN_IT_ANSWERS));
    guide.measures().forEach(measure -> effects.add(refusing(measure, WHEN_IT_ANSWERS)));
    return effects.stream().distinct().toList();
  }

  private Effect ending(String what) {
    return Effect.of(Effect.Kind.SESSIONS_END, request.instance(), what, Effect.Lasts.ONCE);
  }

  private Effect refusing(FenceMeasure measure, String what) {
    return Effect.of(
        measure.keeps() == FenceMeasure.Keeps.LOGINS
            ? Effect.Kind.LOGINS_REFUSED
            : Effect.Kind.WRITES_REFUSED,
        request.instance(),
        what,
        Effect.Lasts.UNTIL_UNFENCED);
  }

  /** What is shut already changes nothing. */
  private List<Effect> effects(FenceMeasure measure, InstanceState state) {
    boolean isShut =
        state
            .settings()
            .text(measure.variable())
            .asOptional()
            .filter(value -> asSwitch(value).equals(measure.shut()))
            .isPresent();
    return isShut ? List.of() : List.of(refusing(measure, ""));
  }

  private PlannedStep shut(FenceGuide guide, FenceMeasure measure, InstanceState state) {
    return PlannedStep.of(
            SetVariableStep.KIND,
            request.instance(),
            measure.variable(),
            new SetVariableStep.Work(measure.variable(), measure.shut()),
            "set %s of %s: %s".formatted(measure.variable(), request.instance(), measure.effect()))
        .withStatements(guide.statement(measure.variable(), measure.shut()))
        .affecting(effects(measure, state));
  }

  private PlannedStep clear(Observed<Integer> sessions) {
    return PlannedStep.of(
            EndSessionsStep.KIND,
            request.instance(),
            "sessions",
            Nothing.NOTHING,
            "end the sessions of clients and replicas on %s".formatted(request.instance()))
        .affecting(
            ending(
                sessions
                    .asOptional()
                    .map(count -> count == 0 ? ", none seen now" : ", %d now".formatted(count))
                    .orElse(", how many is not known")));
  }

  private List<PlannedStep> around() {
    List<PlannedStep> receivers = new ArrayList<>();
    for (ReplicationLink link : snapshot.linksTo(request.instance())) {
      receivers.add(FenceSteps.detach(request.instance(), link.replica(), link.channel().name()));
    }
    List<PlannedStep> steps = new ArrayList<>(Plan.together("receivers", receivers));
    hook.shown()
        .ifPresent(program -> steps.add(hook(request.instance(), FenceHook.Action.FENCE, program)));
    return steps;
  }

  static PlannedStep receiver(String kind, InstanceAddress replica, String channel, Record work) {
    return PlannedStep.of(
        kind,
        replica,
        FenceSteps.receiverAspect(channel),
        work,
        "%s the receiver%s of %s"
            .formatted(
                kind.equals(DetachStep.KIND) ? "stop" : "start",
                Channel.ofChannel(channel),
                replica));
  }

  static PlannedStep hook(InstanceAddress instance, FenceHook.Action action, String program) {
    return PlannedStep.of(
            HookStep.KIND,
            instance,
            "hook",
            new HookStep.Work(action),
            "call the hook to %s %s".formatted(action, instance))
        .affecting(Effect.of(Effect.Kind.PROGRAM_CALLED, instance, program, Effect.Lasts.ONCE));
  }

  private List<String> notes(FenceGuide guide) {
    List<String> notes = new ArrayList<>();
    guide.leftOpen().forEach(sentence -> notes.add("Left open: " + sentence));
    snapshot.linksTo(request.instance()).stream()
        .filter(link -> snapshot.find(link.replica()).filter(Node::isReached).isEmpty())
        .forEach(link ->
            notes.add(
                "%s does not answer, so its receiver is stopped only if it does when it is its turn."
                    .formatted(link.replica())));
    return notes;
  }
}
