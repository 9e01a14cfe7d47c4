package io.tutti.rest;

import io.tutti.api.DecisionsView;
import io.tutti.api.DecisionsView.CountView;
import io.tutti.api.DecisionsView.DecisionView;
import io.tutti.plan.OperationId;
import io.tutti.recovery.Decision;
import io.tutti.recovery.Decisions;
import io.tutti.recovery.Decisions.Decided;
import java.util.Optional;

/** Turns what the engine knows into {@link DecisionsView}s. */
final class DecisionsViews {
  private DecisionsViews() {}

  static DecisionView of(Decided decided) {
    return new DecisionView(
        decided.at().toString(),
        decided.rule(),
        decided.id(),
        decided.instance().toString(),
        decided.decision().word(),
        decided.decision().reason(),
        decided.decision() instanceof Decision.Recheck later
            ? Optional.of(later.at().toString())
            : Optional.empty(),
        decided.operation().map(OperationId::toString),
        RemedyViews.of(decided.decision().remedies()));
  }

  static DecisionsView of(Decisions decisions) {
    return new DecisionsView(
        decisions.latest().stream().map(DecisionsViews::of).toList(),
        decisions.counts().entrySet().stream()
            .map(each ->
                new CountView(each.getKey().rule(), each.getKey().decision(), each.getValue()))
            .toList());
  }
}
