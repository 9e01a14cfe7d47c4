package io.tutti.operation.parallelism;

import io.tutti.error.Remedies;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.spi.knob.ServerKnob;
import java.util.List;
import java.util.Optional;

/**
 * The parallel settings of one server, each with what is known of it.
 *
 * @param knobs every knob that the release has
 * @param gaps for each channel whether it may be stopped for a change
 * @param optionLines what an option file needs so that a restart keeps what is wanted; empty where
 *     the server keeps all of it by itself
 */
public record ParallelismReport(
    InstanceState state, List<Row> knobs, List<ChannelGaps> gaps, List<String> optionLines) {

  public ParallelismReport {
    knobs = List.copyOf(knobs);
    gaps = List.copyOf(gaps);
    optionLines = List.copyOf(optionLines);
  }

  /**
   * One knob, of one channel where each channel has its own.
   *
   * @param value in force
   * @param persisted what the server itself keeps for its next start
   * @param desired what an operation was asked to keep
   * @param original what was there before any operation of ours
   */
  public record Row(
      ServerKnob knob,
      String channel,
      Observed<String> value,
      Observed<String> persisted,
      Optional<String> desired,
      Optional<String> original) {

    public boolean isDefault() {
      return value.is(knob.defaultValue());
    }

    /** Whether it is not what an operation was asked to keep. */
    public boolean hasDrifted() {
      return desired.isPresent() && value.isKnown() && !value.is(desired.get());
    }
  }

  /**
   * Whether a channel is free of gaps.
   *
   * @param verdict {@code free}, {@code closed by a stop} or {@code unknown}
   */
  public record ChannelGaps(String channel, String verdict, String why) {
    static ChannelGaps of(String channel, GapJudgement judgement) {
      return switch (judgement) {
        case GapJudgement.Free(String why) -> new ChannelGaps(channel, "free", why);
        case GapJudgement.ClosedByStop(String why) ->
            new ChannelGaps(channel, "closed by a stop", why);
        case GapJudgement.Open(String why, Remedies remedies) ->
            new ChannelGaps(channel, "unknown", why);
      };
    }
  }
}
