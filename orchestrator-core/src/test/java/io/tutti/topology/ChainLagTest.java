package io.tutti.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.fixtures.Channels;
import io.tutti.fixtures.States;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Lag;
import io.tutti.model.LagSource;
import io.tutti.model.Observed;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChainLagTest {
  private static States replica(String address, String source, int seconds) {
    return States.of(address)
        .channel(
            Channels.from(source)
                .build()
                .withLag(
                    Observed.known(
                        new Lag(Duration.ofSeconds(seconds), LagSource.COMMIT_TIMESTAMPS))));
  }

  private static Observed<Lag> lagOf(String replica, States... states) {
    return lagOf(replica, Arrays.stream(states).map(States::reached).toArray(Node[]::new));
  }

  private static Observed<Lag> lagOf(String replica, Node... nodes) {
    TopologySnapshot snapshot = States.snapshot(nodes);
    ReplicationLink link = snapshot.linksOf(InstanceAddress.parse(replica)).getFirst();
    return new ChainLag(snapshot, Starvation.of(snapshot)).of(link);
  }

  private static Duration seconds(Observed<Lag> lag) {
    return lag.asOptional().orElseThrow().amount();
  }

  @Test
  void belowALateIntermediateTheReplicaIsAsLateAsThat() {
    States top = States.of("a:1");
    assertThat(seconds(lagOf("c:1", top, replica("b:1", "a:1", 26), replica("c:1", "b:1", 0))))
        .isEqualTo(Duration.ofSeconds(26));
    assertThat(seconds(lagOf("c:1", top, replica("b:1", "a:1", 26), replica("c:1", "b:1", 30))))
        .as("both are ages of the first commit, so they do not add up")
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(
            seconds(
                lagOf(
                    "d:1",
                    top,
                    replica("b:1", "a:1", 26),
                    replica("c:1", "b:1", 1),
                    replica("d:1", "c:1", 0))))
        .isEqualTo(Duration.ofSeconds(26));
  }

  @Test
  void directlyBelowTheTopThereIsNoOther() {
    assertThat(lagOf("b:1", States.of("a:1"), replica("b:1", "a:1", 26)))
        .isInstanceOf(Observed.Absent.class);
  }

  @Test
  void belowOneWhoseLagIsUnknownItIsUnknown() {
    States stopped =
        States.of("b:1")
            .channel(Channels.from("a:1").build().withLag(Observed.unknown("it is stopped")));
    Observed<Lag> lag = lagOf("c:1", States.of("a:1"), stopped, replica("c:1", "b:1", 0));
    assertThat(lag.toString()).contains("the lag of b:1, above it, is unknown (it is stopped)");
    assertThat(
            lagOf(
                "c:1",
                States.of("a:1").reached(),
                replica("b:1", "a:1", 0).reached().asRestored(),
                replica("c:1", "b:1", 0).reached()))
        .isInstanceOf(Observed.Unknown.class);
  }

  @Test
  void belowOneThatLogsNothingItIsUnknownHoweverEarlyItIs() {
    Observed<Lag> lag =
        lagOf(
            "c:1",
            States.of("a:1"),
            replica("b:1", "a:1", 0).logsNothing(),
            replica("c:1", "b:1", 0));
    assertThat(lag)
        .isEqualTo(
            Observed.unknown(
                "b:1 does not log what it replicates, so nothing that a:1 writes arrives here"));
  }

  @Test
  void nobodyInARingIsBehindInTheirOwnWrites() {
    States one = replica("a:1", "b:1", 0);
    States other = replica("b:1", "a:1", 26);
    assertThat(seconds(lagOf("a:1", one, other))).isZero();
    assertThat(seconds(lagOf("c:1", one, other, replica("c:1", "b:1", 0))))
        .isEqualTo(Duration.ofSeconds(26));
  }
}
