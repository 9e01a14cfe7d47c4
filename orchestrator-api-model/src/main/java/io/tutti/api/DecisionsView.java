package io.tutti.api;

import java.util.List;
import java.util.Optional;

/**
 * What is decided without being asked for.
 *
 * @param items the latest decision about each case, the newest first
 * @param counts how often each rule came to each decision since the controller started
 */
public record DecisionsView(List<DecisionView> items, List<CountView> counts) {

  /**
   * The latest decision about a case.
   *
   * @param at since when it is decided so
   * @param rule the row of the catalogue; it acts as {@code policy:<rule>}
   * @param id of the case: the number of an incident or a backup session, say
   * @param decision IGNORE, RECHECK, RECOVER or ASK_OPERATOR
   * @param again when it is looked at again, at the latest
   * @param operation that was begun last
   * @param remedies what a person can do
   */
  public record DecisionView(
      String at,
      String rule,
      String id,
      String instance,
      String decision,
      String reason,
      Optional<String> again,
      Optional<String> operation,
      List<RemedyView> remedies) {}

  /** How often a rule came to a decision. */
  public record CountView(String rule, String decision, long count) {}
}
