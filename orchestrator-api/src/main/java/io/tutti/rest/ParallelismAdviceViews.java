package io.tutti.rest;

import io.tutti.analysis.SettingsAdvice;
import io.tutti.analysis.SettingsAdvice.Wanted;
import io.tutti.api.ParallelismAdviceView;
import io.tutti.api.ParallelismAdviceView.FoundView;
import io.tutti.api.ParallelismAdviceView.SettingView;
import io.tutti.model.Observed;
import io.tutti.operation.parallelism.ParallelismReport;
import io.tutti.operation.parallelism.ParallelismReport.Row;
import java.util.Optional;

/** Turns what rules advise into {@link ParallelismAdviceView}s. */
final class ParallelismAdviceViews {
  private ParallelismAdviceViews() {}

  /**
   * @param report the settings as the server shows them now
   */
  static ParallelismAdviceView of(ParallelismReport report, SettingsAdvice advice) {
    return new ParallelismAdviceView(
        report.state().address().toString(),
        report.state().version().flavor(),
        report.state().version().version().toString(),
        advice.settings().stream().map(wanted -> of(report, wanted)).distinct().toList(),
        advice.elsewhere().stream()
            .map(found ->
                new FoundView(
                    found.code().name(), found.subject(), found.sentence(), found.remedies()))
            .toList(),
        advice.unknown(),
        advice.notes());
  }

  private static SettingView of(ParallelismReport report, Wanted wanted) {
    String variable = wanted.setting().variable();
    Optional<Row> row =
        report.knobs().stream().filter(each -> each.knob().knob().isCalled(variable)).findFirst();
    return new SettingView(
        row.map(each -> each.knob().serverName()).orElse(variable),
        Facts.of(row.map(Row::value).orElse(Observed.unknown("it is no knob of this release"))),
        wanted.setting().value(),
        wanted.code().name(),
        wanted.subject(),
        wanted.reason(),
        wanted.setting().price(),
        row.map(each -> each.knob().appliesWhen().words()).orElse("not known"));
  }
}
