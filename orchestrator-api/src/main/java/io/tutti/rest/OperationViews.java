package io.tutti.rest;

import io.tutti.api.OperationView;
import io.tutti.api.OperationView.AccountView;
import io.tutti.api.OperationView.EffectView;
import io.tutti.api.OperationView.EventView;
import io.tutti.api.OperationView.PlanView;
import io.tutti.api.OperationView.StepView;
import io.tutti.operation.promotion.FailoverAccount;
import io.tutti.plan.Effect;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.StepProgress;
import io.tutti.plan.Why;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Turns what the engine knows into {@link OperationView}s. */
final class OperationViews {
  private OperationViews() {}

  static StepView of(PlannedStep step) {
    return new StepView(
        step.kind(),
        step.target().toString(),
        step.describe(),
        step.statements(),
        Optional.of(step.stage()).filter(stage -> !stage.isEmpty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  static PlanView of(Plan plan) {
    return new PlanView(
        plan.goal().kind(),
        plan.goal().target(),
        plan.scope().cluster(),
        plan.scope().instances().stream().map(Object::toString).toList(),
        plan.steps().stream().map(OperationViews::of).toList(),
        plan.effects().stream().map(OperationViews::of).toList(),
        plan.unknownEffects().stream().map(PlannedStep::describe).toList(),
        RemedyViews.of(plan.notes()));
  }

  private static EffectView of(Effect effect) {
    return new EffectView(
        effect.kind().name(),
        effect.instance().toString(),
        effect.lasts().name(),
        effect.expected(),
        effect.asks(),
        effect.sentence());
  }

  static EventView of(OperationEvent event) {
    return new EventView(
        event.sequence(),
        event.at(),
        event.state().name(),
        event.state().isAtRest(),
        event.step().map(OperationEvent.AboutStep::description),
        event.step().map(step -> step.state().name()),
        event.message(),
        event.percent());
  }

  /** Without what its hooks printed. */
  static OperationView of(Operation operation) {
    return of(operation, List.of());
  }

  static OperationView of(Operation operation, List<String> hooks) {
    Plan plan = operation.plan();
    return new OperationView(
        operation.id().value(),
        plan.goal().kind(),
        plan.goal().target(),
        plan.scope().cluster(),
        operation.state().name(),
        operation.state().isAtRest(),
        operation.why().reason().name(),
        operation.why().sentence(),
        RemedyViews.of(operation.why().remedies()),
        operation.trouble().map(Why::sentence),
        operation.request().actor(),
        operation.cancelledBy(),
        operation.request().at(),
        operation.changedAt(),
        operation.percent(),
        operation.sequence(),
        plan.goal().details(),
        RemedyViews.of(plan.notes()),
        IntStream.range(0, plan.steps().size()).mapToObj(index -> step(operation, index)).toList(),
        account(operation),
        hooks);
  }

  private static List<AccountView> account(Operation operation) {
    return operation.steps().stream()
        .flatMap(progress -> progress.before().stream())
        .filter(FailoverAccount.class::isInstance)
        .flatMap(before -> ((FailoverAccount) before).servers().stream())
        .map(each ->
            new AccountView(
                each.server().toString(),
                each.received(),
                each.isOld(),
                each.has(),
                each.loss().flatMap(FailoverAccount.Loss::what),
                each.loss().flatMap(FailoverAccount.Loss::transactions),
                each.toString()))
        .toList();
  }

  private static StepView step(Operation operation, int index) {
    StepView planned = OperationViews.of(operation.plan().steps().get(index));
    var progress = operation.steps().get(index);
    return new StepView(
        planned.kind(),
        planned.instance(),
        planned.description(),
        planned.statements(),
        planned.stage(),
        Optional.of(progress.state().name()),
        progress.timing().map(StepProgress.Timing::begun),
        progress.timing().map(StepProgress.Timing::took),
        progress.details());
  }
}
