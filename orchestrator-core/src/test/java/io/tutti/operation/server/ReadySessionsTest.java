package io.tutti.operation.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.operation.fixtures.SimulatedTime;
import io.tutti.operation.promotion.FailoverPolicy;
import io.tutti.operation.promotion.FailoverSettings;
import io.tutti.simulation.Naming;
import io.tutti.simulation.SimulatedCluster;
import io.tutti.spi.Deadline;
import io.tutti.topology.ClusterAliases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReadySessionsTest {
  private final SimulatedCluster cluster = SimulatedCluster.withTwoReplicas(Naming.UUIDS);
  private final InstanceAddress source = cluster.server("db1").address();
  private final InstanceAddress first = cluster.server("db2").address();
  private final InstanceAddress second = cluster.server("db3").address();
  private final SimulatedTime time = new SimulatedTime();
  private final List<InstanceAddress> opened = new ArrayList<>();
  private final Set<InstanceAddress> wanted = new TreeSet<>();
  private final ReadySessions ready =
      new ReadySessions(new Noting(), () -> wanted, time, Runnable::run);

  /** Notes who was logged in to. */
  private final class Noting implements Servers {
    @Override
    public Session open(InstanceAddress address, Deadline deadline) {
      opened.add(address);
      return cluster.servers().open(address, deadline);
    }

    @Override
    public boolean isVouched(InstanceAddress address) {
      return cluster.servers().isVouched(address);
    }
  }

  @Test
  void isUsedSoonerThanItWouldBeClosed() {
    wanted.add(first);
    ready.look();
    time.tick(ReadySessions.EVERY.minusMillis(1));
    ready.look();
    assertThat(opened).containsExactly(first);

    time.tick(Duration.ofMillis(1));
    ready.look();

    assertThat(opened).containsExactly(first, first);
  }

  @Test
  void whoComesLaterIsOpenedAtOnce() {
    wanted.add(first);
    ready.look();
    wanted.add(second);

    ready.look();

    assertThat(opened).containsExactly(first, second);
  }

  @Test
  void whoDoesNotAnswerIsTriedAgain() {
    wanted.add(first);
    cluster.server("db2").kill();
    ready.look();
    time.tick(ReadySessions.EVERY);

    ready.look();

    assertThat(opened).containsExactly(first, first);
  }

  private Set<InstanceAddress> toAct(FailoverPolicy usual, FailoverSettings.Named... clusters) {
    return new FailoverSettings(
            new FailoverSettings.OfCluster(usual, Duration.ofHours(1)), List.of(clusters))
        .replicasToAct(cluster.observe(), new ClusterAliases(new TreeMap<>()));
  }

  @Test
  void replicasOfClustersThatFailOverByThemselvesAreWanted() {
    assertThat(toAct(FailoverPolicy.AUTO)).containsExactly(first, second);
    assertThat(toAct(FailoverPolicy.PROPOSE)).isEmpty();
  }

  @Test
  void whatIsSetOfOneClusterCounts() {
    FailoverSettings.Named automatic =
        new FailoverSettings.Named(
            source.toString(), Optional.of(FailoverPolicy.AUTO), Optional.empty());
    FailoverSettings.Named off =
        new FailoverSettings.Named(
            source.toString(), Optional.of(FailoverPolicy.OFF), Optional.empty());

    assertThat(toAct(FailoverPolicy.OFF, automatic)).containsExactly(first, second);
    assertThat(toAct(FailoverPolicy.AUTO, off)).isEmpty();
  }

  @Test
  void whoDoesNotAnswerIsNotWanted() {
    cluster.server("db3").kill();

    assertThat(toAct(FailoverPolicy.AUTO)).containsExactly(first);
  }
}
