package io.tutti.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKinds;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.plan.Goal;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.Plan;
import io.tutti.plan.Scope;
import io.tutti.recovery.Decisions.Counted;
import io.tutti.recovery.Decisions.Decided;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.spi.Deadline;
import io.tutti.store.AuditRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a rule's decision leads to, whatever the rule is about. */
class RecoveryLoopTest {
  private static final InstanceAddress A = InstanceAddress.parse("a:1");
  private static final Goal GOAL = new Goal("nothing", "a:1", Nothing.NOTHING);
  private static final Duration REST_MAX = Duration.ofSeconds(30);

  private final InMemoryJournal store = new InMemoryJournal();
  private final SimulatedTime time = new SimulatedTime();
  private Optional<String> refusal = Optional.empty();
  private Runnable meanwhile = () -> {};
  private Optional<Decision> wanted = Optional.of(new Decision.Recover(GOAL, "It is so."));
  private final OperationRunner runner =
      new OperationRunner(
          List.of(new NothingToDo()),
          new StepKinds(List.of()),
          OperationSettings.USUAL,
          new OperationRunner.Environment(store, store, store, time, time));

  private final class NothingToDo implements Planning {
    @Override
    public String goalKind() {
      return GOAL.kind();
    }

    @Override
    public Class<Nothing> request() {
      return Nothing.class;
    }

    @Override
    public Plan plan(Goal goal, Deadline deadline) {
      meanwhile.run();
      refusal.ifPresent(why -> {
        throw new OrchestratorException(ErrorCode.FENCE_NOT_LIFTABLE, "a:1", why, List.of());
      });
      return Plan.of(goal, Scope.of("main", List.of(A)), List.of());
    }
  }

  @AfterEach
  void close() {
    runner.close();
  }

  private LoopByHand loop(Times times, BackOff backOff) {
    return new LoopByHand(
        new RecoveryRule(
            "example",
            (world, now) -> wanted.map(each -> new Case("1", A, each)).stream().toList(),
            backOff,
            times),
        runner,
        () -> States.world(States.of("a:1").reached()),
        time,
        store);
  }

  private LoopByHand loop(Times times) {
    return loop(times, BackOff.upTo(Duration.ofSeconds(10)));
  }

  private void rest(LoopByHand loop, List<Operation> begun) throws InterruptedException {
    for (Operation operation : begun) {
      runner.awaitRest(operation.id(), REST_MAX);
    }
    loop.operationsEnded();
  }

  private List<AuditRecord> auditedDecisions() {
    return store.latest(Optional.of("a:1"), 99).stream()
        .filter(record -> record.action().startsWith("decision."))
        .toList();
  }

  @Test
  void whatIsDoneOnceIsNotDoneAgainNorByTheNextController() throws InterruptedException {
    LoopByHand first = loop(Times.ONCE);
    List<Operation> begun = first.recover();
    assertThat(begun).hasSize(1);
    rest(first, begun);
    time.pause(Duration.ofMinutes(1));
    assertThat(first.recover()).isEmpty();
    assertThat(first.decided())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.decision()).isInstanceOf(Decision.Ignore.class);
          assertThat(each.operation()).contains(begun.getFirst().id());
        });

    LoopByHand next = loop(Times.ONCE);
    assertThat(next.recover()).isEmpty();
    assertThat(next.decided())
        .extracting(Decided::operation)
        .containsExactly(Optional.of(begun.getFirst().id()));
  }

  @Test
  void whatComesBackIsDoneAgainAfterItsPause() throws InterruptedException {
    LoopByHand loop =
        loop(
            Times.WHILE_WANTED,
            BackOff.upTo(Duration.ofSeconds(10)).withBetween(Duration.ofMinutes(2)));
    rest(loop, loop.recover());
    Optional<Decision> still = wanted;
    wanted = Optional.empty();
    assertThat(loop.recover()).isEmpty();
    wanted = still;
    time.pause(Duration.ofSeconds(119));
    assertThat(loop.recover()).as("its operation has ended just now").isEmpty();
    loop.stirred();
    assertThat(loop.recover()).as("whatever came").isEmpty();
    time.pause(Duration.ofSeconds(1));
    assertThat(loop.recover()).hasSize(1);
  }

  @Test
  void whatIsRefusedIsReportedAndTriedAgain() throws InterruptedException {
    LoopByHand loop = loop(Times.ONCE);
    refusal = Optional.of("Its replica is away.");
    assertThat(loop.recover()).isEmpty();
    assertThat(loop.decided())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.decision()).isInstanceOf(Decision.Recheck.class);
          assertThat(each.decision().reason()).isEqualTo("Its replica is away.");
        });
    refusal = Optional.empty();
    assertThat(loop.recover()).as("not at once").isEmpty();
    time.pause(Again.PAUSE_MIN);
    assertThat(loop.recover()).hasSize(1);
  }

  @Test
  void whatCameWhileItWasRefusedIsNotMissed() {
    LoopByHand loop = loop(Times.WHILE_WANTED);
    refusal = Optional.of("Its replica is away.");
    meanwhile = loop::stirred;
    assertThat(loop.recover()).isEmpty();
    meanwhile = () -> {};
    refusal = Optional.empty();

    assertThat(loop.recover()).hasSize(1);
  }

  @Test
  void aDecisionIsKeptOnceHoweverOftenItIsLookedAt() throws InterruptedException {
    wanted = Optional.of(new Decision.AskOperator("The policy is OFF."));
    LoopByHand loop = loop(Times.ONCE);
    for (int i = 0; i < 5; i++) {
      loop.recover();
      time.pause(Duration.ofSeconds(2));
    }
    assertThat(auditedDecisions())
        .singleElement()
        .satisfies(record -> {
          assertThat(record.actor()).isEqualTo("policy:example");
          assertThat(record.action()).isEqualTo("decision.ask_operator");
          assertThat(record.reason()).isEqualTo("The policy is OFF.");
        });
    assertThat(loop.decisions().counts())
        .containsExactly(java.util.Map.entry(new Counted("example", "ASK_OPERATOR"), 1L));

    wanted = Optional.of(new Decision.Ignore("It is over."));
    loop.recover();
    assertThat(auditedDecisions()).hasSize(2);
    assertThat(loop.decided()).extracting(each -> each.decision().word()).containsExactly("IGNORE");
  }

  @Test
  void whatIsTriedForLongDoesNotFillTheAudit() throws InterruptedException {
    LoopByHand loop = loop(Times.ONCE);
    for (int i = 0; i < 40; i++) {
      wanted =
          Optional.of(
              i % 2 == 0
                  ? new Decision.AskOperator("It is hindered.")
                  : new Decision.Ignore("It is over."));
      loop.recover();
      time.pause(Duration.ofSeconds(30));
    }
    assertThat(auditedDecisions()).as("20 minutes, two reasons").hasSize(4);

    wanted = Optional.of(new Decision.AskOperator("It is hindered by something else."));
    loop.recover();
    assertThat(auditedDecisions()).hasSize(5);
  }

  @Test
  void whatRefusesItAgainAndAgainIsAuditedOnce() throws InterruptedException {
    LoopByHand loop = loop(Times.WHILE_WANTED);
    refusal = Optional.of("Its replica is away.");
    for (int i = 0; i < 15; i++) {
      loop.recover();
      time.pause(Duration.ofSeconds(30));
    }
    refusal = Optional.of("Its replica is behind.");
    loop.recover();
    assertThat(store.latest(Optional.of("a:1"), 99))
        .extracting(AuditRecord::action, AuditRecord::actor, AuditRecord::reason)
        .containsExactlyInAnyOrder(
            tuple("nothing.refused", "policy:example", "Its replica is away."),
            tuple("nothing.refused", "policy:example", "Its replica is behind."));
  }

  /** Of what is only looked at again the audit has nothing: of a refusal it has the refusal. */
  @Test
  void whatIsLookedAtAgainIsShownAndNotAudited() {
    wanted = Optional.of(new Decision.Recheck(time.instant().plusSeconds(1), "Not yet."));
    LoopByHand loop = loop(Times.ONCE);
    loop.recover();
    assertThat(loop.decided()).hasSize(1);
    assertThat(auditedDecisions()).isEmpty();
  }
}
