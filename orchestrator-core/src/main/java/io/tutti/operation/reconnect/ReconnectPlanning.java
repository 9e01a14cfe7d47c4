package io.tutti.operation.reconnect;

import io.tutti.detection.Doubt;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.Planning;
import io.tutti.operation.StepFailure;
import io.tutti.operation.fence.FenceSteps;
import io.tutti.operation.server.AtOnce;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Scope;
import io.tutti.spi.ControlNeeds;
import io.tutti.spi.Deadline;
import io.tutti.spi.Reconnecting;
import io.tutti.spi.ReplicationStatements;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks the receivers of a source that does not answer to connect anew.
 *
 * <ol>
 *   <li>Who is asked, and who is spared: {@link Doubt}, and what is kept of the replica.
 *   <li>Each of them is shown to be able to start again as it runs now, and the account to be
 *       allowed to do it, before anything is stopped.
 *   <li>One after another; no further one as soon as one reaches the source ({@link
 *       ReconnectStep}).
 * </ol>
 */
record ReconnectPlanning(Servers servers, Supplier<WorldView> world) implements Planning {
  static final Duration STATUS_MAX = Duration.ofSeconds(2);

  /** One attempt: to be stopped, to connect, to be set back. */
  private static final PlannedStep.Bounds BOUNDS =
      new PlannedStep.Bounds(Duration.ofSeconds(15), Duration.ofSeconds(1));

  @Override
  public String goalKind() {
    return ReconnectRequest.RECONNECT;
  }

  @Override
  public Class<ReconnectRequest> request() {
    return ReconnectRequest.class;
  }

  @Override
  public Plan plan(Goal goal, Deadline deadline) {
    InstanceAddress source = goal.request(ReconnectRequest.class).source();
    WorldView view = world.get();
    Doubt doubt =
        view.topology()
            .find(view.topology().keptUnder(source))
            .flatMap((Node node) -> Doubt.of(view.topology(), node))
            .orElseThrow(() ->
                refusal(
                    source, "it or its host answers, or a replica receives from it", List.of()));
    List<String> spared = new ArrayList<>(Spared.all(view, doubt, view.topology().takenAt()));
    List<Doubt.Receiving> free =
        doubt.asked().stream()
            .filter(each -> Spared.why(view, each, view.topology().takenAt()).isEmpty())
            .toList();
    List<Asked> asked = AtOnce.each(free, each -> ask(each, deadline));
    asked.forEach(each -> each.obstacle().ifPresent(spared::add));
    List<PlannedStep> steps = new ArrayList<>();
    for (Asked each : asked) {
      each.statements().ifPresent(words -> steps.add(step(source, each.of(), words, steps.size())));
    }
    if (steps.isEmpty()) {
      throw refusal(source, "no receiver of it can be asked", spared);
    }
    return Plan.of(
            goal,
            Scope.of(
                GoalTarget.clusterOf(view.topology(), source).name(),
                steps.stream().map(PlannedStep::target).distinct().toList()),
            Plan.together("receivers", steps))
        .withNotes(spared.stream().map(each -> "Not asked: " + each).toList());
  }

  /**
   * What a receiver can be asked by.
   *
   * @param statements empty where it cannot
   * @param obstacle why
   */
  private record Asked(
      Doubt.Receiving of, Optional<ReplicationStatements> statements, Optional<String> obstacle) {}

  /** One that cannot be asked keeps no other from it. */
  private Asked ask(Doubt.Receiving receiver, Deadline deadline) {
    try (Session session = servers.open(receiver.replica(), deadline.within(STATUS_MAX))) {
      Optional<String> obstacle = obstacle(session, receiver, deadline.within(STATUS_MAX));
      InstanceState state = session.read(deadline.within(STATUS_MAX));
      return new Asked(
          receiver,
          obstacle.isPresent()
              ? Optional.empty()
              : Optional.of(session.provider().replicationStatements(state.version().version())),
          obstacle.map(why ->
              "the receiver%s of %s %s"
                  .formatted(Channel.ofChannel(receiver.channel()), receiver.replica(), why)));
    } catch (OrchestratorException | StepFailure e) {
      return new Asked(
          receiver,
          Optional.empty(),
          Optional.of("%s: %s".formatted(receiver.replica(), e.getMessage())));
    }
  }

  private static Optional<String> obstacle(
      Session session, Doubt.Receiving receiver, Deadline deadline) {
    Optional<Reconnecting> reconnecting = session.control().reconnecting();
    if (reconnecting.isEmpty()) {
      return Optional.of("is of a release whose receivers are not asked");
    }
    session.control().requirePrivileges(new ControlNeeds(true, List.of(), List.of()), deadline);
    return reconnecting.get().obstacle(receiver.channel(), deadline);
  }

  private static PlannedStep step(
      InstanceAddress source,
      Doubt.Receiving receiver,
      ReplicationStatements statements,
      int place) {
    return PlannedStep.of(
            ReconnectStep.KIND,
            receiver.replica(),
            FenceSteps.receiverAspect(receiver.channel()),
            new ReconnectStep.Work(receiver.channel(), source, place),
            "let the receiver%s of %s connect to %s again, and see whether it does"
                .formatted(Channel.ofChannel(receiver.channel()), receiver.replica(), source))
        .withStatements(
            statements.stop(ReplicationThread.RECEIVER, receiver.channel()),
            statements.start(ReplicationThread.RECEIVER, receiver.channel()))
        .withBounds(BOUNDS)
        .affecting(
            Effect.stopping(
                List.of(ReplicationThread.RECEIVER),
                receiver.replica(),
                receiver.channel(),
                Effect.Lasts.MOMENT));
  }

  private static OrchestratorException refusal(
      InstanceAddress source, String why, List<String> spared) {
    return new OrchestratorException(
        ErrorCode.OPERATION_STATE,
        source.toString(),
        "The receivers of %s are not asked whether they reach it: %s%s. Nothing was changed."
            .formatted(source, why, spared.isEmpty() ? "" : " (" + String.join("; ", spared) + ")"),
        Remedies.of(Acts.showInstance(source)));
  }
}
