package io.tutti.contract;

import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MariaDb114ReplicationContractTest extends RealReplicationContract {
  MariaDb114ReplicationContractTest() {
    super(ServerRelease.MARIADB_11_4_5, new MariaDb11Provider(), true);
  }
}
