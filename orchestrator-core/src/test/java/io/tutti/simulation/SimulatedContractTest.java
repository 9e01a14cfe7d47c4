package io.tutti.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.FlavorProvider;
import io.tutti.spi.InstanceClient;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;

/** Simulated servers pass what real servers pass ({@code RealReplicationContract}). */
class SimulatedContractTest {
  /** By UUIDs. */
  @Nested
  class OfUuids extends ReplicationContract {
    @Override
    protected Pair begin() {
      return new SimulatedPair(Naming.UUIDS);
    }
  }

  /** By places. */
  @Nested
  class OfPlaces extends ReplicationContract {
    @Override
    protected Pair begin() {
      return new SimulatedPair(Naming.PLACES);
    }
  }

  /** By domains. */
  @Nested
  class OfDomains extends ReplicationContract {
    @Override
    protected Pair begin() {
      return new SimulatedPair(Naming.DOMAINS);
    }
  }

  /** A source and its replica. */
  private static final class SimulatedPair implements ReplicationContract.Pair {
    private static final Duration MOMENT = Duration.ofMillis(5);

    private static final int LOOKS_MAX = 2_000;

    private final SimulatedCluster cluster;
    private final SimulatedFlavor flavor;
    private final SimulatedServer source;
    private final SimulatedServer replica;

    SimulatedPair(Naming naming) {
      cluster = new SimulatedCluster(naming);
      flavor = new SimulatedFlavor(cluster.world(), naming);
      source = cluster.source("db1");
      replica = cluster.replica("db2", "db1");
      cluster.world().write(source, "a", 3);
      cluster.world().run(Duration.ofSeconds(3));
    }

    @Override
    public FlavorProvider provider() {
      return flavor;
    }

    @Override
    public InstanceAddress source() {
      return source.address();
    }

    @Override
    public InstanceAddress replica() {
      return replica.address();
    }

    @Override
    public InstanceClient open(InstanceAddress address) {
      return new SimulatedClient(cluster.world(), address, flavor);
    }

    @Override
    public void write(String schema) {
      assertThat(cluster.world().write(source, schema)).isPresent();
      cluster.world().run(MOMENT);
    }

    /** The very row that the source writes next. */
    @Override
    public void writeOnReplica(String schema) {
      cluster.world().writeBeforehand(replica, schema);
    }

    @Override
    public void lockOnReplica(String schema) {
      replica.lock(schema);
    }

    @Override
    public void unlockOnReplica(String schema) {
      replica.unlock(schema);
    }

    @Override
    public void takeBackOnReplica(String schema) {
      cluster.world().removeWrittenBeforehand(replica);
    }

    @Override
    public void rotateBinlogOfSource() {
      source.rotateBinlog();
    }

    @Override
    public void restart(InstanceAddress address, boolean isKilled) {
      SimulatedServer server = cluster.world().find(address).orElseThrow();
      if (isKilled) {
        server.kill();
      } else {
        server.shutDown();
      }
      cluster.world().run(Duration.ofSeconds(2));
      cluster.world().start(server);
    }

    @Override
    public long rows(InstanceAddress address) {
      return cluster.world().find(address).orElseThrow().rows().size();
    }

    @Override
    public void await(BooleanSupplier condition) {
      for (int look = 0; look < LOOKS_MAX; look++) {
        if (condition.getAsBoolean()) {
          return;
        }
        cluster.world().run(MOMENT);
      }
      throw new AssertionError("it does not come:\n" + cluster);
    }

    @Override
    public void close() {
      // Nothing was started.
    }
  }
}
