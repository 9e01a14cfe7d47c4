package io.tutti.operation.fence;

import io.tutti.model.Channel;
import io.tutti.model.LastError;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.gaps.ThreadStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.ReplicationThread;
import java.util.Optional;

/**
 * Starts a thread that ran before its server ended. One that ends with an error is as it would have
 * been without a fence. Undo stops it again, unless it ran.
 */
final class StartStep implements Step<StartStep.Before> {
  static final String KIND = "start-fenced.start";

  record Work(String channel, ReplicationThread thread) {}

  record Before(boolean ran) {}

  private final FenceEnvironment environment;
  private final PlannedStep planned;
  private final String channel;
  private final ReplicationThread thread;

  StartStep(FenceEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.planned = planned;
    Work work = planned.work(Work.class);
    this.channel = work.channel();
    this.thread = work.thread();
  }

  private Session open(StepContext context) {
    return environment.servers().open(planned.target(), context.deadline());
  }

  private Optional<Channel> find(Session server, StepContext context) {
    return server.readWithChannels(context.deadline()).channel(channel);
  }

  private boolean isStopped(Channel found) {
    return !thread.runsIn(found);
  }

  private Optional<LastError> error(Channel found) {
    return thread == ReplicationThread.RECEIVER
        ? found.receiver().lastError()
        : found.applier().lastError();
  }

  @Override
  public void precondition(StepContext context) {
    // It may be said at any time.
  }

  @Override
  public Before before(StepContext context) {
    try (Session server = open(context)) {
      return new Before(find(server, context).filter(each -> !isStopped(each)).isPresent());
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    try (Session server = open(context)) {
      ProvedProcess.of(planned)
          .ifPresent(proved -> proved.require(server.read(context.deadline())));
      if (find(server, context).filter(this::isStopped).isEmpty()) {
        return StepOutcome.alreadyDone("It runs, or its channel was removed.");
      }
      ThreadStart.start(server, thread, channel, context.deadline());
      return StepOutcome.done("It was started.");
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session server = open(context)) {
      if (find(server, context)
          .filter(each -> isStopped(each) && error(each).isEmpty())
          .isEmpty()) {
        return Verdict.holds();
      }
      ProvedProcess.of(planned)
          .ifPresent(proved -> proved.require(server.read(context.deadline())));
      return Verdict.lacks("It does not run.");
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    if (!before.ran()) {
      try (Session server = open(context)) {
        server.control().stop(thread, channel, context.deadline());
      }
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    if (before.ran()) {
      return Verdict.holds();
    }
    try (Session server = open(context)) {
      return Verdict.of(
          find(server, context).filter(each -> !isStopped(each)).isEmpty()
              || ProvedProcess.of(planned)
                  .filter(proved -> proved.hasEnded(server.read(context.deadline())))
                  .isPresent(),
          "It still runs.");
    }
  }
}
