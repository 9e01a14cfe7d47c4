package io.tutti.contract;

import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MariaDb102ReplicationContractTest extends RealReplicationContract {
  MariaDb102ReplicationContractTest() {
    super(ServerRelease.MARIADB_10_2_11, new MariaDb10Provider(), false);
  }
}
