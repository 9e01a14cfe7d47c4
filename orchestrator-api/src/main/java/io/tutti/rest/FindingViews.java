package io.tutti.rest;

import io.tutti.analysis.Finding;
import io.tutti.analysis.NotJudged;
import io.tutti.api.FindingView;
import io.tutti.api.FindingsView.NotJudgedView;
import io.tutti.world.Found;

/** Turns what the engine knows into {@link FindingView}s. */
final class FindingViews {
  private FindingViews() {}

  static FindingView of(Found found) {
    Finding finding = found.finding();
    return new FindingView(
        finding.code().name(),
        finding.code().severity().name(),
        finding.code().scope().name(),
        finding.cluster(),
        finding.subject(),
        finding.code().description(),
        finding.evidence().sentence(),
        RemedyViews.of(finding.evidence().remedies()),
        finding.code().docsPage(),
        found.since().toString());
  }

  static NotJudgedView of(NotJudged open) {
    return new NotJudgedView(open.code().name(), open.cluster(), open.subject(), open.why());
  }
}
