package io.tutti.rest;

import io.tutti.api.FindingView;
import io.tutti.api.ParallelismView;
import io.tutti.api.ParallelismView.KnobView;
import io.tutti.operation.parallelism.ParallelismReport;
import io.tutti.operation.parallelism.ParallelismReport.ChannelGaps;
import io.tutti.operation.parallelism.ParallelismReport.Row;
import java.util.List;
import java.util.Optional;

/** Turns what the engine knows into {@link ParallelismView}s. */
final class ParallelismViews {
  private ParallelismViews() {}

  static KnobView of(Row row) {
    return new KnobView(
        row.knob().name(),
        row.knob().serverName(),
        Optional.of(row.channel()).filter(name -> !name.isEmpty()),
        row.knob().role().name(),
        Facts.of(row.value()),
        row.knob().defaultValue(),
        row.isDefault(),
        Facts.of(row.persisted()),
        row.desired(),
        row.original(),
        row.hasDrifted(),
        row.knob().kind().range(),
        row.knob().appliesWhen().words(),
        row.knob().description(),
        row.knob().manual());
  }

  static ParallelismView.GapsView of(ChannelGaps gaps) {
    return new ParallelismView.GapsView(gaps.channel(), gaps.verdict(), gaps.why());
  }

  static ParallelismView of(ParallelismReport report, List<FindingView> findings) {
    return new ParallelismView(
        report.state().address().toString(),
        report.state().version().flavor(),
        report.state().version().version().toString(),
        report.knobs().stream().map(ParallelismViews::of).toList(),
        report.gaps().stream().map(ParallelismViews::of).toList(),
        report.optionLines(),
        findings);
  }
}
