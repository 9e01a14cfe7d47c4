package io.tutti.operation.parallelism;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.Missing;
import io.tutti.model.Applier;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.spi.Capability;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a channel's applier may have left transactions out that later ones ran past. Pure; what
 * is not known is taken for a gap.
 *
 * <ol>
 *   <li>It applies serially: there is none.
 *   <li>It runs and keeps the order of commits: there is none.
 *   <li>It runs and does not keep the order: there may be one now; where a stop makes the workers
 *       finish what the coordinator gave them, a stop without an error closes it. Domains that run
 *       past each other are not brought together by a stop.
 *   <li>It is stopped: what {@code io.tutti.gaps} says.
 * </ol>
 */
sealed interface GapJudgement {

  /** There is no gap. */
  record Free(String why) implements GapJudgement {}

  /** There may be one while it runs, and none after it was stopped without an error. */
  record ClosedByStop(String why) implements GapJudgement {}

  /** There is one, or it is not known. */
  record Open(String why, Remedies remedies) implements GapJudgement {}

  /**
   * @param gaps of the channel, as exactly as they are known
   */
  static GapJudgement of(
      InstanceState state, Channel channel, Set<Capability> capabilities, ChannelGaps gaps) {
    Applier applier = channel.applier();
    boolean domains = capabilities.contains(Capability.DOMAIN_GTID);
    if (applier.state() == ThreadState.STOPPED) {
      return stopped(state, channel, gaps);
    }
    if (state.parallel().workers().is(0L) && hasNoWorkers(applier)) {
      return new Free("it applies serially");
    }
    if (state.parallel().preservesCommitOrder().is(true)) {
      return new Free("it keeps the order of commits");
    }
    return domains
        ? open(state, channel, "it applies several domains independently")
        : new ClosedByStop("a stop lets the workers finish what they were given");
  }

  /** With what a poll reports of gaps. */
  static GapJudgement of(InstanceState state, Channel channel, Set<Capability> capabilities) {
    return of(state, channel, capabilities, reported(state, channel));
  }

  /** What a poll reports of gaps. */
  static ChannelGaps reported(InstanceState state, Channel channel) {
    return GapAnalysis.judge(state, channel, Observed.unknown("the source was not read"));
  }

  private static GapJudgement stopped(InstanceState state, Channel channel, ChannelGaps gaps) {
    return switch (gaps) {
      case ChannelGaps.Free(String why) -> new Free(why);
      case ChannelGaps.Open(Missing missing, String why) ->
          open(state, channel, missing + ": " + why);
      case ChannelGaps.Unknown(String why) -> open(state, channel, why);
    };
  }

  /** The judgement right after a stop of ours: only what is proved counts. */
  static GapJudgement afterStop(
      InstanceState state, Channel channel, Set<Capability> capabilities) {
    if (channel.applier().state() != ThreadState.STOPPED) {
      return open(state, channel, "it has not stopped yet");
    }
    ChannelGaps gaps = reported(state, channel);
    Optional<String> error = GapAnalysis.firstError(channel.applier()).map(LastError::toString);
    if (error.isPresent() && !gaps.isFree()) {
      return open(state, channel, "it ended with " + error.get());
    }
    if (gaps instanceof ChannelGaps.Open) {
      return stopped(state, channel, gaps);
    }
    boolean ordered = state.parallel().preservesCommitOrder().is(true);
    return gaps.isFree()
            || ordered
            || state.parallel().workers().is(0L)
            || !capabilities.contains(Capability.DOMAIN_GTID)
        ? new Free("it was stopped without an error")
        : open(state, channel, "it applies several domains independently");
  }

  private static GapJudgement open(InstanceState state, Channel channel, String why) {
    return new Open(
        "Whether the applier%s of %s has gaps is not known, or it has some: %s."
            .formatted(Channel.ofChannel(channel.name()), state.address(), why),
        Remedies.of(Acts.closeGaps(state.address(), channel.name()))
            .or(
                "let the applier run with its present settings until it has caught up, and try"
                    + " again"));
  }

  private static boolean hasNoWorkers(Applier applier) {
    return switch (applier.workers()) {
      case Observed.Known<List<Worker>>(List<Worker> workers) -> workers.isEmpty();
      case Observed.Absent<List<Worker>>(String why) -> true;
      case Observed.Unknown<List<Worker>>(String why) -> false;
    };
  }
}
