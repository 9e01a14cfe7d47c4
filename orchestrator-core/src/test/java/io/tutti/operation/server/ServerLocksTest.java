package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.FakeFlavor;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.ActingLocks;
import io.tutti.operation.StepFailure;
import io.tutti.operation.fixtures.FakeSession;
import io.tutti.operation.fixtures.TrustedServers;
import io.tutti.spi.Deadline;
import io.tutti.spi.NamedLock;
import io.tutti.spi.NamedLock.Holder;
import io.tutti.spi.ReplicationThread;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What keeps two controllers with stores of their own from acting on the same servers. */
class ServerLocksTest {
  private static final InstanceAddress ONE = InstanceAddress.parse("a:1");
  private static final InstanceAddress OTHER = InstanceAddress.parse("b:1");
  private static final List<InstanceAddress> BOTH = List.of(ONE, OTHER);
  private static final Duration SOON = Duration.ofSeconds(20);

  /** What the servers have: the session that holds the lock of each. */
  private final Map<InstanceAddress, Integer> held = new ConcurrentHashMap<>();

  private final AtomicInteger sessions = new AtomicInteger();
  private final Set<InstanceAddress> refusing = new ConcurrentSkipListSet<>();
  private final Set<InstanceAddress> mute = new ConcurrentSkipListSet<>();

  private final class Session extends FakeSession {
    private final InstanceAddress server;
    private final int number = sessions.incrementAndGet();

    Session(InstanceAddress server) {
      super(new FakeFlavor("fake", Set.of()) {});
      this.server = server;
    }

    @Override
    public InstanceState read(Deadline deadline) {
      throw new AssertionError(States.WHY);
    }

    @Override
    public Observed<NamedLock> claimAlone(String name, Deadline deadline) {
      if (mute.contains(server)) {
        return Observed.unknown("it says nothing");
      }
      int holder = held.computeIfAbsent(server, each -> number);
      return Observed.known(
          new NamedLock(
              holder == number,
              "" + number,
              holder == number
                  ? List.of()
                  : List.of(
                      new Holder(
                          "" + holder,
                          "session %d, tutti from x".formatted(holder),
                          Optional.of(Duration.ofSeconds(4))))));
    }

    @Override
    public void giveBack(String name, Deadline deadline) {
      held.remove(server, number);
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

  private ServerLocks controller() {
    TopologySnapshot topology =
        States.snapshot(
            BOTH.stream().map(each -> States.of(each.toString()).reached()).toArray(Node[]::new));
    return new ServerLocks(
        (TrustedServers)
            (address, deadline) -> {
              if (refusing.contains(address)) {
                throw new OrchestratorException(
                    ErrorCode.CONNECTION_LOST, address.toString(), "it is gone", List.of());
              }
              return new Session(address);
            },
        () -> topology,
        Duration.ofMillis(20));
  }

  private static ActingLocks.Held take(ActingLocks of, List<InstanceAddress> servers) {
    return of.take(servers, Duration.ZERO);
  }

  @Test
  void theSecondOfTwoControllersIsRefusedByWhoAndHasNothing() {
    try (ActingLocks.Held first = take(controller(), List.of(OTHER))) {
      assertThatThrownBy(() -> take(controller(), BOTH))
          .isInstanceOf(StepFailure.Fatal.class)
          .hasMessage(
              "Another controller acts on b:1 just now: session 1, tutti from x, whose last statement was 4 s ago.");
      assertThat(first.said()).isEmpty();
      assertThat(held)
          .as("the one that was had for a moment is free")
          .containsOnly(Map.entry(OTHER, 1));
    }
    take(controller(), BOTH).close();
    assertThat(held).isEmpty();
  }

  @Test
  void operationsOfOneControllerShareThem() {
    ServerLocks ours = controller();
    ActingLocks.Held displaced = take(ours, BOTH);
    try (ActingLocks.Held urgent = take(ours, List.of(ONE))) {
      displaced.close();
      assertThat(held.keySet()).containsExactly(ONE);
      assertThatThrownBy(() -> take(controller(), List.of(ONE))).isInstanceOf(StepFailure.class);
      urgent.requireStill(ONE);
    }
    assertThat(held).isEmpty();
  }

  @Test
  void whatWasEndedIsTakenAgain() {
    try (ActingLocks.Held ours = take(controller(), List.of(ONE))) {
      held.remove(ONE);
      await().atMost(SOON).until(() -> held.containsKey(ONE));
      assertThat(ours.lost()).isEmpty();
    }
  }

  @Test
  void anotherOneThatGotItSinceIsSeen() {
    try (ActingLocks.Held ours = take(controller(), List.of(ONE))) {
      held.put(ONE, 77);
      assertThatThrownBy(() -> ours.requireStill(ONE)).hasMessageContaining("session 77");
      await().atMost(SOON).until(() -> ours.lost().isPresent());
      held.remove(ONE);
      await().atMost(SOON).until(() -> ours.lost().isEmpty());
    }
  }

  /** A member that vanished keeps nobody from a failover. */
  @Test
  void whoIsSilentIsNamedAndKeepsNobody() {
    refusing.add(OTHER);
    try (ActingLocks.Held ours = take(controller(), BOTH)) {
      assertThat(ours.said())
          .isEqualTo(" Whether another controller acts is not known of b:1 (it is gone).");
      assertThat(ours.silent(OTHER)).isPresent();
      assertThat(held.keySet()).containsExactly(ONE);
    }
  }

  @Test
  void whoAnswersAndDoesNotSayItIsNotTakenForNobody() {
    mute.add(OTHER);
    assertThatThrownBy(() -> take(controller(), BOTH))
        .hasMessage("Whether another controller acts on b:1 is not known: it says nothing.");
    assertThat(held).isEmpty();
  }

  @Test
  void whoWasNotReachedLastIsNotAsked() {
    try (ActingLocks.Held ours = take(controller(), List.of(InstanceAddress.parse("c:1")))) {
      assertThat(ours.said()).isEmpty();
      assertThat(new TreeSet<>(held.keySet())).isEmpty();
    }
  }
}
