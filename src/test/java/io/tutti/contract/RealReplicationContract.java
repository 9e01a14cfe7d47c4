package io.tutti.contract;

import io.tutti.sandbox.release.ServerRelease;
import io.tutti.simulation.ReplicationContract;
import io.tutti.spi.FlavorProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Real servers are what operations take for granted, and what simulated ones are held to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealReplicationContract extends ReplicationContract {
  private final ServerRelease release;
  private final FlavorProvider provider;
  private final boolean byGtid;
  private RealPair pair;

  @SuppressWarnings("NullAway.Init") // set before the first test
  RealReplicationContract(ServerRelease release, FlavorProvider provider, boolean byGtid) {
    this.release = release;
    this.provider = provider;
    this.byGtid = byGtid;
  }

  @BeforeAll
  void startServers() {
    pair = RealPair.start(release, provider, byGtid);
  }

  @AfterAll
  void stopServers() {
    pair.stop();
  }

  @Override
  protected Pair begin() {
    return pair;
  }
}
