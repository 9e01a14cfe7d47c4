package io.tutti.api;

import java.util.List;

/**
 * What was found, the worst first.
 *
 * @param counts of the items
 * @param silenced those that are not counted, because somebody knows of them
 * @param notJudged what could not be looked at, because a fact is unknown: it is not taken for well
 */
public record FindingsView(
    Counts counts,
    List<FindingView> items,
    List<FindingView> silenced,
    List<NotJudgedView> notJudged) {

  /** How many of each severity. */
  public record Counts(int critical, int warning, int notice) {}

  /**
   * One rule that could not say anything of one subject.
   *
   * @param why which fact is missing, and why
   */
  public record NotJudgedView(String code, String cluster, String subject, String why) {}
}
