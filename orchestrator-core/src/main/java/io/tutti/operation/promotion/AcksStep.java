package io.tutti.operation.promotion;

import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.OptionalStep;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Tries;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.AckControl;
import io.tutti.spi.AckSetting;
import java.util.List;
import java.util.Optional;

/**
 * Lets a server wait for acknowledgements, and give them, as its new role wants. Nobody's writes
 * are kept shut for it: what cannot be set is left as it is, and reported. Undo gives it back what
 * it had.
 */
final class AcksStep extends OptionalStep<AcksStep.Before> {
  static final String KIND = "promotion.acks";

  /** What it does. */
  record Work(AckSetting setting) {}

  /**
   * What was there; empty where that side was not loaded, or not known.
   *
   * @param asks whether commits waited
   * @param acknowledges whether it acknowledged
   */
  record Before(Optional<Boolean> asks, Optional<Boolean> acknowledges) {
    AckSetting setting(AckSetting changed) {
      return new AckSetting(
          changed.asks().isPresent() ? asks : Optional.empty(),
          changed.acknowledges().isPresent() ? acknowledges : Optional.empty(),
          Optional.empty());
    }
  }

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final AckSetting wanted;

  AcksStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.wanted = planned.work(Work.class).setting();
  }

  /** Empty where there is nothing to set. */
  static Optional<PlannedStep> planned(
      InstanceAddress target, AckSetting wanted, List<String> statements) {
    return wanted.isNothing()
        ? Optional.empty()
        : Optional.of(
            PlannedStep.of(KIND, target, "acks", new Work(wanted), spoken(target, wanted))
                .withStatements(statements.toArray(String[]::new))
                .affecting());
  }

  private static String spoken(InstanceAddress target, AckSetting wanted) {
    String asks =
        wanted
            .asks()
            .map(on ->
                on
                    ? "let commits on %s wait for acknowledgements (semi-sync)".formatted(target)
                    : "let commits on %s wait for no acknowledgements (semi-sync)"
                        .formatted(target))
            .orElse("");
    String gives =
        wanted
            .acknowledges()
            .map(on ->
                on
                    ? "let %s acknowledge what it receives".formatted(target)
                    : "let %s acknowledge nothing".formatted(target))
            .orElse("");
    return asks.isEmpty() || gives.isEmpty() ? asks + gives : asks + ", and " + gives;
  }

  @Override
  public Before before(StepContext context) {
    try (Session server = open(context)) {
      AckControl.Sides sides = control(server).read(context.deadline());
      return new Before(sides.asks().asOptional(), sides.acknowledges().asOptional());
    } catch (StepFailure | OrchestratorException e) {
      return new Before(Optional.empty(), Optional.empty());
    }
  }

  private Session open(StepContext context) {
    return environment.servers().open(target, context.deadline());
  }

  private AckControl control(Session server) {
    return server
        .control()
        .ackControl()
        .orElseThrow(() ->
            StepFailure.fatal(
                "The plugin of %s sets no acknowledgements.".formatted(target), List.of()));
  }

  @Override
  protected StepOutcome attempt(StepContext context, Before before) {
    try (Session server = open(context)) {
      control(server).set(wanted, context.deadline());
      AckControl.Sides now = control(server).read(context.deadline());
      if (is(wanted, now) instanceof Verdict.Lacks(String observed)) {
        throw StepFailure.passing(observed);
      }
      return StepOutcome.done("It is set.");
    }
  }

  private Verdict is(AckSetting setting, AckControl.Sides now) {
    return Verdict.of(
        is(setting.asks(), now.asks()) && is(setting.acknowledges(), now.acknowledges()),
        "Whether commits on %s wait for acknowledgements is %s, and whether it gives them %s."
            .formatted(target, now.asks(), now.acknowledges()));
  }

  private static boolean is(Optional<Boolean> wanted, Observed<Boolean> now) {
    return wanted.isEmpty() || now.is(wanted.get());
  }

  @Override
  protected String left(StepContext context, Before before, String why) {
    return "Acknowledgements of %s are left as they were: %s".formatted(target, why);
  }

  @Override
  protected Verdict shown(StepContext context, Before before) {
    try (Session server = open(context)) {
      return is(wanted, control(server).read(context.deadline()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (Session server = open(context)) {
      control(server).set(before.setting(wanted), context.deadline());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (Session server = open(context)) {
      return is(before.setting(wanted), control(server).read(context.deadline()));
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
    }
  }
}
