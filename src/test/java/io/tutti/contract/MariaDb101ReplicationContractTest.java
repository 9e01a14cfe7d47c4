package io.tutti.contract;

import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MariaDb101ReplicationContractTest extends RealReplicationContract {
  MariaDb101ReplicationContractTest() {
    super(ServerRelease.MARIADB_10_1_8, new MariaDb10Provider(), true);
  }
}
