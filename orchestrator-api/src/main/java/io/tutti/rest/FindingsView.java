package io.tutti.rest;

import io.tutti.analysis.NotJudged;
import java.util.List;

/**
 * What was found, the worst first.
 *
 * @param notJudged what could not be looked at, because a fact is unknown: it is not taken for well
 */
record FindingsView(List<FindingView> items, List<NotJudgedView> notJudged) {

  /**
   * One rule that could not say anything of one subject.
   *
   * @param why which fact is missing, and why
   */
  record NotJudgedView(String code, String cluster, String subject, String why) {
    static NotJudgedView of(NotJudged open) {
      return new NotJudgedView(open.code().name(), open.cluster(), open.subject(), open.why());
    }
  }
}
