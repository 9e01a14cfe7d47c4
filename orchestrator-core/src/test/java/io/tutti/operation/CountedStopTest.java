package io.tutti.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.server.CountedStop;
import io.tutti.operation.server.Servers.Session;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.simulation.SimulatedServer;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is counted as a STOP of ours is one that came to the server, or may have come there. */
class CountedStopTest {
  private final SimulatedCluster cluster = new SimulatedCluster(Naming.UUIDS);
  private final AtomicInteger counted = new AtomicInteger();

  private void say(Runnable stop) {
    cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1");
    say(replica.address(), stop);
  }

  private void say(InstanceAddress replica, Runnable stop) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(20));
    try (Session session = cluster.servers().open(replica, deadline)) {
      new CountedStop(session, deadline, counted::incrementAndGet, counted::decrementAndGet)
          .say(stop);
    }
  }

  private static OrchestratorException lost() {
    return new OrchestratorException(
        ErrorCode.CONNECTION_LOST,
        "db2:3306",
        "The connection was lost.",
        Remedies.of("ask again"));
  }

  @Test
  void oneThatAnOperationWasDisplacedBeforeIsNotCounted() {
    StoppedActing displaced = new StoppedActing("Something more urgent took its place.");

    assertThatThrownBy(() ->
            say(() -> {
              throw displaced;
            }))
        .isSameAs(displaced);

    assertThat(counted).hasValue(0);
  }

  @Test
  void oneThatNeverCameToTheServerIsNotCounted() {
    assertThatThrownBy(() ->
            say(() -> {
              throw lost();
            }))
        .isInstanceOf(OrchestratorException.class);

    assertThat(counted).hasValue(0);
  }

  @Test
  void oneThatTheServerCarriedOutWithoutAnAnswerIsCounted() {
    cluster.source("db1");
    SimulatedServer replica = cluster.replica("db2", "db1");
    Deadline deadline = Deadline.after(Duration.ofSeconds(20));

    try (Session other = cluster.servers().open(replica.address(), deadline)) {
      assertThatThrownBy(() ->
              say(
                  replica.address(),
                  () -> {
                    other.control().stop(ReplicationThread.APPLIER, "", deadline);
                    throw lost();
                  }))
          .isInstanceOf(OrchestratorException.class);
    }

    assertThat(counted).hasValue(1);
  }

  @Test
  void oneThatIsAnsweredIsCounted() {
    say(() -> {});

    assertThat(counted).hasValue(1);
  }
}
