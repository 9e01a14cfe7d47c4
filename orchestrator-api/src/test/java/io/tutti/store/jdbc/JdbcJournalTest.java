package io.tutti.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.plan.Effect;
import io.tutti.plan.Goal;
import io.tutti.plan.Kind;
import io.tutti.plan.Kinds;
import io.tutti.plan.Nothing;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.PlannedStep;
import io.tutti.plan.Reason;
import io.tutti.plan.Scope;
import io.tutti.plan.StepProgress;
import io.tutti.plan.Why;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.KeptSettings;
import io.tutti.store.LockGrant;
import io.tutti.store.TopologyLock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcJournalTest {
  private static final InstanceAddress DB7 = InstanceAddress.parse("db7:3306");
  private static final Instant NOW = Instant.parse("2026-11-21T09:30:12.123456789Z");

  private record Wanted(Map<String, String> settings) {}

  private record Change(String value) {}

  private static final Kinds KINDS =
      new Kinds(List.of(Kind.of("wanted", Wanted.class), Kind.of("change", Change.class)));

  @TempDir private Path folder;

  private JdbcStore open() {
    return JdbcStore.open("jdbc:h2:file:" + folder.resolve("store"), "", "");
  }

  private static Scope some(String cluster, String... instances) {
    return Scope.of(cluster, Stream.of(instances).map(InstanceAddress::parse).toList());
  }

  private static Scope whole(String cluster) {
    return Scope.ofTopology(cluster, List.of(InstanceAddress.parse("db1:3306")));
  }

  private static Operation operation(String id, Optional<String> key) {
    Goal goal =
        new Goal("parallelism.apply", "db7:3306", new Wanted(Map.of("workers", "8"))).protecting();
    PlannedStep step =
        PlannedStep.of("parallelism.change", DB7, "parallelism", new Change("8"), "set workers=8")
            .withStatements("STOP", "SET", "START")
            .affecting(
                Effect.of(Effect.Kind.APPLIER_STOPS, DB7, "", Effect.Lasts.MOMENT)
                    .forAbout(Duration.ofMillis(105)));
    Plan plan = Plan.of(goal, Scope.of("orders", List.of(DB7)), List.of(step));
    return Operation.planned(new OperationId(id), plan, new OperationRequest("anna", key, NOW));
  }

  private static JournalEntry entry(Operation after) {
    return new JournalEntry(
        after, OperationEvent.of(after, "something happened"), Optional.empty());
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            OrchestratorException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void knowsOperationsAndEventsAgainAfterARestart() {
    Operation planned = operation("one", Optional.of("key"));
    Operation running =
        planned
            .withState(OperationState.RUNNING, Why.of(Reason.PLAN_STILL_RIGHT))
            .withStep(0, StepProgress.PENDING.running(new Change("2")))
            .atNextEvent(NOW);
    OperationEvent event = OperationEvent.of(running, 0, "It is about to run.");
    try (JdbcStore store = open()) {
      LockGrant grant = store.topologyLock().acquire(planned.plan().scope(), planned.id());
      store.journal(KINDS).create(grant, entry(planned));
      store.journal(KINDS).write(grant, new JournalEntry(running, event, Optional.empty()));
    }
    try (JdbcStore store = open()) {
      Journal journal = store.journal(KINDS);
      assertThat(journal.find(planned.id())).contains(running);
      assertThat(journal.findByKey("key")).contains(running);
      assertThat(journal.unfinished()).containsExactly(running);
      assertThat(journal.latest(5)).containsExactly(running);
      assertThat(journal.events(planned.id(), 1, 10))
          .containsExactly(entry(planned).event(), event);
      assertThat(journal.events(planned.id(), 2, 10)).hasSize(1);
      assertThat(store.topologyLock().grants())
          .containsExactly(new LockGrant(planned.plan().scope(), planned.id(), 1));
    }
  }

  @Test
  void writesOfAStepOnlyThatStepHoweverManyThereAre() {
    PlannedStep step = PlannedStep.of("follow", DB7, "it", Nothing.NOTHING, "follow");
    Plan plan =
        Plan.of(
            new Goal("relocate", "db7:3306", Nothing.NOTHING),
            some("orders", "db7:3306"),
            Collections.nCopies(Plan.STEPS_MAX, step));
    Operation planned =
        Operation.planned(
            new OperationId("one"), plan, new OperationRequest("anna", Optional.empty(), NOW));
    Operation next =
        planned.withStep(1999, StepProgress.PENDING.running(Nothing.NOTHING)).atNextEvent(NOW);
    try (JdbcStore store = open()) {
      LockGrant grant = store.topologyLock().acquire(plan.scope(), planned.id());
      store.journal(KINDS).create(grant, entry(planned));
      String was = plannedDocument(store);

      store
          .journal(KINDS)
          .write(
              grant,
              new JournalEntry(next, OperationEvent.of(next, 1999, "About."), Optional.empty()));

      assertThat(store.journal(KINDS).find(planned.id())).contains(next);
      assertThat(plannedDocument(store)).isEqualTo(was);
      assertThat(
              store
                  .client()
                  .sql("SELECT step_index FROM operation_step")
                  .query(Integer.class)
                  .list())
          .containsExactly(1999);
      assertThat(
              store
                  .client()
                  .sql("SELECT LENGTH(state) FROM operation")
                  .query(Integer.class)
                  .single())
          .isLessThan(1000);
    }
  }

  private static String plannedDocument(JdbcStore store) {
    return store.client().sql("SELECT planned FROM operation").query(String.class).single();
  }

  @Test
  void writesTheSameEntryOnce() {
    try (JdbcStore store = open()) {
      Operation planned = operation("one", Optional.empty());
      Operation next = planned.atNextEvent(NOW);
      LockGrant grant = store.topologyLock().acquire(planned.plan().scope(), planned.id());
      store.journal(KINDS).create(grant, entry(planned));
      store.journal(KINDS).write(grant, entry(next));
      store.journal(KINDS).write(grant, entry(next));
      assertThat(store.journal(KINDS).events(planned.id(), 1, 10)).hasSize(2);
      assertThatThrownBy(() ->
              store.journal(KINDS).write(grant, entry(next.atNextEvent(NOW).atNextEvent(NOW))))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void refusesWhoeverActsUnderAnEarlierEpoch() {
    try (JdbcStore store = open()) {
      Operation planned = operation("one", Optional.empty());
      TopologyLock lock = store.topologyLock();
      LockGrant first = lock.acquire(planned.plan().scope(), planned.id());
      store.journal(KINDS).create(first, entry(planned));
      LockGrant second = lock.takeOver(planned.plan().scope(), planned.id());
      assertThat(second.epoch()).isGreaterThan(first.epoch());
      assertRefused(
          ErrorCode.STALE_EPOCH,
          () -> store.journal(KINDS).write(first, entry(planned.atNextEvent(NOW))));
      assertThat(store.journal(KINDS).find(planned.id())).contains(planned);
      store.journal(KINDS).write(second, entry(planned.atNextEvent(NOW)));
      lock.release(first);
      assertThat(lock.grants()).containsExactly(second);
    }
  }

  @Test
  void lendsATopologyToOneOperationAndTheEpochOnlyGrows() {
    try (JdbcStore store = open()) {
      TopologyLock lock = store.topologyLock();
      LockGrant first = lock.acquire(whole("orders"), new OperationId("one"));
      assertRefused(
          ErrorCode.TOPOLOGY_LOCKED, () -> lock.acquire(whole("orders"), new OperationId("two")));
      assertRefused(
          ErrorCode.TOPOLOGY_LOCKED, () -> lock.takeOver(whole("orders"), new OperationId("two")));
      lock.acquire(
          Scope.ofTopology("other", List.of(InstanceAddress.parse("db2:3306"))),
          new OperationId("three"));
      lock.release(first);
      assertThat(lock.acquire(whole("orders"), new OperationId("two")).epoch())
          .isGreaterThan(first.epoch());
    }
  }

  @Test
  void lendsInstancesOfATopologyToSeveralAndKeepsOutWhoWantsAllOfIt() {
    try (JdbcStore store = open()) {
      TopologyLock lock = store.topologyLock();
      LockGrant first = lock.acquire(some("orders", "db7:3306"), new OperationId("one"));
      LockGrant second = lock.acquire(some("orders", "db8:3306"), new OperationId("two"));
      assertThat(second.epoch()).isGreaterThan(first.epoch());
      assertThat(lock.grants()).containsExactly(first, second);
      assertRefused(
          ErrorCode.INSTANCE_IN_OPERATION,
          () -> lock.acquire(some("orders", "db8:3306", "db9:3306"), new OperationId("three")));
      assertRefused(
          ErrorCode.TOPOLOGY_LOCKED, () -> lock.acquire(whole("orders"), new OperationId("three")));
      lock.release(first);
      lock.release(second);
      assertThat(lock.acquire(whole("orders"), new OperationId("three")).epoch())
          .isGreaterThan(second.epoch());
      assertRefused(
          ErrorCode.TOPOLOGY_LOCKED,
          () -> lock.acquire(some("orders", "db9:3306"), new OperationId("four")));
    }
  }

  @Test
  void keepsNoSecondOperationUnderAKey() {
    try (JdbcStore store = open()) {
      LockGrant grant = store.topologyLock().acquire(whole("orders"), new OperationId("one"));
      store.journal(KINDS).create(grant, entry(operation("one", Optional.of("key"))));
      LockGrant other =
          store.topologyLock().acquire(some("other", "db9:3306"), new OperationId("two"));
      assertRefused(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          () -> store.journal(KINDS).create(other, entry(operation("two", Optional.of("key")))));
    }
  }

  private static final Instant KEPT_AT = Instant.parse("2026-11-21T01:02:03.456Z");

  @Test
  void keepsSettingsOfAnInstance() {
    KeptSettings.Settings kept =
        new KeptSettings.Settings(
            List.of(
                new KeptSettings.Original("workers", "", "2", Observed.absent("it kept nothing")),
                new KeptSettings.Original("mode", "", "ON", Observed.known("OFF"))),
            new TreeMap<>(Map.of("workers", "8")),
            new TreeMap<>(Map.of("workers", "eight-workers")),
            Optional.of(ProcessStart.of(KEPT_AT, Duration.ofHours(1), Duration.ZERO)));
    try (JdbcStore store = open()) {
      assertThat(store.records().settings().load(DB7)).isEqualTo(KeptSettings.Settings.NONE);
      store.records().settings().save(DB7, new KeptSettings.Kept(kept, KEPT_AT));
    }
    try (JdbcStore store = open()) {
      assertThat(store.records().settings().load(DB7)).isEqualTo(kept);
      assertThat(store.records().settings().loadAll())
          .containsExactly(Map.entry(DB7, new KeptSettings.Kept(kept, KEPT_AT)));
      store
          .records()
          .settings()
          .save(DB7, new KeptSettings.Kept(KeptSettings.Settings.NONE, KEPT_AT));
      assertThat(store.records().settings().load(DB7)).isEqualTo(KeptSettings.Settings.NONE);
    }
  }
}
