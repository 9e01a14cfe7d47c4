package io.tutti.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.AckWaits;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.model.SemiSync;
import io.tutti.model.ThreadState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubtTest {
  private static final Instant NOW = States.NOW;
  private static final InstanceAddress SOURCE = InstanceAddress.parse("a:1");

  private static Channels connected() {
    return Channels.from("a:1")
        .receiver(ThreadState.RUNNING)
        .received(Observed.known(new BinlogPosition("binlog.000001", 4)));
  }

  private static Node replica(String address, Channels channel, SemiSync acks) {
    Node node = Node.found(InstanceAddress.parse(address), Optional.empty(), NOW);
    for (int ago : new int[] {60, 3, 0}) {
      node =
          node.withState(
              States.of(address)
                  .channel(channel.build())
                  .semiSync(acks)
                  .observedAt(NOW.minusSeconds(ago))
                  .build());
    }
    return node;
  }

  /** A replica that acknowledges, or not. */
  private static SemiSync acknowledging(boolean does) {
    return new SemiSync(
        Observed.known(false),
        Observed.known(false),
        Observed.known(1L),
        Observed.known(Duration.ofSeconds(10)),
        Observed.known(0L),
        Observed.known(does),
        Observed.known(does));
  }

  /** A source that waits for one. */
  private static SemiSync waiting(boolean withTooFew, Duration atMost) {
    return new SemiSync(
        Observed.known(true),
        Observed.known(true),
        Observed.known(1L),
        Observed.known(atMost),
        Observed.known(2L),
        Observed.known(false),
        Observed.known(false),
        Observed.known(new AckWaits(true, withTooFew, 0, 0, 0)));
  }

  private static Node source(ErrorCode code, double lasting, SemiSync semiSync) {
    Instant begun = NOW.minusMillis((long) (lasting * 1000));
    Node node =
        Node.found(SOURCE, Optional.empty(), NOW)
            .withState(States.of("a:1").writable().semiSync(semiSync).observedAt(begun).build());
    return new Node(
        node.address(),
        node.foundVia(),
        node.firstSeen(),
        node.state(),
        Optional.of(new ContactFailure(code, "a:1 fails.", Remedies.none(), begun, NOW, 2)),
        false);
  }

  private static Optional<Doubt> doubt(Node source, Node... replicas) {
    List<Node> nodes = new ArrayList<>(List.of(replicas));
    nodes.add(source);
    TopologySnapshot topology = TopologySnapshot.of(NOW, nodes, Map.of(), Map.of());
    return Doubt.of(topology, topology.find(SOURCE).orElseThrow());
  }

  private static List<String> asked(Optional<Doubt> doubt) {
    return doubt.orElseThrow().asked().stream().map(each -> each.replica().toString()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECTION_TIMED_OUT, 6,   true",
    "CONNECTION_LOST,      6,   true",
    // a network that stumbles
    "CONNECTION_TIMED_OUT, 1.9, false",
    // its host is there, or is not known
    "CONNECTION_REFUSED,   60,  false",
    "NO_GREETING,          60,  false",
    "HOST_UNKNOWN,         60,  false",
    "ACCESS_DENIED,        60,  false",
  })
  void isOfOneWhoseHostDoesNotAnswer(ErrorCode code, double lasting, boolean is) {
    Optional<Doubt> doubt =
        doubt(
            source(code, lasting, acknowledging(false)),
            replica("b:1", connected(), acknowledging(false)));

    assertThat(doubt.isPresent()).isEqualTo(is);
  }

  @Test
  void whoCountsFrequentHeartbeatsIsNotAskedAndWhoCountsRareOnesIs() {
    Optional<Doubt> doubt =
        doubt(
            source(ErrorCode.CONNECTION_TIMED_OUT, 6, acknowledging(false)),
            replica("b:1", connected().heartbeats(Duration.ofSeconds(1), 7), acknowledging(false)),
            replica(
                "c:1", connected().heartbeats(Duration.ofSeconds(30), 7), acknowledging(false)));

    assertThat(asked(doubt)).containsExactly("c:1");
  }

  @Test
  void whoseApplierDoesNotRunIsSparedAndSoIsWhoIsNotConnected() {
    Optional<Doubt> doubt =
        doubt(
            source(ErrorCode.CONNECTION_TIMED_OUT, 6, acknowledging(false)),
            replica("b:1", connected().applier(ThreadState.STOPPED), acknowledging(false)),
            replica("c:1", connected().receiver(ThreadState.STOPPED), acknowledging(false)));

    assertThat(asked(doubt)).isEmpty();
    assertThat(doubt.orElseThrow().spared())
        .containsExactly("b:1: its applier does not run, and a START may drop what it received");
  }

  @Test
  void whoAcknowledgesNothingIsAskedFirst() {
    Optional<Doubt> doubt =
        doubt(
            source(ErrorCode.CONNECTION_TIMED_OUT, 6, waiting(true, Duration.ofSeconds(10))),
            replica("b:1", connected(), acknowledging(true)),
            replica("c:1", connected(), acknowledging(false)));

    assertThat(asked(doubt)).containsExactly("c:1", "b:1");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  10, true",
    // it goes on without the acknowledgement of one that is away, at once or soon
    "false, 10, false",
    "true,  1,  false",
  })
  void theOnlyOneThatAcknowledgesIsAskedWhereItsSourceWaitsForIt(
      boolean withTooFew, int seconds, boolean isAsked) {
    Optional<Doubt> doubt =
        doubt(
            source(
                ErrorCode.CONNECTION_TIMED_OUT,
                6,
                waiting(withTooFew, Duration.ofSeconds(seconds))),
            replica("b:1", connected(), acknowledging(true)));

    assertThat(asked(doubt).isEmpty()).isNotEqualTo(isAsked);
  }

  @Test
  void twoThatAcknowledgeAreNotBothAskedWhereTheSourceWouldGoOn() {
    Optional<Doubt> doubt =
        doubt(
            source(ErrorCode.CONNECTION_TIMED_OUT, 6, waiting(false, Duration.ofSeconds(10))),
            replica("b:1", connected(), acknowledging(true)),
            replica("c:1", connected(), acknowledging(true)));

    assertThat(asked(doubt)).hasSize(1);
    assertThat(doubt.orElseThrow().spared()).hasSize(1);
  }
}
