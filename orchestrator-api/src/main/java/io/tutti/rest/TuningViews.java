package io.tutti.rest;

import io.tutti.api.TuningView;
import io.tutti.tuning.Candidate;
import io.tutti.tuning.Trial;
import io.tutti.tuning.Tuning;

/** Turns what was measured into what is shown of it. */
final class TuningViews {
  private TuningViews() {}

  static TuningView of(Tuning tuning) {
    double first = tuning.trials().isEmpty() ? 0 : tuning.trials().getFirst().perSecond();
    return new TuningView(
        tuning.id(),
        tuning.instance().toString(),
        tuning.mode().name(),
        tuning.begunAt(),
        tuning.amount(),
        tuning.original(),
        tuning.trials().stream().map(trial -> of(trial, first)).toList(),
        tuning.kept().map(TuningViews::of));
  }

  private static TuningView.TrialView of(Trial trial, double first) {
    return new TuningView.TrialView(
        trial.number(),
        of(trial.candidate()),
        trial.at(),
        trial.applied(),
        trial.isOfRows() ? "rows" : "transactions",
        trial.took(),
        trial.perSecond(),
        first > 0 ? trial.perSecond() / first : 0,
        trial.retries(),
        trial.waits());
  }

  private static TuningView.TriedSettingsView of(Candidate candidate) {
    return new TuningView.TriedSettingsView(
        candidate.toString(), candidate.scheme(), candidate.workers(), candidate.settings());
  }
}
