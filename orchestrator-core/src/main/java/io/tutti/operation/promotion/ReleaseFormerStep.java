package io.tutti.operation.promotion;

import io.tutti.error.Remedies;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.ThreadState;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import java.util.List;

/**
 * Forgets that a former source is to be shut again after a restart, once it replicates from the new
 * one. One that does not stays kept shut: it would be a second one that takes writes.
 */
final class ReleaseFormerStep extends OptionalStep<Nothing> {
  static final String KIND = "switchover.release";

  /** What it does; the one that it is to replicate from. */
  record Work(InstanceAddress source) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final InstanceAddress source;

  ReleaseFormerStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.source = planned.work(Work.class).source();
  }

  static PlannedStep planned(InstanceAddress former, InstanceAddress source) {
    return PlannedStep.of(
            KIND,
            former,
            "fence",
            new Work(source),
            "forget that %s is to be shut again after a restart".formatted(former))
        .affecting();
  }

  @Override
  public Nothing before(StepContext context) {
    return Nothing.NOTHING;
  }

  private boolean isKept() {
    return environment
        .fences()
        .find(target)
        .filter(kept -> kept.id().equals(HandOverStep.FENCE))
        .isPresent();
  }

  @Override
  protected StepOutcome attempt(StepContext context, Nothing before) {
    if (!isKept()) {
      return StepOutcome.alreadyDone("It is not kept shut any more.");
    }
    requireReplicating(context);
    environment.fences().remove(target);
    return StepOutcome.done("A restart shuts it no longer.");
  }

  /** One that is attached and does not run gets nothing that the new one writes. */
  private void requireReplicating(StepContext context) {
    try (Session former = environment.servers().open(target, context.deadline())) {
      List<Channel> from =
          former.readChannels(context.deadline()).channels().asOptional().stream()
              .flatMap(List::stream)
              .filter(each -> PromotedChannel.isSame(environment, each.source(), source))
              .toList();
      if (from.isEmpty()) {
        throw StepFailure.fatal(
            "it does not replicate from %s.".formatted(source), Remedies.none());
      }
      if (from.stream().anyMatch(Channel::isReplicating)) {
        return;
      }
      throw from.stream().anyMatch(ReleaseFormerStep::isConnecting)
          ? StepFailure.passing("it does not reach %s yet.".formatted(source))
          : StepFailure.fatal(
              "its replication from %s does not run: start it first.".formatted(source),
              Remedies.none());
    }
  }

  private static boolean isConnecting(Channel channel) {
    return channel.receiver().state() == ThreadState.CONNECTING
        && channel.applier().state() == ThreadState.RUNNING;
  }

  @Override
  protected String left(StepContext context, Nothing before, String why) {
    return "%s stays shut, also after a restart: %s Remedy: rejoin it below %s."
        .formatted(target, why, source);
  }

  @Override
  protected Verdict shown(StepContext context, Nothing before) {
    return Verdict.of(!isKept(), "The store says that %s is kept shut.".formatted(target));
  }

  /** Whoever is shut stays so. */
  @Override
  public void undo(StepContext context, Nothing before) {}

  @Override
  public Verdict verifyUndone(StepContext context, Nothing before) {
    return Verdict.holds();
  }
}
