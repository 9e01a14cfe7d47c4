package io.tutti.operation.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepFailure;
import io.tutti.operation.fixtures.LoneAttempt;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.KnownStops;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldReplicaTest {
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final HeldWorld world = new HeldWorld(true);
  private final BackupEnvironment environment = in(world);

  private static BackupEnvironment in(HeldWorld world) {
    return new BackupEnvironment(
        world, world.sessions(), world.time(), world.time(), new AnsweredStops(), new KnownStops());
  }

  /** With skip_replica_start nothing runs after a restart, and nobody has said STOP. */
  @Test
  void aRestartThatLeavesItStoppedIsNobodysStop() {
    HeldWorld skipping = new HeldWorld(false);
    skipping.stoppedBySomebody();
    skipping.restartServer(HeldWorld.REPLICA);
    try (HeldReplica replica =
        HeldReplica.open(in(skipping), HeldWorld.REPLICA, new LoneAttempt())) {
      replica.listen(replica.read(), replica.require(""));

      assertThat(replica.isFurtherAsked(replica.read())).isFalse();
      assertThat(replica.ownStopsAsked(replica.read())).isEqualTo(Observed.known(0L));
      skipping.stoppedBySomebody();
      assertThat(replica.isFurtherAsked(replica.read())).isTrue();
    }
  }

  @Test
  void whatIsStoppedSinceAStopWasStoppedBySomebody() {
    world.stoppedBySomebody();
    try (HeldReplica replica =
        HeldReplica.open(environment, HeldWorld.REPLICA, new LoneAttempt())) {
      replica.listen(replica.read(), replica.require(""));

      assertThat(replica.isFurtherAsked(replica.read())).isTrue();
    }
  }

  @Test
  void aStopOfOursThatNeverCameToTheServerIsNotCounted() {
    try (HeldReplica replica =
        HeldReplica.open(environment, HeldWorld.REPLICA, new LoneAttempt())) {
      replica.listen(replica.read(), replica.require(""));
      world.losingTheNextStop();

      assertThatThrownBy(() -> replica.stop("", "mark", STOP_MAX))
          .isInstanceOf(OrchestratorException.class);

      assertThat(replica.isFurtherAsked(replica.read())).isFalse();
      world.stoppedBySomebody();
      assertThat(replica.isFurtherAsked(replica.read())).isTrue();
    }
  }

  @Test
  void aStopOfOursThatIsNotAnsweredIsCounted() {
    try (HeldReplica replica =
        HeldReplica.open(environment, HeldWorld.REPLICA, new LoneAttempt())) {
      replica.listen(replica.read(), replica.require(""));
      world.stoppingTooLate();

      assertThatThrownBy(() -> replica.stop("", "mark", STOP_MAX))
          .isInstanceOf(OrchestratorException.class);

      assertThat(replica.isFurtherAsked(replica.read())).isFalse();
    }
  }

  /** What closes gaps stops the applier itself, and may fail after that. */
  @Test
  void aStopOfOursIsNotSomebodyElsesWhereTheClosingFails() {
    StepContext attempt = new LoneAttempt();
    try (HeldReplica replica = HeldReplica.open(environment, HeldWorld.REPLICA, attempt)) {
      replica.listen(replica.read(), replica.require(""));

      assertThatThrownBy(() ->
              replica.listeningAgainAfter(() -> {
                replica.session().control().stop(ReplicationThread.APPLIER, "", attempt.deadline());
                throw StepFailure.fatal("It still lacks something.", List.of());
              }))
          .isInstanceOf(StepFailure.class);

      assertThat(replica.isFurtherAsked(replica.read())).isFalse();
      world.stoppedBySomebody();
      assertThat(replica.isFurtherAsked(replica.read())).isTrue();
    }
  }
}
