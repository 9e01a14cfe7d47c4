package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.GapAnalysis;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.operation.Looks;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.ChannelSession.Progress;
import io.tutti.operation.gaps.WholeReceived;
import io.tutti.operation.server.Servers.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * By position a replica continues at the end of its new source's binlog, if both have applied
 * exactly the same of the source that was lost.
 *
 * @param source the new one, which is stopped
 * @param sourceChannel its channel from the same lost source
 */
record SamePlace(PromotedChannel channel, InstanceAddress source, Optional<String> sourceChannel) {
  /** Clients wait for the new source meanwhile: as long as a STOP is said again and again. */
  private static final Duration STALLED_MAX = Duration.ofMinutes(1);

  /** How far the new source has applied what the lost one wrote, in the binlog of that. */
  BinlogPosition end(StepContext context) {
    try (Session there = channel.environment().servers().open(source, context.deadline())) {
      return sourceChannel
          .flatMap(name -> there.readChannels(context.deadline()).channel(name))
          .filter(found -> found.applier().state() == ThreadState.STOPPED)
          .filter(found -> found.receiver().state() == ThreadState.STOPPED)
          .filter(channel::isFromLost)
          .flatMap(found -> found.applier().executed().asOptional())
          .orElseThrow(() ->
              StepFailure.fatal(
                  "The position of %s in the binlog of %s is not known, or its applier is running."
                      .formatted(source, channel.lost()),
                  Remedies.of(Acts.showInstance(source))));
    }
  }

  /** Whether it has received exactly as much: what it has not applied yet is waited for. */
  void requireReceived(ChannelSession session, Progress observation, StepContext context) {
    Observed<BinlogPosition> received = whole(session, observation, context);
    if (!received.isKnown()) {
      throw StepFailure.passing(
          "How far %s has received is %s.".formatted(channel.target(), received));
    }
    BinlogPosition end = end(context);
    if (!received.is(end)) {
      throw StepFailure.fatal(
          "%s has received up to %s, and %s has applied up to %s: its position there is not known."
              .formatted(channel.target(), received, source, end),
          List.of("rebuild %s".formatted(channel.target())));
    }
  }

  /** The same once it is stopped. */
  void requireApplied(ChannelSession session, StepContext context) {
    Observation observation = session.read();
    requireReceived(session, observation, context);
    if (!isThrough(session, observation, whole(session, observation, context))) {
      throw StepFailure.blocked(
          behind(session, observation), Remedies.of(Acts.showGaps(channel.target())));
    }
  }

  /** Half a transaction at the end is nothing that it could apply. */
  private static Observed<BinlogPosition> whole(
      ChannelSession session, Progress observation, StepContext context) {
    return WholeReceived.of(session.session(), observation.channel(), context.deadline())
        .receiver()
        .read();
  }

  private static boolean isThrough(
      ChannelSession session, Observation observation, Observed<BinlogPosition> received) {
    Observed<BinlogPosition> executed = observation.channel().applier().executed();
    return executed.isKnown() && executed.equals(received) && session.gaps(observation).isFree();
  }

  private String behind(ChannelSession session, Observation observation) {
    return "%s has not applied all that it received: it has applied up to %s and received up to %s; gaps: %s."
        .formatted(
            channel.target(),
            observation.channel().applier().executed(),
            observation.channel().receiver().read(),
            session.gaps(observation));
  }

  /** Why it does not come to apply all that it received, if it does not. */
  Optional<String> awaitApplied(ChannelSession session, StepContext context) {
    Looks looks = new Looks();
    Duration pause = Duration.ZERO;
    Duration stalled = Duration.ZERO;
    Optional<Observed<BinlogPosition>> last = Optional.empty();
    Optional<Observed<BinlogPosition>> whole = Optional.empty();
    while (true) {
      Observation observation = session.read();
      Channel found = observation.channel();
      if (isThrough(session, observation, whole.orElse(found.receiver().read()))) {
        return Optional.empty();
      }
      Optional<LastError> error = GapAnalysis.firstError(found.applier());
      if (!observation.applies() && error.isPresent()) {
        return Optional.of("Its applier has failed: %s.".formatted(error.get()));
      }
      Observed<BinlogPosition> executed = found.applier().executed();
      stalled = last.filter(executed::equals).isPresent() ? stalled.plus(pause) : Duration.ZERO;
      last = Optional.of(executed);
      if (!stalled.isZero() && whole.isEmpty()) {
        whole = Optional.of(whole(session, observation, context));
        continue;
      }
      if (stalled.compareTo(STALLED_MAX) > 0 || looks.haveTaken(PromotionPlanner.CATCH_UP_MAX)) {
        return Optional.of(behind(session, observation));
      }
      context.failIfCancelled();
      context.progress("It applies what it received; it is at %s.".formatted(executed));
      pause = looks.next();
      session.pause(pause);
    }
  }
}
