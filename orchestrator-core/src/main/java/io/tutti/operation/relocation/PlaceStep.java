package io.tutti.operation.relocation;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Positioning;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ChannelSession;
import io.tutti.operation.gaps.ChannelSession.Observation;
import io.tutti.operation.gaps.GapsEnvironment;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.NewSource;

/**
 * Gives a replica that is stopped its new source, from the place that is proved there ({@link
 * Meeting}). Undo gives it its old one, from the place up to which it has applied.
 */
final class PlaceStep implements Step<PlaceStep.Before> {
  static final String KIND = "relocation.place";

  /**
   * What was there.
   *
   * @param old its place at its old source
   * @param wanted the place at the new one
   */
  record Before(BinlogPosition old, BinlogPosition wanted) {}

  private final GapsEnvironment environment;
  private final Meeting meeting;

  PlaceStep(GapsEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.meeting = planned.work(Meeting.class);
  }

  private static boolean follows(Channel found, NewSource source) {
    return found.source().equals(source.address())
        && found.positioning() == Positioning.LOG_POSITION;
  }

  private NewSource old(Before before) {
    return NewSource.at(meeting.channel().source(), before.old());
  }

  private NewSource wanted(Before before) {
    return NewSource.at(meeting.newSource(), before.wanted());
  }

  @Override
  public void precondition(StepContext context) {
    try (ChannelSession session = meeting.open(environment, context)) {
      Channel found = session.read().channel();
      if (!found.source().equals(meeting.channel().source())) {
        throw StepFailure.fatal(
            "%s now replicates from %s.".formatted(meeting.replica(), found.source()),
            Remedies.of(Acts.showInstance(meeting.replica())));
      }
    }
  }

  @Override
  public void preconditionAgain(StepContext context, Before before) {
    try (ChannelSession session = meeting.open(environment, context)) {
      if (!follows(session.read().channel(), wanted(before))) {
        precondition(context);
      }
    }
  }

  @Override
  public Before before(StepContext context) {
    try (ChannelSession session = meeting.open(environment, context);
        ChannelSession there = meeting.openOther(environment, context)) {
      NewSource wanted = meeting.proved(session, there);
      return new Before(meeting.applied(session.read()), wanted.place().orElseThrow());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (ChannelSession session = meeting.open(environment, context);
        ChannelSession there = meeting.openOther(environment, context)) {
      if (!follows(session.read().channel(), wanted(before))) {
        if (!meeting.proved(session, there).equals(wanted(before))) {
          throw StepFailure.fatal(
              "%s or %s has gone on meanwhile, so the position %s no longer holds."
                  .formatted(meeting.replica(), meeting.other(), before.wanted()),
              Remedies.of(Acts.showInstance(meeting.replica())));
        }
        follow(session, wanted(before), context);
      }
      return StepOutcome.done(
          "It replicates from %s when it is started.".formatted(wanted(before)));
    }
  }

  private void follow(ChannelSession session, NewSource source, StepContext context) {
    session.control().follow(source, meeting.channel().channel(), context.deadline());
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    return shows(wanted(before), context);
  }

  private Verdict shows(NewSource source, StepContext context) {
    try (ChannelSession session = meeting.open(environment, context)) {
      return Verdict.of(
          follows(session.read().channel(), source),
          "%s does not replicate from %s.".formatted(meeting.replica(), source.address()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (ChannelSession session = meeting.open(environment, context)) {
      if (!follows(session.read().channel(), old(before))) {
        requireNothingApplied(session.read(), before);
        follow(session, old(before), context);
      }
    }
  }

  /** It would be applied twice. */
  private void requireNothingApplied(Observation now, Before before) {
    if (!now.channel().applier().executed().is(before.wanted())) {
      throw StepFailure.fatal(
          "%s has applied more since, up to %s of %s, so its position at %s is not known any more."
              .formatted(
                  meeting.replica(),
                  now.channel().applier().executed(),
                  meeting.newSource(),
                  meeting.channel().source()),
          Remedies.of("leave it below %s".formatted(meeting.newSource()))
              .or(Acts.showInstance(meeting.replica())));
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    return shows(old(before), context);
  }
}
