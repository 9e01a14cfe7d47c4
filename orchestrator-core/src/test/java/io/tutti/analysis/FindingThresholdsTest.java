package io.tutti.analysis;

import static io.tutti.analysis.FindingCode.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import io.tutti.model.PreparedTransaction;
import io.tutti.model.ThreadState;
import io.tutti.spi.advice.Threshold;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Node;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule with a number in it hits at the threshold of the settings, and not short of it. */
class FindingThresholdsTest {

  private static Node silent(ErrorCode code, States state, int seconds) {
    OrchestratorException failed =
        new OrchestratorException(code, "a:1", "a:1 fails.", List.of("mend it"));
    return state
        .reached()
        .withFailure(
            failed, new ContactFailure.Attempt(States.NOW.minusSeconds(seconds), States.NOW, false))
        .withFailure(failed, States.NOW);
  }

  /** A source that has not answered for so long, and what its replica says. */
  private static WorldView source(ErrorCode code, Channel now, int seconds) {
    return source(code, States.of("a:1"), now, seconds);
  }

  private static WorldView source(ErrorCode code, States state, Channel now, int seconds) {
    Node replica =
        Node.found(InstanceAddress.parse("b:1"), Optional.empty(), States.NOW)
            .withState(
                States.of("b:1")
                    .channel(channel(ThreadState.RUNNING))
                    .observedAt(States.NOW.minusSeconds(5))
                    .build())
            .withState(States.of("b:1").channel(now).build());
    return States.world(silent(code, state, seconds), replica);
  }

  private static Channel channel(ThreadState receiver) {
    return Channels.from("a:1").receiver(receiver).build();
  }

  private static Channel moved() {
    return Channels.from("a:1")
        .received(Observed.known(new BinlogPosition("binlog.000001", 154)))
        .build();
  }

  private static WorldView connections(long connected) {
    return States.world(
        States.of("a:1")
            .setting("max_connections", "100")
            .counters(Map.of("Threads_connected", connected))
            .reached());
  }

  private static WorldView stuckFor(int seconds) {
    Instant from = States.NOW.minusSeconds(seconds);
    return States.world(
        Node.found(InstanceAddress.parse("a:1"), Optional.empty(), from)
            .withState(States.of("a:1").observedAt(from).stuck("", 7L).build())
            .withState(States.of("a:1").stuck("", 7L).build()));
  }

  static WorldView preparedFor(int seconds) {
    return States.world(
        Node.found(InstanceAddress.parse("a:1"), Optional.empty(), States.NOW)
            .withState(
                States.of("a:1")
                    .build()
                    .withPrepared(
                        Observed.known(
                            List.of(
                                new PreparedTransaction(
                                    "'pay-17'", States.NOW.minusSeconds(seconds)))))));
  }

  private static WorldView lagging(int seconds) {
    return States.world(
        States.of("a:1").writable().reached(),
        States.of("b:1")
            .channel(
                Channels.from("a:1")
                    .build()
                    .withLag(
                        Observed.known(
                            new Lag(Duration.ofSeconds(seconds), LagSource.SECONDS_BEHIND))))
            .reached());
  }

  private static WorldView clockBehindBy(int seconds) {
    return States.world(
        States.of("a:1").writable().reached(),
        States.of("b:1")
            .replicatesFrom("a:1")
            .startedAt(States.NOW.minus(Duration.ofMinutes(5)).minusSeconds(seconds))
            .reached());
  }

  /** A code, another threshold, a world that hits by it, and one that falls just short. */
  static Stream<Arguments> differing() {
    Channel connected = channel(ThreadState.RUNNING);
    Channel lost = channel(ThreadState.CONNECTING);
    States below = States.of("a:1").replicatesFrom("z:1");
    return Stream.of(
        Arguments.of(REPLICA_LAGGING, 120, lagging(121), lagging(120)),
        Arguments.of(REPLICA_LAGGING, 2, lagging(3), lagging(2)),
        Arguments.of(CLOCKS_DIFFER, 20, clockBehindBy(21), clockBehindBy(20)),
        Arguments.of(FindingCode.PREPARED_TRANSACTIONS, 90, preparedFor(90), preparedFor(89)),
        Arguments.of(COMMITS_STUCK, 30, stuckFor(30), stuckFor(29)),
        Arguments.of(CONNECTIONS_EXHAUSTED, 80, connections(80), connections(79)),
        Arguments.of(
            SOURCE_DEAD,
            30,
            source(ErrorCode.CONNECTION_REFUSED, lost, 30),
            source(ErrorCode.CONNECTION_REFUSED, lost, 29)),
        Arguments.of(
            INTERMEDIATE_SOURCE_DEAD,
            30,
            source(ErrorCode.CONNECTION_REFUSED, below, lost, 30),
            source(ErrorCode.CONNECTION_REFUSED, below, lost, 29)),
        Arguments.of(
            SOURCE_FROZEN,
            30,
            source(ErrorCode.NO_GREETING, connected, 30),
            source(ErrorCode.NO_GREETING, connected, 29)),
        Arguments.of(
            SOURCE_UNREACHABLE_FROM_HERE,
            30,
            source(ErrorCode.CONNECTION_REFUSED, moved(), 30),
            source(ErrorCode.CONNECTION_REFUSED, moved(), 29)),
        Arguments.of(
            SOURCE_NOT_PROVED_DEAD,
            30,
            source(ErrorCode.CONNECTION_REFUSED, connected, 30),
            source(ErrorCode.CONNECTION_REFUSED, connected, 29)));
  }

  @ParameterizedTest
  @MethodSource("differing")
  void hitsAtTheThresholdOfTheSettings(
      FindingCode code, double threshold, WorldView hit, WorldView nearMiss) {
    assertThat(codes(hit, code, threshold)).contains(code);
    assertThat(codes(nearMiss, code, threshold)).doesNotContain(code);
  }

  @Test
  void eachThresholdOfCoreIsTriedHere() {
    assertThat(differing().map(each -> each.get()[0]))
        .containsAll(
            Arrays.stream(FindingCode.values())
                .filter(code -> code.threshold().isPresent())
                .toList());
  }

  @Test
  void theUsualOneIsWithinItsLimits() {
    for (FindingKind kind : FindingKind.all()) {
      kind.threshold()
          .ifPresent(each -> assertThat(each.allows(each.usual())).as("%s", kind).isTrue());
    }
  }

  @Test
  void isWrittenInItsUnit() {
    Threshold lag = REPLICA_LAGGING.threshold().orElseThrow();
    Threshold taken = CONNECTIONS_EXHAUSTED.threshold().orElseThrow();

    assertThat(Stream.of(0.0, 0.5, 90.0, 120.0, 7_200.0, 172_800.0).map(lag::display))
        .containsExactly("0s", "500ms", "90s", "2m", "2h", "2d");
    assertThat(lag.meaning(30))
        .isEqualTo("It is behind by more than 30s, beyond a configured delay.");
    assertThat(taken.display(100)).isEqualTo("100%");
    assertThat(taken.allows(101)).isFalse();
    assertThat(lag.allows(-1)).isFalse();
    assertThat(lag.allows(Double.NaN)).isFalse();
  }

  @Test
  void aShareOfTheConnectionsDoesNotSayThatNobodyCanConnect() {
    assertThat(found(connections(80), CONNECTIONS_EXHAUSTED, 80))
        .extracting(finding -> finding.evidence().sentence())
        .contains("a:1 has 80 connections, and max_connections is 100: 20 more can connect.");
  }

  private static List<Finding> found(WorldView world, FindingCode code, double threshold) {
    FindingSettings settings =
        new FindingSettings(
            Map.of(
                code.name(),
                new FindingSettings.Switch(false, Optional.empty(), Optional.of(threshold))));
    return Analysis.of(AdviceCatalogue.NONE, settings).findings(world);
  }

  private static List<FindingKind> codes(WorldView world, FindingCode code, double threshold) {
    return found(world, code, threshold).stream().map(Finding::code).toList();
  }
}
