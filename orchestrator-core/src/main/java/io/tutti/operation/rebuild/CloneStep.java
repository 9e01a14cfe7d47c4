package io.tutti.operation.rebuild;

import io.tutti.error.Acts;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.Permit;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Lacking;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.CloneControl;
import io.tutti.spi.Deadline;
import io.tutti.spi.backup.CloneStatus;
import io.tutti.spi.backup.CloneStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Lets a server copy another one over itself, and waits until it answers as that copy. A server
 * over whose process nobody watches ends with its copy, and is waited for until somebody starts it.
 *
 * <p>It cannot be undone once what the server had is gone.
 */
final class CloneStep implements Step<CloneStep.Before> {
  /** What a server may be {@link Lacking}. */
  static final String COPY = "copy another server over itself";

  static final String KIND = "rebuild.clone";

  record Work(InstanceAddress donor) {}

  /** When the last copy before it began, as the server prints it. */
  record Before(String began) {}

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** A look at a server that copies, or that starts; another one follows. */
  private static final Duration LOOK_MAX = Duration.ofSeconds(10);

  private final RebuildEnvironment environment;
  private final InstanceAddress target;
  private final InstanceAddress donor;

  CloneStep(RebuildEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.donor = planned.work(Work.class).donor();
  }

  private CloneStatus require(Deadline deadline) {
    try (Session session = environment.servers().open(target, deadline)) {
      return switch (session.readCopy(CloneControl.Role.RECIPIENT, deadline)) {
        case Observed.Known<CloneStatus>(CloneStatus status) -> status;
        case Observed.Absent<CloneStatus>(String why) -> throw cannot(why);
        case Observed.Unknown<CloneStatus>(String why) -> throw StepFailure.passing(why);
      };
    }
  }

  private StepFailure cannot(String why) {
    return StepFailure.fatal(
        "%s cannot copy %s: %s.".formatted(target, donor, why),
        Remedies.of(Acts.dryRun(Acts.rebuild(target))));
  }

  private Observed<CloneStatus> look(StepContext context) {
    try {
      return Observed.known(require(context.deadline().within(LOOK_MAX)));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private static boolean isNewer(CloneStatus status, Before before) {
    return !status.began().equals(before.began());
  }

  @Override
  public void precondition(StepContext context) {
    try (Session session =
        environment.servers().open(target, context.deadline().within(LOOK_MAX))) {
      InstanceState state = session.read(context.deadline());
      if (state.replicas().asOptional().filter(List::isEmpty).isEmpty()) {
        throw StepFailure.blocked(
            "%s has replicas, or it is not known whether it has: %s."
                .formatted(target, state.replicas()),
            List.of("let its replicas replicate from elsewhere"));
      }
    }
  }

  /** It may be away, as it ends or starts with its copy. */
  @Override
  public void preconditionAgain(StepContext context, Before before) {
    // What was begun is only waited for.
  }

  @Override
  public Before before(StepContext context) {
    return new Before(require(context.deadline().within(LOOK_MAX)).began());
  }

  @Override
  public StepOutcome run(StepContext context, Before before) {
    Observed<CloneStatus> now = look(context);
    if (now.asOptional().filter(status -> !isNewer(status, before)).isPresent()) {
      copy(context);
    }
    return awaitCopy(context, before);
  }

  /** The statement has a connection of its own, which is left to it if we are to end before it. */
  private void copy(StepContext context) {
    CompletableFuture<Void> saying =
        CompletableFuture.runAsync(
            () -> {
              try (Session session = environment.servers().open(target, context.deadline())) {
                session
                    .cloning()
                    .orElseThrow(Lacking.in(target, COPY))
                    .cloneFrom(donor, context.deadline());
              }
            },
            work -> Thread.ofVirtual().name("clone-" + target).start(Permit.handedOn(work)));
    while (!saying.isDone()) {
      environment.pauses().inStep(LOOK_EVERY);
      look(context)
          .asOptional()
          .map(CloneStatus::progress)
          .filter(progress -> !progress.isEmpty())
          .ifPresent(context::progress);
    }
    try {
      saying.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw e;
      }
    }
  }

  private StepOutcome awaitCopy(StepContext context, Before before) {
    while (!context.deadline().isExpired()) {
      Observed<CloneStatus> now = look(context);
      if (now instanceof Observed.Known<CloneStatus>(CloneStatus status)) {
        if (status.state() == State.FAILED || !isNewer(status, before)) {
          throw StepFailure.fatal(
              "%s could not copy %s: %s.".formatted(target, donor, status.error()),
              Remedies.of("look into the error logs of both").or(Acts.rebuild(target)));
        }
        if (status.state() == State.COMPLETED) {
          return StepOutcome.done(
              "It is a copy of %s, at the position %s.".formatted(donor, status.place()));
        }
        context.progress(status.progress());
      } else {
        context.progress(
            "It has ended after the copy, or is starting with it (%s). Where nothing restarts its process (error 3707), start it now, with skip_replica_start"
                .formatted(now));
      }
      environment.pauses().inStep(LOOK_EVERY);
    }
    throw StepFailure.fatal(
        "%s does not answer as a copy of %s.".formatted(target, donor),
        Remedies.of("look into its error log and start it").or(settled(context)));
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    Observed<CloneStatus> now = look(context);
    return Verdict.of(
        now.asOptional()
            .filter(each -> each.state() == State.COMPLETED && isNewer(each, before))
            .isPresent(),
        "%s is not a copy of %s: %s.".formatted(target, donor, now));
  }

  @Override
  public void undo(StepContext context, Before before) {
    throw StepFailure.fatal(
        "What %s had is gone. It stays marked to be rebuilt.".formatted(target),
        Remedies.of(settled(context)));
  }

  private Remedy settled(StepContext context) {
    return Remedy.of(
        "%s, then try again: %s", Acts.settle(context.operation()), Acts.rebuild(target));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    CloneStatus now = require(context.deadline().within(LOOK_MAX));
    boolean isLeft = now.state() == State.FAILED && !now.dropped();
    return Verdict.of(isLeft || !isNewer(now, before), "What %s had is gone.".formatted(target));
  }
}
