package io.tutti.operation.gaps;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.gaps.ChannelSession.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Waits until a channel has applied what it is to apply, shows meanwhile what is in the way, and
 * fails at its own deadline or when the applier ends with an error.
 */
final class ClosingWait {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** What is in the way is looked up in a log, so it is not reported more often. */
  private static final Duration REPORT_EVERY = Duration.ofSeconds(2);

  /** An applier that was just started may not show as running at once. */
  private static final Duration START_MAX = Duration.ofSeconds(3);

  /** So often it is looked whether an applier that is done has ended by itself. */
  private static final int END_LOOKS = 10;

  /** So often in a row, that it is not just between two transactions. */
  private static final int IDLE_MIN = 10;

  private final ChannelSession session;
  private final StepContext context;
  private final InstanceAddress target;
  private final Duration deadline;
  private final long beganNanos = System.nanoTime();
  private long reportedNanos = beganNanos;

  ClosingWait(
      ChannelSession session, StepContext context, InstanceAddress target, Duration deadline) {
    this.session = session;
    this.context = context;
    this.target = target;
    this.deadline = deadline;
  }

  /** Until it is there. */
  void until(ClosingTarget wanted) {
    until(wanted, false);
  }

  /**
   * Until it is there, or has gone through all that was received.
   *
   * @return whether it is there
   */
  boolean untilThrough(ClosingTarget wanted) {
    return until(wanted, true);
  }

  private boolean until(ClosingTarget wanted, boolean endsThrough) {
    int idle = 0;
    while (true) {
      Observation observation = session.read();
      boolean isStopped = !observation.applies();
      if (wanted.isReached(observation.state(), observation.channel())) {
        return true;
      }
      if (isStopped) {
        failOnError(observation);
        if (waited().compareTo(START_MAX) > 0) {
          throw StepFailure.fatal(
              "The applier%s of %s stopped before it had applied %s."
                  .formatted(Channel.ofChannel(observation.channel().name()), target, wanted),
              Remedies.of(Acts.showGaps(target)));
        }
      }
      context.failIfCancelled();
      if (waited().compareTo(deadline) > 0) {
        throw tooLate(observation, wanted);
      }
      idle = isThrough(observation) ? idle + 1 : 0;
      if (endsThrough && idle >= IDLE_MIN) {
        return false;
      }
      report(observation, wanted);
      session.pause(LOOK_EVERY);
    }
  }

  /**
   * An applier that was started until its gaps are closed ends by itself, unless it waits for an
   * event to end at. A STOP that is not needed would count against the server's other channels (see
   * {@link PositionLost#maybe}).
   */
  boolean endsByItself() {
    for (int look = 0; look < END_LOOKS; look++) {
      if (!session.read().applies()) {
        return true;
      }
      session.pause(LOOK_EVERY);
    }
    return !session.read().applies();
  }

  /**
   * Until an applier has passed over what its workers had applied before a crash, or is held up: it
   * is in a transaction then that a stop rolls back.
   */
  void untilPassed(Recovering recovering) {
    Observed<BinlogPosition> place = Observed.unknown("it was not read yet");
    int still = 0;
    while (still < IDLE_MIN && waited().compareTo(deadline) <= 0) {
      Channel now = session.read().channel();
      if (recovering.isOver(now)) {
        return;
      }
      still = now.applier().relayLog().equals(place) ? still + 1 : 0;
      place = now.applier().relayLog();
      session.pause(LOOK_EVERY);
    }
  }

  /** Until a receiver that was just started is connected, and its server has noted its source. */
  void untilReceives() {
    while (session.read().channel().receiver().state() != ThreadState.RUNNING) {
      context.failIfCancelled();
      if (waited().compareTo(deadline) > 0) {
        throw StepFailure.fatal(
            "After %d s %s does not receive.".formatted(deadline.toSeconds(), target),
            Remedies.of(Acts.showInstance(target)));
      }
      session.pause(LOOK_EVERY);
    }
  }

  /** By the server's own word, too: a killed receiver may not know how much it had received. */
  private static boolean isThrough(Observation observation) {
    return observation.applies()
        && Recovering.isIdle(observation.channel())
        && observation.channel().receiver().read().isKnown()
        && observation
            .channel()
            .receiver()
            .read()
            .equals(observation.channel().applier().executed());
  }

  private Duration waited() {
    return Duration.ofNanos(System.nanoTime() - beganNanos);
  }

  /** What is in the way, once the rest is closed. */
  void failOnError(Observation observation) {
    Optional<LastError> error = GapAnalysis.firstError(observation.channel().applier());
    if (error.isEmpty()) {
      return;
    }
    ChannelGaps left = session.gaps(observation);
    if (observation.channel().positioning() == Positioning.LOG_POSITION && !left.isFree()) {
      throw StepFailure.fatal(
          PositionLost.observed(target, observation.channel(), error.get(), left),
          PositionLost.remedies(target, observation.channel()));
    }
    throw StepFailure.fatal(
        "The applier%s of %s cannot continue: %s. %s"
            .formatted(
                Channel.ofChannel(observation.channel().name()),
                target,
                error.get(),
                leftText(left)),
        Remedies.of(
            "make the rows on %s what the transaction expects, and try again: %s",
            target, Acts.closeGaps(target, observation.channel().name())));
  }

  private static String leftText(ChannelGaps left) {
    return switch (left) {
      case ChannelGaps.Free(String why) -> "No gap is left before it.";
      case ChannelGaps.Open(Missing missing, String why) -> "Still missing: " + missing + ".";
      case ChannelGaps.Unknown(String why) -> "What is still missing is not known: " + why + ".";
    };
  }

  private StepFailure tooLate(Observation observation, ClosingTarget wanted) {
    return StepFailure.fatal(
        "After %d s %s has not applied %s yet. %s"
            .formatted(deadline.toSeconds(), target, wanted, inTheWay(observation)),
        Remedies.of("look for what it waits for: SHOW FULL PROCESSLIST")
            .or("allow more time: %s", Acts.closeGapsWithin(target)));
  }

  private void report(Observation observation, ClosingTarget wanted) {
    long now = System.nanoTime();
    if (now - reportedNanos > REPORT_EVERY.toNanos()) {
      reportedNanos = now;
      context.progress(
          "waiting for %s since %d s. %s"
              .formatted(wanted, waited().toSeconds(), inTheWay(observation)));
    }
  }

  private String inTheWay(Observation observation) {
    List<String> parts = new ArrayList<>();
    if (session.gaps(observation) instanceof ChannelGaps.Open(Missing missing, String why)) {
      parts.add(
          missing instanceof Missing.Located(List<LoggedTransaction> left)
              ? "The first of %d that are missing is %s, of %d bytes."
                  .formatted(left.size(), left.getFirst(), left.getFirst().bytes())
              : "Missing: " + missing + ".");
    }
    List<String> working =
        observation.channel().applier().workers().asOptional().orElse(List.of()).stream()
            .flatMap(worker -> applying(worker).stream())
            .toList();
    if (!working.isEmpty()) {
      parts.add("In work: " + String.join(", ", working) + ".");
    }
    observation
        .channel()
        .lag()
        .asOptional()
        .ifPresent(
            lag -> parts.add("It was committed %d s ago.".formatted(lag.amount().toSeconds())));
    return String.join(" ", parts);
  }

  private static Optional<String> applying(Worker worker) {
    return worker
        .applying()
        .asOptional()
        .map(gtid ->
            "%s by worker %d%s"
                .formatted(
                    gtid,
                    worker.id(),
                    worker.stateText().asOptional().map(text -> " (" + text + ")").orElse("")));
  }
}
