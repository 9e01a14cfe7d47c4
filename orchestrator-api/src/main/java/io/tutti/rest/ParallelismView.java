package io.tutti.rest;

import io.tutti.operation.parallelism.ParallelismReport;
import io.tutti.operation.parallelism.ParallelismReport.ChannelGaps;
import io.tutti.operation.parallelism.ParallelismReport.Row;
import java.util.List;
import java.util.Optional;

/**
 * The parallel settings of an instance.
 *
 * @param optionLines what its option file needs so that a restart keeps what is wanted
 * @param findings what is wrong with them
 */
record ParallelismView(
    String address,
    String flavor,
    String version,
    List<KnobView> knobs,
    List<GapsView> channels,
    List<String> optionLines,
    List<FindingView> findings) {

  /**
   * One knob.
   *
   * @param name the same on all releases and flavors
   * @param serverName as this server spells it
   * @param desired what an operation was asked to keep
   * @param original what was there before any operation
   * @param drifted whether the value is not the desired one
   */
  record KnobView(
      String name,
      String serverName,
      Optional<String> channel,
      String role,
      Fact<String> value,
      String defaultValue,
      boolean isDefault,
      Fact<String> persisted,
      Optional<String> desired,
      Optional<String> original,
      boolean drifted,
      String range,
      String applies,
      String description,
      String manual) {
    static KnobView of(Row row) {
      return new KnobView(
          row.knob().name(),
          row.knob().serverName(),
          Optional.of(row.channel()).filter(name -> !name.isEmpty()),
          row.knob().role().name(),
          Fact.of(row.value()),
          row.knob().defaultValue(),
          row.isDefault(),
          Fact.of(row.persisted()),
          row.desired(),
          row.original(),
          row.hasDrifted(),
          row.knob().kind().range(),
          row.knob().appliesWhen().words(),
          row.knob().description(),
          row.knob().manual());
    }
  }

  /** Whether a channel is free of gaps. */
  record GapsView(String channel, String gaps, String why) {
    static GapsView of(ChannelGaps gaps) {
      return new GapsView(gaps.channel(), gaps.verdict(), gaps.why());
    }
  }

  static ParallelismView of(ParallelismReport report, List<FindingView> findings) {
    return new ParallelismView(
        report.state().address().toString(),
        report.state().version().flavor(),
        report.state().version().version().toString(),
        report.knobs().stream().map(KnobView::of).toList(),
        report.gaps().stream().map(GapsView::of).toList(),
        report.optionLines(),
        findings);
  }
}
