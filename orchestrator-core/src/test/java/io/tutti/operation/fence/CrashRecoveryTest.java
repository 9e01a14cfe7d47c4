package io.tutti.operation.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.fixtures.Incidents;
import io.tutti.fixtures.States;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import io.tutti.recovery.Decision;
import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import io.tutti.topology.WorldView;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which restarts are followed by a fence; that it is raised once is seen on real servers. */
class CrashRecoveryTest {
  private static final WorldView CHAIN =
      States.world(
          States.of("a:1").reached(),
          States.of("b:1").replicatesFrom("a:1").reached(),
          States.of("c:1").replicatesFrom("b:1").reached());

  private static Incident looked(String address, How how, LostOnSource lostOnSource) {
    return Incidents.of(address)
        .with(
            new Incident.Evidence(
                Observed.known(new ProcessEnd(how, "binlog.000001")),
                Observed.unknown("no report"),
                Observed.unknown("not granted"),
                List.of(new LostOnSourceByReplica(InstanceAddress.parse("b:1"), "", lostOnSource)),
                Optional.of(States.NOW),
                Optional.empty()));
  }

  private static final LostOnSource LOST_ON_SOURCE =
      new LostOnSource.Beyond(new BinlogPosition("binlog.000001", 900), 400);

  private static boolean isFenced(Incident incident, FencePolicy policy) {
    return isFenced(CHAIN, incident, policy);
  }

  private static boolean isFenced(WorldView world, Incident incident, FencePolicy policy) {
    return !CrashRecovery.cases(
            world.with(kept -> kept.withIncidents(List.of(incident))),
            policy,
            incident.noticedAt().plusSeconds(1))
        .stream()
        .filter(each -> each.decision() instanceof Decision.Recover)
        .toList()
        .isEmpty();
  }

  @Test
  void oneThatLostCommits() {
    Incident lossy = looked("a:1", How.CUT_OFF, LOST_ON_SOURCE);

    assertThat(isFenced(lossy, FencePolicy.LOSSY)).isTrue();
    assertThat(isFenced(lossy, FencePolicy.SUSPECT)).isTrue();
    assertThat(isFenced(lossy, FencePolicy.OFF)).isFalse();
  }

  @Test
  void oneInDowntimeToo() {
    Incident lossy = looked("a:1", How.CUT_OFF, LOST_ON_SOURCE);
    Downtime downtime =
        new Downtime(
            Extent.of(lossy.instance()),
            "anna",
            "new disk",
            "anna",
            lossy.noticedAt().minusSeconds(60),
            lossy.noticedAt().plusSeconds(3600));

    assertThat(
            isFenced(
                CHAIN.with(kept -> kept.withDowntimes(List.of(downtime))),
                lossy,
                FencePolicy.LOSSY))
        .isTrue();
  }

  @Test
  void notOneThatWasShutDown() {
    Incident clean = looked("a:1", How.STOPPED, new LostOnSource.None());

    assertThat(isFenced(clean, FencePolicy.SUSPECT)).isFalse();
  }

  @Test
  void notBeforeItWasLookedAt() {
    assertThat(isFenced(Incidents.of("a:1"), FencePolicy.SUSPECT)).isFalse();
  }

  @Test
  void oneThatOthersReplicateFromAndNoOtherReplica() {
    assertThat(isFenced(looked("b:1", How.CUT_OFF, LOST_ON_SOURCE), FencePolicy.LOSSY)).isTrue();
    assertThat(isFenced(looked("c:1", How.CUT_OFF, LOST_ON_SOURCE), FencePolicy.LOSSY)).isFalse();
  }
}
