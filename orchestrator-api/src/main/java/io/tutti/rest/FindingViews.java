package io.tutti.rest;

import io.tutti.analysis.Finding;
import io.tutti.analysis.NotJudged;
import io.tutti.analysis.Severity;
import io.tutti.api.FindingView;
import io.tutti.api.FindingsView.Counts;
import io.tutti.api.FindingsView.NotJudgedView;
import io.tutti.api.SilenceView;
import io.tutti.world.Found;
import io.tutti.world.Silenced;
import java.util.List;
import java.util.Optional;

/** Turns what the engine knows into {@link FindingView}s. */
final class FindingViews {
  private FindingViews() {}

  static FindingView of(Found found, Optional<Silenced> silence) {
    Finding finding = found.finding();
    return new FindingView(
        finding.code().name(),
        finding.severity().name(),
        finding.code().scope().name(),
        finding.cluster(),
        finding.subject(),
        finding.about().instance().map(Object::toString),
        finding.code().description(),
        finding.evidence().sentence(),
        RemedyViews.of(finding.evidence().remedies()),
        found.since(),
        silence.map(FindingViews::of));
  }

  private static SilenceView of(Silenced silenced) {
    return new SilenceView(
        silenced.kind().name(),
        Optional.empty(),
        silenced.of().instance().map(Object::toString),
        silenced.of().cluster(),
        silenced.by(),
        silenced.reason(),
        silenced.until());
  }

  static Counts counted(List<FindingView> found) {
    return new Counts(
        count(found, Severity.CRITICAL),
        count(found, Severity.WARNING),
        count(found, Severity.NOTICE));
  }

  private static int count(List<FindingView> found, Severity severity) {
    return (int) found.stream().filter(each -> each.severity().equals(severity.name())).count();
  }

  static NotJudgedView of(NotJudged open) {
    return new NotJudgedView(
        open.code().name(), open.cluster(), open.about().subject(), open.why());
  }
}
