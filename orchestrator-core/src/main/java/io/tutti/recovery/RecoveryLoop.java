package io.tutti.recovery;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationState;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Urgency;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about all that the catalogue of rules knows, and begins what is to be done.
 *
 * <ol>
 *   <li>Ask each rule for its cases, and what its policy says of each.
 *   <li>Keep what is decided ({@link Decisions}).
 *   <li>Where it is to be recovered and it is time to: see how the operation ended that was begun
 *       last; else submit one. That reads servers, so each case is asked for on a thread of its
 *       own.
 *   <li>What was refused or has failed is tried again later, less and less often ({@link BackOff}),
 *       and at once when an operation that was in its way has ended.
 * </ol>
 *
 * <p>It holds nothing that a restart of the controller would lose: cases are records, and an
 * operation that is once for a case is found by its key.
 */
public final class RecoveryLoop {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLoop.class);

  /** Longer than any operation that is waited for; then it is looked at again. */
  private static final Duration WAIT_MAX = Duration.ofHours(24);

  private final List<RecoveryRule> rules;
  private final Ports ports;
  private final Map<Key, Attempt> attempts = new HashMap<>();
  private final Set<Awaited> awaited = ConcurrentHashMap.newKeySet();
  private volatile Runnable wake = () -> {};

  private record Key(RecoveryRule rule, String id) {}

  /** A case that waits for the end of an operation. */
  private record Awaited(Key key, OperationId operation) {}

  /**
   * What it works with.
   *
   * @param asking where servers are asked, by how urgent that is
   * @param waiting where the end of an operation is waited for
   */
  public record Ports(
      OperationRunner runner,
      Supplier<WorldView> world,
      Decisions decisions,
      InstantSource clock,
      Function<Urgency, Executor> asking,
      Executor waiting) {}

  public RecoveryLoop(List<RecoveryRule> rules, Ports ports) {
    this.rules = List.copyOf(rules);
    this.ports = ports;
  }

  /** What is to be called when there may be something to do; to be said before the first look. */
  public void onDue(Runnable wanted) {
    wake = wanted;
  }

  /** Something came that may have been missing: a replica that answers again, say. */
  public void stirred() {
    Instant now = ports.clock().instant();
    synchronized (attempts) {
      attempts.replaceAll((key, attempt) ->
          key.rule().times() == Times.WHILE_WANTED ? attempt.stirred(now) : attempt);
    }
    wake.run();
  }

  /**
   * Decides about everything once.
   *
   * @return when something is due next, if that is known
   */
  public Optional<Instant> look() {
    WorldView world = ports.world().get();
    Instant now = ports.clock().instant();
    Set<Key> seen = new HashSet<>();
    Optional<Instant> next = Optional.empty();
    for (RecoveryRule rule : rules) {
      for (Case each : rule.policy().cases(world, now)) {
        Key key = new Key(rule, each.id());
        seen.add(key);
        Optional<Instant> due = decide(key, each, now);
        next = earlier(next, due);
      }
    }
    forgetAllBut(seen, now);
    return next;
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return one.isPresent() && other.isPresent() && other.get().isAfter(one.get())
        ? one
        : other.or(() -> one);
  }

  private Optional<Instant> decide(Key key, Case about, Instant now) {
    switch (about.decision()) {
      case Decision.Recover recover -> {
        return askDue(key, now, recover.goal(), attempt -> askedFor(key, about, recover, attempt));
      }
      case Decision.Propose proposal -> {
        return askDue(key, now, proposal.goal(), attempt -> propose(key, about, proposal, attempt));
      }
      case Decision.Recheck later -> {
        conclude(key, about, later, Optional.empty());
        return Optional.of(later.at());
      }
      case Decision.Ignore ignored -> conclude(key, about, ignored, Optional.empty());
      case Decision.AskOperator person -> {
        conclude(key, about, person, Optional.empty());
        key.rule().remark().keep(about.instance(), person.reason());
      }
    }
    return Optional.empty();
  }

  /** Where it is time to: on a thread of its own, as that reads servers. */
  private Optional<Instant> askDue(Key key, Instant now, Goal goal, UnaryOperator<Attempt> asked) {
    Attempt attempt;
    synchronized (attempts) {
      attempt = attempts.computeIfAbsent(key, first -> Attempt.first(now));
      Optional<Instant> due = attempt.due(key.rule().backOff());
      if (due.isEmpty() || due.get().isAfter(now)) {
        return due;
      }
      attempts.put(key, attempt.asking());
    }
    ports.asking().apply(goal.urgency()).execute(() -> ask(key, attempt, asked));
    return Optional.empty();
  }

  /** A case that is back before its pause has passed is none that begins again. */
  private void forgetAllBut(Set<Key> seen, Instant now) {
    synchronized (attempts) {
      attempts
          .entrySet()
          .removeIf(each ->
              !seen.contains(each.getKey())
                  && !each.getValue().isAsking()
                  && (each.getValue().isDone()
                      || each.getValue()
                              .begunAt()
                              .plus(each.getKey().rule().backOff().between())
                              .compareTo(now)
                          <= 0));
    }
  }

  private void ask(Key key, Attempt attempt, UnaryOperator<Attempt> asked) {
    Attempt next = attempt.refused(key.rule().backOff(), ports.clock().instant());
    try {
      next = asked.apply(attempt);
    } catch (RuntimeException e) {
      LOG.warn("{}: {} could not be handled; it is tried again", key.rule().actor(), key.id(), e);
    } finally {
      keep(key, next);
      wake.run();
    }
  }

  private void keep(Key key, Attempt next) {
    synchronized (attempts) {
      Attempt meanwhile = attempts.getOrDefault(key, next);
      attempts.put(key, next.unless(meanwhile, ports.clock().instant()));
    }
  }

  private Attempt askedFor(Key key, Case about, Decision.Recover recover, Attempt attempt) {
    OperationRunner runner = ports.runner();
    Optional<Operation> last = attempt.begun().flatMap(runner::find);
    if (last.isPresent()) {
      return after(key, about, last.get(), attempt);
    }
    if (key.rule().times() == Times.WHILE_WANTED && runner.isUnderWay(recover.goal())) {
      runner.holders().forEach(holder -> awaken(key, holder));
      Attempt next = attempt.goesOn(ports.clock().instant());
      conclude(
          key,
          about,
          new Decision.Recheck(next.again().next(), "An operation for it is under way."),
          Optional.empty());
      return next;
    }
    try {
      Operation operation = submit(key, about, recover.goal(), attempt);
      if (operation.state().isAtRest()) {
        return after(key, about, operation, attempt);
      }
      conclude(key, about, recover, Optional.of(operation.id()));
      awaken(key, operation.id());
      return attempt.begun(operation.id(), ports.clock().instant());
    } catch (OrchestratorException e) {
      return refused(key, about, recover.goal(), e, attempt);
    }
  }

  /** What it would do, or why it would not be done, as a dry run says it. */
  private Attempt propose(Key key, Case about, Decision.Propose proposal, Attempt attempt) {
    Decision asked;
    try {
      String steps =
          ports.runner().dryRun(proposal.goal()).steps().stream()
              .map(PlannedStep::describe)
              .collect(Collectors.joining("; "));
      asked =
          new Decision.AskOperator(
              "%s It would: %s.".formatted(proposal.reason(), steps), proposal.remedies());
    } catch (OrchestratorException e) {
      asked =
          new Decision.AskOperator(
              "%s It would be refused: %s".formatted(proposal.reason(), e.observed()),
              proposal.remedies().or(e.remedies()));
    }
    conclude(key, about, asked, Optional.empty());
    return attempt.refused(key.rule().backOff(), ports.clock().instant());
  }

  private Operation submit(Key key, Case about, Goal goal, Attempt attempt) {
    Optional<String> once =
        key.rule().times() == Times.ONCE
            ? Optional.of("%s-%s-%d".formatted(key.rule().name(), about.id(), attempt.count()))
            : Optional.empty();
    return ports.runner().submitAgain(goal, key.rule().actor(), once);
  }

  /** How the operation ended that was begun last, if it has. */
  private Attempt after(Key key, Case about, Operation last, Attempt attempt) {
    Instant now = ports.clock().instant();
    if (!last.state().isAtRest()) {
      return attempt.goesOn(now);
    }
    if (key.rule().times() == Times.ONCE && last.state() == OperationState.SUCCEEDED) {
      conclude(
          key,
          about,
          new Decision.Ignore("It was done once. If somebody has undone it since, that stays."),
          Optional.of(last.id()));
      return attempt.done();
    }
    if (key.rule().times() == Times.ONCE && last.state() == OperationState.STUCK) {
      conclude(
          key,
          about,
          new Decision.AskOperator("The operation is stuck: " + last.why()),
          Optional.of(last.id()));
      return attempt.begun(last.id(), now);
    }
    Attempt next = attempt.inVain(key.rule().backOff(), now);
    conclude(
        key,
        about,
        new Decision.Recheck(next.again().next(), "The operation ended, and it is still so."),
        Optional.of(last.id()));
    return next;
  }

  private Attempt refused(
      Key key, Case about, Goal goal, OrchestratorException e, Attempt attempt) {
    if (ports.decisions().isNewRefusal(key.rule(), about, e.observed())) {
      ports.runner().auditRefusal(goal, key.rule().actor(), e.observed());
    }
    // Before it is asked who is in the way: who has ended since is no reason to wait.
    Attempt next = attempt.refused(key.rule().backOff(), ports.clock().instant());
    conclude(
        key,
        about,
        new Decision.Recheck(next.again().next(), e.observed(), e.remedies()),
        Optional.empty());
    if (e.code().kind() == ErrorKind.CONFLICT) {
      Set<OperationId> inTheWay = ports.runner().holders();
      inTheWay.forEach(holder -> awaken(key, holder));
      return inTheWay.isEmpty() ? attempt.soon(ports.clock().instant()) : next;
    }
    key.rule().remark().keep(about.instance(), e.observed());
    return next;
  }

  /** Has a case looked at as soon as an operation has ended. */
  private void awaken(Key key, OperationId operation) {
    if (!awaited.add(new Awaited(key, operation))) {
      return;
    }
    ports
        .waiting()
        .execute(() -> {
          try {
            ports.runner().awaitRest(operation, WAIT_MAX);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
          } catch (RuntimeException e) {
            LOG.debug("{} cannot be waited for", operation, e);
          }
          awaited.remove(new Awaited(key, operation));
          Instant now = ports.clock().instant();
          synchronized (attempts) {
            attempts.computeIfPresent(key, (same, attempt) -> attempt.stirred(now));
          }
          wake.run();
        });
  }

  private void conclude(Key key, Case about, Decision decision, Optional<OperationId> operation) {
    ports.decisions().decide(key.rule(), about, decision, operation);
  }
}
