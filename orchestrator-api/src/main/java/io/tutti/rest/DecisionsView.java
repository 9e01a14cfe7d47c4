package io.tutti.rest;

import io.tutti.plan.OperationId;
import io.tutti.recovery.Decision;
import io.tutti.recovery.Decisions;
import io.tutti.recovery.Decisions.Decided;
import java.util.List;
import java.util.Optional;

/**
 * What is decided without being asked for.
 *
 * @param items the latest decision about each case, the newest first
 * @param counts how often each rule came to each decision since the controller started
 */
record DecisionsView(List<DecisionView> items, List<CountView> counts) {

  /**
   * The latest decision about a case.
   *
   * @param at since when it is decided so
   * @param rule the row of the catalogue; it acts as {@code policy:<rule>}
   * @param id of the case: the number of an incident or a backup session, say
   * @param decision IGNORE, RECHECK, RECOVER or ASK_OPERATOR
   * @param again when it is looked at again, at the latest
   * @param operation that was begun last
   */
  record DecisionView(
      String at,
      String rule,
      String id,
      String instance,
      String decision,
      String reason,
      Optional<String> again,
      Optional<String> operation) {

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
          decided.operation().map(OperationId::toString));
    }
  }

  /** How often a rule came to a decision. */
  record CountView(String rule, String decision, long count) {}

  static DecisionsView of(Decisions decisions) {
    return new DecisionsView(
        decisions.latest().stream().map(DecisionView::of).toList(),
        decisions.counts().entrySet().stream()
            .map(each ->
                new CountView(each.getKey().rule(), each.getKey().decision(), each.getValue()))
            .toList());
  }
}
