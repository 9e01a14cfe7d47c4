package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.Missing;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.StepFailure;
import java.util.List;
import java.util.Optional;

/**
 * An applier that finds its place by log position, and that failed or was stopped half-way after it
 * was started over a gap: the server continues counting from a wrong place then, leaves out
 * permanently what it was about to apply, and applies others twice when it is started again (seen
 * on 5.6.14, 5.7.22, 8.0.15 and 9.7.4, with UNTIL and without). Its tables are right; a new process
 * reads them again.
 */
public final class PositionLost {
  private PositionLost() {}

  static String observed(
      InstanceAddress instance, Channel channel, LastError error, ChannelGaps gaps) {
    return "The applier%s of %s was started over a gap and failed again: %s. The server no longer knows which transactions it has not applied, and would skip the failing transaction at its next start. Not applied: %s."
        .formatted(Channel.ofChannel(channel.name()), instance, error, leftOut(gaps));
  }

  static String maybe(InstanceAddress instance, Channel channel, ChannelGaps gaps) {
    return "Since %s was started its appliers were started and stopped. If the one%s was stopped while it closed its gaps, the server no longer knows which transactions it has not applied, and would skip more at its next start. Not applied: %s."
        .formatted(instance, Channel.ofChannel(channel.name()), leftOut(gaps));
  }

  /**
   * That a channel's applier is not started where the server may count wrongly then: by log
   * position over any gap; by GTID over one of a transaction that cannot be applied, which it would
   * fail at again, and run past at the start after that (seen on 5.7.22).
   *
   * @throws StepFailure when it is stopped so
   */
  public static void requireNotStartedOver(
      InstanceAddress instance, Channel channel, ChannelGaps gaps) {
    Optional<LastError> error = GapAnalysis.firstError(channel.applier());
    boolean losesCount =
        switch (channel.positioning()) {
          case LOG_POSITION -> true;
          case AUTO_POSITION -> error.filter(each -> !each.isInterruption()).isPresent();
          case REPLICA_POS, CURRENT_POS -> false;
        };
    if (losesCount
        && channel.applier().state() == ThreadState.STOPPED
        && gaps instanceof ChannelGaps.Open) {
      throw StepFailure.fatal(
          "The applier%s of %s is stopped with a gap and is not started past it%s. Not applied: %s."
              .formatted(
                  Channel.ofChannel(channel.name()),
                  instance,
                  error.map(each -> ", as it failed: " + each).orElse(""),
                  leftOut(gaps)),
          Remedies.of(Acts.showGaps(instance))
              .or(
                  "make the row what a failed transaction expects; %s shows what else is to be"
                      + " done",
                  Acts.dryRun(Acts.closeGaps(instance, channel.name()))));
    }
  }

  /**
   * That an applier is not stopped half-way.
   *
   * @param isReached whether its gaps are closed
   * @throws StepFailure when it closes gaps by log position
   */
  public static void requireNotHalfWay(
      InstanceAddress instance, Channel channel, boolean isReached) {
    if (channel.positioning() == Positioning.LOG_POSITION && !isReached) {
      throw StepFailure.fatal(
          "The applier%s of %s still closes its gaps. Stopped half-way, the server would forget which transactions it has not applied; so it is left running, and stops by itself when they are closed."
              .formatted(Channel.ofChannel(channel.name()), instance),
          List.of(
              "look for what it waits for: SHOW FULL PROCESSLIST",
              "do not stop it; once it is stopped, the rest can be restored"));
    }
  }

  static String leftOut(ChannelGaps gaps) {
    return switch (gaps) {
      case ChannelGaps.Free free -> "nothing";
      case ChannelGaps.Open(Missing missing, String why) -> missing.toString();
      case ChannelGaps.Unknown(String why) -> "unknown, " + why;
    };
  }

  static String leftOutInFull(ChannelGaps gaps) {
    return gaps instanceof ChannelGaps.Open(Missing missing, String why)
        ? missing.inFull()
        : leftOut(gaps);
  }

  static Remedies remedies(InstanceAddress instance, Channel channel) {
    return Remedies.of(
            "start nothing on %s; make the row what the transaction expects".formatted(instance))
        .or(
            "restart %s with relay_log_recovery=0 and skip_slave_start, so that it counts again,"
                + " then: %s",
            instance, Acts.closeGaps(instance, channel.name()));
  }

  /** What to do where a server that refuses to start shows none of its relay logs. */
  static Remedies showRelayLogs(InstanceAddress instance, Channel channel) {
    return Remedies.of(
        "keep the relay logs of %s: restart it with relay_log_recovery=0 and skip_slave_start, so"
            + " that it shows and applies them, then: %s",
        instance, Acts.closeGaps(instance, channel.name()));
  }

  static Remedies remediesOfMaybe(InstanceAddress instance, Channel channel) {
    return Remedies.of(
            "start nothing on %s; restart it with relay_log_recovery=0 and skip_slave_start, so"
                + " that it counts again, then: %s",
            instance, Acts.closeGaps(instance, channel.name()))
        .or(
            "if nobody stopped that applier while it closed gaps: %s",
            Acts.closeGapsApplierNotStopped(instance, channel.name()));
  }
}
