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
import io.tutti.spi.Deadline;
import io.tutti.spi.StartKeeping;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Lets a server keep, for its next start, whether it takes writes; what is in force stays so. Undo
 * gives it back what it kept.
 */
final class NextStartStep extends OptionalStep<NextStartStep.Before> {
  static final String KIND = "promotion.next-start";

  /** What it is to keep, by variable. */
  record Work(SortedMap<String, String> values) {}

  /** What it kept of them; empty where that could not be read. */
  record Before(Optional<SortedMap<String, String>> kept) {}

  private final PromotionEnvironment environment;
  private final InstanceAddress target;
  private final SortedMap<String, String> wanted;

  NextStartStep(PromotionEnvironment environment, PlannedStep planned) {
    super(environment.channels().pauses());
    this.environment = environment;
    this.target = planned.target();
    this.wanted = planned.work(Work.class).values();
  }

  static PlannedStep planned(
      InstanceAddress target, boolean writes, SortedMap<String, String> values, List<String> said) {
    return PlannedStep.of(
            KIND,
            target,
            "next start",
            new Work(values),
            "let %s %s writes after its next start, too"
                .formatted(target, writes ? "take" : "refuse"))
        .withStatements(said.toArray(String[]::new))
        .affecting();
  }

  /**
   * Makes sure that the account may do it, before anything is changed.
   *
   * @throws OrchestratorException MISSING_PRIVILEGE, or where the server does not answer
   */
  static void requireMay(PromotionEnvironment environment, PlannedStep step, Deadline deadline) {
    try (Session server = environment.servers().open(step.target(), deadline)) {
      server.control().startKeeping().ifPresent(each -> each.requirePrivileges(deadline));
    }
  }

  /**
   * The same where nothing waits for it: why it will be left.
   *
   * @return a sentence for people; empty where it may
   */
  static Optional<String> lacking(
      PromotionEnvironment environment, PlannedStep step, Deadline deadline) {
    try {
      requireMay(environment, step, deadline);
      return Optional.empty();
    } catch (OrchestratorException e) {
      return Optional.of(
          "What %s keeps for its next start will be left as it is: %s"
              .formatted(step.target(), e.observed()));
    }
  }

  private Session open(StepContext context) {
    return environment.servers().open(target, context.deadline());
  }

  private StartKeeping keeping(Session server) {
    return server
        .control()
        .startKeeping()
        .orElseThrow(() ->
            StepFailure.fatal("%s keeps nothing for its next start.".formatted(target), List.of()));
  }

  private Observed<SortedMap<String, String>> kept(Session server, StepContext context) {
    return keeping(server).kept(context.deadline()).map(this::ofWanted);
  }

  private SortedMap<String, String> ofWanted(Map<String, String> kept) {
    SortedMap<String, String> those = new TreeMap<>(kept);
    those.keySet().retainAll(wanted.keySet());
    return those;
  }

  @Override
  public Before before(StepContext context) {
    try (Session server = open(context)) {
      return new Before(kept(server, context).asOptional());
    } catch (StepFailure | OrchestratorException e) {
      return new Before(Optional.empty());
    }
  }

  @Override
  protected StepOutcome attempt(StepContext context, Before before) {
    try (Session server = open(context)) {
      keeping(server).keep(wanted, context.deadline());
      if (is(wanted, server, context) instanceof Verdict.Lacks(String observed)) {
        throw StepFailure.passing(observed);
      }
      return StepOutcome.done(
          "It keeps %s."
              .formatted(
                  wanted.entrySet().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining(", "))));
    }
  }

  private Verdict is(SortedMap<String, String> values, Session server, StepContext context) {
    Observed<SortedMap<String, String>> now = kept(server, context);
    return Verdict.of(
        now.is(values), "For its next start %s keeps %s.".formatted(target, now.toString()));
  }

  @Override
  protected String left(StepContext context, Before before, String why) {
    return "What %s keeps for its next start is left as it was, and not known to fit its role: %s"
        .formatted(target, why);
  }

  @Override
  protected Verdict shown(StepContext context, Before before) {
    try (Session server = open(context)) {
      return is(wanted, server, context);
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    if (before.kept().isEmpty()) {
      return;
    }
    SortedMap<String, String> kept = before.kept().get();
    try (Session server = open(context)) {
      if (is(kept, server, context) instanceof Verdict.Holds) {
        return;
      }
      keeping(server)
          .forget(
              wanted.keySet().stream().filter(each -> !kept.containsKey(each)).toList(),
              context.deadline());
      keeping(server).keep(kept, context.deadline());
    }
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    if (before.kept().isEmpty()) {
      return Verdict.holds();
    }
    try (Session server = open(context)) {
      return is(before.kept().get(), server, context);
    } catch (StepFailure | OrchestratorException e) {
      return Verdict.lacks(Tries.said(e));
    }
  }
}
