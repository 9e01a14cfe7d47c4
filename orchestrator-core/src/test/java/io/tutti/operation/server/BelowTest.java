package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ReplicaHint;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicationThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A replica that has left is told apart from one that is there still. */
class BelowTest {
  private static final Deadline DEADLINE = Deadline.after(Duration.ofMinutes(1));

  private final States source = States.of("db1:3306").registeredReplica("db3:3306");

  /** What is known of it is as old as the last poll. */
  private final States before = States.of("db3:3306").replicatesFrom("db1:3306");

  private static final class Session extends FakeSession {
    private final InstanceState state;

    Session(InstanceState state) {
      super(new FakeFlavor("fake", Set.of()) {});
      this.state = state;
    }

    @Override
    public InstanceState read(Deadline deadline) {
      return state;
    }

    @Override
    public void start(ReplicationThread thread, String of, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public void stop(ReplicationThread thread, String of, Deadline deadline) {
      throw new AssertionError(States.WHY);
    }
  }

  private Observed<List<String>> below(States now) {
    TrustedServers servers =
        (address, deadline) -> {
          assertThat(address).hasToString("db3:3306");
          return new Session(now.build());
        };
    return new Below(servers, States.snapshot(source.reached(), before.reached()))
        .of(source.build(), DEADLINE);
  }

  @Test
  void oneThatReplicatesFromItCounts() {
    assertThat(below(before)).isEqualTo(Observed.known(List.of("db3:3306")));
  }

  /** The source shows it until it sends something again. */
  @Test
  void oneThatReplicatesFromElsewhereHasLeft() {
    Channels elsewhere = Channels.from("db2:3306").sourceUuid("uuid-of-db2:3306");

    assertThat(below(States.of("db3:3306").channel(elsewhere.build())))
        .isEqualTo(Observed.known(List.of()));
    assertThat(below(States.of("db3:3306"))).isEqualTo(Observed.known(List.of()));
  }

  @Test
  void oneThatHasItAmongOthersCounts() {
    States both =
        States.of("db3:3306")
            .channel(Channels.from("db2:3306").sourceUuid("uuid-of-db2:3306").build())
            .channel(Channels.from("db1:3306").named("second").build());

    assertThat(below(both)).isEqualTo(Observed.known(List.of("db3:3306")));
  }

  /** Under a name by which nobody knows the source. */
  @Test
  void oneWhoseSourceIsThatServerByItsUuidCounts() {
    Channels proxied = Channels.from("proxy:3306").sourceUuid("uuid-of-db1:3306");

    assertThat(below(States.of("db3:3306").channel(proxied.build())))
        .isEqualTo(Observed.known(List.of("db3:3306")));
  }

  @Test
  void oneThatDoesNotAnswerCounts() {
    TrustedServers away =
        (address, deadline) -> {
          throw new OrchestratorException(
              ErrorCode.CONNECTION_REFUSED, "db3:3306", "db3:3306 does not answer.", List.of());
        };

    assertThat(
            new Below(away, States.snapshot(source.reached(), before.reached()))
                .of(source.build(), DEADLINE))
        .isEqualTo(Observed.known(List.of("db3:3306")));
  }

  /** Nobody can ask it. */
  @Test
  void oneThatIsNotKnownCounts() {
    source.replicaHint(
        new ReplicaHint(
            Optional.of("db9"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ReplicaHint.Evidence.CONNECTED));

    assertThat(below(States.of("db3:3306"))).isEqualTo(Observed.known(List.of("db9")));
  }
}
