package io.tutti.rest;

import io.tutti.api.TuningAdviceView;
import io.tutti.tuning.TuningAdvice;

/** Turns advice into what is shown of it. */
final class TuningAdviceViews {
  private TuningAdviceViews() {}

  static TuningAdviceView of(TuningAdvice advice) {
    return new TuningAdviceView(
        advice.replica().toString(),
        advice.source().toString(),
        advice.transactions(),
        advice.present().toString(),
        advice.predictions().stream()
            .map(each ->
                new TuningAdviceView.PredictedView(
                    each.scheme(), each.workers(), each.seconds(), each.gain(), each.limit()))
            .toList(),
        advice.steps().stream().map(TuningAdviceViews::of).toList(),
        advice.options(),
        advice.confidence().name(),
        advice.reasons());
  }

  private static TuningAdviceView.AdvisedStepView of(TuningAdvice.Step step) {
    return new TuningAdviceView.AdvisedStepView(
        step.server().toString(),
        step.settings().stream()
            .map(each ->
                new TuningAdviceView.AdvisedSettingView(each.name(), each.now(), each.advised()))
            .toList(),
        step.gain(),
        step.reason(),
        step.price());
  }
}
