package io.tutti.operation.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedy;
import io.tutti.fixtures.States;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.OperationHooks;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.OperationSettings;
import io.tutti.operation.fixtures.InMemoryJournal;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationState;
import io.tutti.recovery.LoopByHand;
import io.tutti.topology.BackupSession;
import io.tutti.topology.Records;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseRecoveryTest {
  private static final Duration REST_MAX = Duration.ofSeconds(30);
  private static final Duration LEASE = Duration.ofMinutes(10);

  private final HeldWorld world = new HeldWorld();
  private final InMemoryJournal store = new InMemoryJournal();
  private OperationRunner runner = runner();
  private LoopByHand recovery = loop();
  private final BackupLeases leases = new BackupLeases(world.sessions(), store, world.time());

  private LoopByHand loop() {
    return new LoopByHand(
        LeaseRecovery.rule(),
        runner,
        () ->
            new WorldView(
                States.snapshot(States.of("a:1").reached()),
                Records.NONE.withBackups(world.sessions().open())),
        world.time(),
        store);
  }

  private OperationRunner runner() {
    return new OperationRunner(
        world.capabilities().plannings(),
        world.capabilities().stepKinds(),
        OperationSettings.USUAL,
        new OperationRunner.Environment(
            store,
            store,
            store,
            world.time(),
            world.time(),
            world.capabilities().reservations(),
            OperationHooks.NONE,
            ActingLocks.NONE));
  }

  @AfterEach
  void close() {
    runner.close();
  }

  private static Goal begin() {
    return new BeginRequest(
            HeldWorld.REPLICA.toString(), false, Optional.empty(), LEASE, Duration.ofMinutes(1))
        .toGoal();
  }

  private Operation rest(Operation operation) throws InterruptedException {
    return runner.awaitRest(operation.id(), REST_MAX);
  }

  private BackupSession begun() throws InterruptedException {
    Operation ended = rest(runner.submit(begin(), "anna", Optional.empty()));
    assertThat(ended.state()).as("%s", ended.why()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(world.applies()).isFalse();
    return world.sessions().findOpen(HeldWorld.REPLICA).orElseThrow();
  }

  @Test
  void endsWhatIsOverAndNothingElse() throws InterruptedException {
    begun();
    assertThat(recovery.recover()).isEmpty();
    world.time().pause(LEASE.minusSeconds(60));
    assertThat(recovery.recover()).isEmpty();
    world.time().pause(Duration.ofSeconds(60));

    List<Operation> started = recovery.recover();

    assertThat(started).hasSize(1);
    Operation ended = rest(started.getFirst());
    assertThat(ended.state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(ended.request().actor()).isEqualTo("policy:lease");
    assertThat(world.applies()).isTrue();
    assertThat(world.sessions().open()).isEmpty();
    assertThat(store.latest(Optional.empty(), 9))
        .anySatisfy(record -> {
          assertThat(record.actor()).isEqualTo("policy:lease");
          assertThat(record.action()).startsWith("backup.end");
        });
    assertThat(recovery.recover()).isEmpty();
  }

  @Test
  void endsItAfterARestartOfTheControllerToo() throws InterruptedException {
    begun();
    runner.close();
    world.time().pause(LEASE.plusSeconds(1));
    runner = runner();
    recovery = loop();

    assertThat(rest(recovery.recover().getFirst()).state()).isEqualTo(OperationState.SUCCEEDED);
    assertThat(world.applies()).isTrue();
  }

  @Test
  void aRenewedOneGoesOn() throws InterruptedException {
    BackupSession session = begun();
    world.time().pause(LEASE.minusSeconds(1));
    leases.renew(HeldWorld.REPLICA, session.id(), LEASE, "anna");
    world.time().pause(Duration.ofMinutes(1));
    assertThat(recovery.recover()).isEmpty();
    assertThat(world.applies()).isFalse();
  }

  @Test
  void whatIsOverCannotBeRenewed() throws InterruptedException {
    BackupSession session = begun();
    world.time().pause(LEASE);
    assertThatThrownBy(() -> leases.renew(HeldWorld.REPLICA, session.id(), LEASE, "anna"))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.BACKUP_SESSION_OVER));
  }

  @Test
  void nothingElseIsDoneToAHeldReplica() throws InterruptedException {
    BackupSession session = begun();
    assertThatThrownBy(() -> runner.submit(begin(), "bert", Optional.empty()))
        .isInstanceOfSatisfying(
            OrchestratorException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.INSTANCE_IN_BACKUP_SESSION);
              assertThat(refusal.observed()).contains(session.id());
              assertThat(refusal.remedies())
                  .containsExactly(Remedy.of(Acts.endBackup(HeldWorld.REPLICA, session.id())));
            });
    assertThatThrownBy(() -> runner.dryRun(begin())).isInstanceOf(OrchestratorException.class);
  }
}
