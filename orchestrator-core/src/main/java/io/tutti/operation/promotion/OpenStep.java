package io.tutti.operation.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.Step;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.Verdict;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.PlannedStep;
import io.tutti.spi.Deadline;
import io.tutti.topology.RememberedCluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Lets clients write to who takes the place. From then on nothing is undone, also where a restart
 * has shut it since: what they have written is on no other server.
 */
final class OpenStep implements Step<OpenStep.Before> {
  static final String KIND = "promotion.open";

  /**
   * What was there.
   *
   * @param found what kept clients from writing, by variable
   * @param had what it had then
   */
  record Before(SortedMap<String, String> found, HadBefore had) {}

  /** Whose place it takes: who else was in that one's cluster is asked before and after. */
  record InPlaceOf(InstanceAddress lost, List<Member> members) {
    InPlaceOf {
      members = List.copyOf(members);
    }
  }

  private final PromotionEnvironment environment;
  private final InstanceAddress target;

  /** Empty in operations that an older controller kept. */
  private final Optional<InPlaceOf> place;

  OpenStep(PromotionEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.target = planned.target();
    this.place = planned.seen(InPlaceOf.class);
  }

  private Session open(StepContext context) {
    return environment.servers().open(target, context.deadline());
  }

  private WriteGate gate(Session session, StepContext context) {
    return WriteGate.of(target, session, context.deadline());
  }

  @Override
  public boolean isPointOfNoReturn() {
    return true;
  }

  @Override
  public void precondition(StepContext context) {
    // Who is to be opened was made ready by the steps before.
  }

  @Override
  public Before before(StepContext context) {
    try (Session session = open(context)) {
      return new Before(
          gate(session, context).found(), HadBefore.of(session.readProgress(context.deadline())));
    }
  }

  @Override
  public StepOutcome run(StepContext context, Before found) {
    try (Session session = open(context)) {
      WriteGate gate = gate(session, context);
      if (gate.isOpen()) {
        return StepOutcome.alreadyDone("It took writes already.");
      }
      return opened(gate, context);
    }
  }

  private StepOutcome opened(WriteGate gate, StepContext context) {
    List<InstanceAddress> servers = new ArrayList<>(List.of(target));
    place.ifPresent(of -> of.members().forEach(each -> servers.add(each.address())));
    Deadline deadline = context.deadline();
    try (ActingLocks.Held locks = environment.acting().take(servers, Duration.ZERO)) {
      Optional<FormerMembers> members =
          place.map(of -> new FormerMembers(environment, of.lost(), locks));
      List<Member> planned = place.map(InPlaceOf::members).orElse(List.of());
      String before =
          members.map(all -> all.requireFree(target, planned, deadline).said()).orElse("");
      locks.requireStill(target);
      gate.open(deadline);
      String after = members.map(all -> all.afterwards(target, planned, deadline)).orElse("");
      return StepOutcome.done("It takes writes.%s%s%s".formatted(before, locks.said(), after));
    }
  }

  /** A restart may have shut it since. */
  @Override
  public boolean isPassed(StepContext context, Before before) {
    try (Session session = open(context)) {
      return gate(session, context).isOpen()
          || !HadBefore.known(target, hasNoMore(session, before, context));
    }
  }

  @Override
  public Verdict verify(StepContext context, Before before) {
    try (Session session = open(context)) {
      WriteGate gate = gate(session, context);
      return Verdict.of(gate.isOpen(), "%s shows %s.".formatted(target, gate.found()));
    }
  }

  @Override
  public void undo(StepContext context, Before before) {
    try (Session session = open(context)) {
      WriteGate gate = gate(session, context);
      if (gate.isOpen() || !hasNoMore(session, before, context).is(true)) {
        throw StepFailure.fatal(
            "%s has taken writes since, or this is not known.".formatted(target),
            Remedies.of("leave it so: it is the source now").or(Acts.showInstance(target)));
      }
      gate.setBack(before.found(), context.deadline());
    }
  }

  private static Observed<Boolean> hasNoMore(Session session, Before before, StepContext context) {
    return before.had().isAll(HadBefore.of(session.readProgress(context.deadline())));
  }

  @Override
  public Verdict verifyUndone(StepContext context, Before before) {
    try (Session session = open(context)) {
      SortedMap<String, String> now = gate(session, context).found();
      return Verdict.of(
          now.equals(before.found()) && hasNoMore(session, before, context).is(true),
          "%s shows %s, or has taken writes.".formatted(target, now));
    }
  }
}
