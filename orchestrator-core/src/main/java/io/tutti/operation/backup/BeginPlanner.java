package io.tutti.operation.backup;

import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a session begins. Pure.
 *
 * <ol>
 *   <li>Wait until each applier that runs has no gap, or what gap it had is closed: one that a lock
 *       holds up is found while nothing was changed yet.
 *   <li>Stop the applier of each channel; the receivers run on.
 *   <li>Close the gaps of each: those of an applier that ran show only then.
 *   <li>Prove that none is left, and keep the session with its coordinates.
 * </ol>
 *
 * The steps do not depend on gaps, which come and go while an applier runs.
 */
record BeginPlanner(
    Goal goal,
    BeginRequest request,
    String cluster,
    Optional<Candidates.Picked> picked,
    ReplicationStatements statements) {

  /** Starting again, and what is read before and after. */
  private static final Duration BESIDE_WAITING = Duration.ofSeconds(30);

  /**
   * @param closing what is known now of how the gaps of stopped appliers will be closed
   */
  Plan plan(InstanceState state, List<Channel> channels, Map<String, List<PlannedStep>> closing) {
    List<PlannedStep> steps = new ArrayList<>();
    for (Channel channel : channels) {
      if (!HeldReplica.isStopped(channel)) {
        steps.add(settling(state, channel));
      }
      steps.add(freezing(state, channel));
    }
    for (Channel channel : channels) {
      steps.add(closing(state, channel, closing.getOrDefault(channel.name(), List.of())));
    }
    steps.add(recording(state, channels));
    return Plan.of(goal, Scope.of(cluster, List.of(state.address())), steps)
        .withNotes(relayLogSpace(state).stream().toList());
  }

  /** Without a limit the relay logs take whatever is committed; empty then. */
  private static Optional<String> relayLogSpace(InstanceState state) {
    return switch (state.settings().number("relay_log_space_limit")) {
      case Observed.Known<Long>(Long bytes) when bytes > 0 ->
          Optional.of(
              "Its relay logs may take %d bytes (relay_log_space_limit). Once they have, its receiver waits, and what its source commits from then on is not here until the session ends."
                  .formatted(bytes));
      case Observed.Known<Long> none -> Optional.empty();
      case Observed.Absent<Long> absent -> Optional.empty();
      case Observed.Unknown<Long> unknown ->
          Optional.of(
              "Whether relay_log_space_limit lets its receiver wait during the session is not known.");
    };
  }

  private PlannedStep freezing(InstanceState state, Channel channel) {
    boolean isStopped = HeldReplica.isStopped(channel);
    PlannedStep step =
        bounded(
            PlannedStep.of(
                FreezeStep.KIND,
                state.address(),
                "applier." + channel.name(),
                waiting(channel),
                (isStopped ? "keep the applier%s of %s stopped" : "stop the applier%s of %s")
                    .formatted(Channel.ofChannel(channel.name()), state.address())));
    return isStopped
        ? step.affecting()
        : step.withStatements(statements.stop(ReplicationThread.APPLIER, channel.name()))
            .affecting(
                Effect.stopping(
                        List.of(ReplicationThread.APPLIER),
                        state.address(),
                        channel.name(),
                        Effect.Lasts.UNTIL_SESSION_ENDS)
                    .getFirst()
                    .forAbout(request.lease()));
  }

  private PlannedStep settling(InstanceState state, Channel channel) {
    return bounded(
            PlannedStep.of(
                CloseStep.SETTLE,
                state.address(),
                "gaps." + channel.name(),
                waiting(channel),
                "wait until the applier%s of %s has closed the gaps it has now"
                    .formatted(Channel.ofChannel(channel.name()), state.address())))
        .affecting();
  }

  /** It decides of the applier from here on: whoever stopped it again would stop it half-way. */
  private PlannedStep closing(InstanceState state, Channel channel, List<PlannedStep> known) {
    String what =
        known.isEmpty()
            ? "close the gaps that the applier%s of %s has once it is stopped"
                .formatted(Channel.ofChannel(channel.name()), state.address())
            : known.getFirst().description();
    return bounded(
            PlannedStep.of(
                CloseStep.CLOSE,
                state.address(),
                "applier." + channel.name(),
                waiting(channel),
                what))
        .withStatements(
            known.stream().flatMap(step -> step.statements().stream()).toArray(String[]::new))
        .affecting(known.isEmpty() ? mayFetchAgain(state, channel) : effects(known));
  }

  private static List<Effect> effects(List<PlannedStep> steps) {
    return steps.stream().flatMap(step -> step.effects().stream()).flatMap(List::stream).toList();
  }

  /** What gaps it has, and so how they are closed, shows once it is stopped. */
  private static List<Effect> mayFetchAgain(InstanceState state, Channel channel) {
    if (channel.positioning() != Positioning.AUTO_POSITION) {
      return List.of();
    }
    return List.of(
        Effect.of(
            Effect.Kind.RELAY_LOGS_MAY_DROP,
            state.address(),
            Channel.ofChannel(channel.name()),
            Effect.Lasts.ONCE));
  }

  private OneApplier waiting(Channel channel) {
    return new OneApplier(channel.name(), request.deadline());
  }

  private PlannedStep bounded(PlannedStep step) {
    return step.withBounds(
        new PlannedStep.Bounds(
            request.deadline().plus(BESIDE_WAITING), PlannedStep.Bounds.USUAL.blockedWaitMax()));
  }

  private PlannedStep recording(InstanceState state, List<Channel> channels) {
    SortedMap<String, Boolean> ran = new TreeMap<>();
    channels.forEach(channel -> ran.put(channel.name(), !HeldReplica.isStopped(channel)));
    String lease = request.lease().toString();
    return PlannedStep.of(
            RecordStep.KIND,
            state.address(),
            "session",
            new RecordStep.Work(request.lease(), ran, picked.map(Candidates.Picked::because)),
            "prove that %s has no gap, and keep its applier stopped for %s%s"
                .formatted(
                    state.address(),
                    lease.substring(2).toLowerCase(Locale.ROOT),
                    picked
                        .map(each ->
                            " (picked %s; %s)".formatted(each.because(), each.atThisMoment()))
                        .orElse("")))
        .affecting();
  }
}
