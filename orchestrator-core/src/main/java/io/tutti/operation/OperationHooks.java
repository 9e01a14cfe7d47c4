package io.tutti.operation;

import io.tutti.error.Remedies;
import io.tutti.hook.ConfiguredHook;
import io.tutti.hook.HookedGoals;
import io.tutti.hook.HookedServers;
import io.tutti.hook.Hooks;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.Plan;
import io.tutti.spi.hook.HookEvent;
import io.tutti.spi.hook.HookFacts;
import io.tutti.spi.hook.HookPoint;
import io.tutti.spi.hook.HookPoint.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The hooks of operations, and what they are told.
 *
 * @param servers as they are known
 */
public record OperationHooks(Hooks hooks, HookedServers servers) {
  public static final OperationHooks NONE =
      new OperationHooks(
          Hooks.NONE,
          HookedServers.of(() -> {
            throw new IllegalStateException("there are no hooks");
          }));

  /** What a dry run does not know: it belongs to no operation yet. */
  private static final List<String> OF_THE_MOMENT =
      List.of(
          "TUTTI_EVENT",
          "TUTTI_EVENT_ID",
          "TUTTI_AT",
          "TUTTI_OPERATION",
          "TUTTI_ACTOR",
          "TUTTI_SUCCEEDED",
          "TUTTI_REASON");

  /** The plan with what will be called, for whoever looks at it first. */
  Plan shownIn(Plan plan) {
    if (plan.steps().isEmpty()) {
      return plan;
    }
    List<String> lines = new ArrayList<>();
    for (Moment moment : Moment.values()) {
      HookedGoals.at(moment, plan.goal().kind())
          .ifPresent(point -> hooks.at(point).forEach(hook -> lines.add(line(point, hook, plan))));
    }
    if (lines.isEmpty()) {
      return plan;
    }
    HookEvent.About now = now(plan);
    lines.add(facts(plan.goal(), now));
    return plan.withNotes(plan.notes().or(Remedies.advice(lines))).withRole(now.details().role());
  }

  private String line(HookPoint point, ConfiguredHook hook, Plan plan) {
    String when =
        switch (point.moment()) {
          case BEFORE -> "Before the first step";
          case AFTER -> "When the goal is reached";
          case ABORTED -> "If it is not reached";
        };
    return "%s the hook %s is called (%s, %d s at most): %s, about %s%s."
        .formatted(
            when,
            hook.name(),
            hook.policy(),
            hook.deadline().toSeconds(),
            hook.hook().describe(point, about(plan)),
            plan.goal().target(),
            successor(plan).map(each -> " and its successor " + each).orElse(""));
  }

  /** What all of them get alike, of whatever kind they are. */
  private static String facts(Goal goal, HookEvent.About now) {
    HookEvent planned =
        new HookEvent(
            "",
            HookedGoals.at(Moment.BEFORE, goal.kind()).orElseThrow(),
            Instant.EPOCH,
            false,
            new HookEvent.Cause("", goal.kind(), "", Optional.empty(), ""),
            now);
    return "Each gets, as it is then, and as variables or as JSON: %s. Only then are known: %s."
        .formatted(
            HookFacts.variables(planned).entrySet().stream()
                .filter(fact -> fact.getKey().startsWith("TUTTI_"))
                .filter(fact -> !OF_THE_MOMENT.contains(fact.getKey()))
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .collect(Collectors.joining(" ")),
            String.join(", ", OF_THE_MOMENT));
  }

  /** What hooks are told at that moment; empty where none is called. */
  Optional<HookEvent> event(
      Operation operation, Moment moment, Optional<Boolean> succeeded, String reason) {
    Goal goal = operation.plan().goal();
    return HookedGoals.at(moment, goal.kind())
        .filter(point -> !operation.steps().isEmpty() && !hooks.at(point).isEmpty())
        .map(point ->
            new HookEvent(
                operation.id() + "-" + point,
                point,
                operation.changedAt(),
                false,
                new HookEvent.Cause(
                    operation.id().toString(),
                    goal.kind(),
                    operation.request().actor(),
                    succeeded,
                    reason),
                about(operation.plan())));
  }

  /** As the plan says; in one that an earlier release made, who replicates no more. */
  static Optional<InstanceAddress> successor(Plan plan) {
    return plan.successor()
        .or(() ->
            plan.effects().stream()
                .filter(effect -> effect.kind() == Effect.Kind.CHANNEL_REMOVED)
                .map(Effect::instance)
                .findFirst());
  }

  /** With the role that it had when it was planned: afterwards it has another one. */
  private HookEvent.About about(Plan plan) {
    HookEvent.About now = now(plan);
    return new HookEvent.About(
        now.target(),
        now.instance(),
        now.cluster(),
        now.successor(),
        now.replicas(),
        now.members(),
        now.details().withRole(plan.role()));
  }

  private HookEvent.About now(Plan plan) {
    return servers.about(plan.goal().target(), address(plan.goal().target()), successor(plan));
  }

  private static Optional<InstanceAddress> address(String text) {
    try {
      return Optional.of(InstanceAddress.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
