package io.tutti.contract;

import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.release.ServerRelease;

class MariaDb1011ReplicationContractTest extends RealReplicationContract {
  MariaDb1011ReplicationContractTest() {
    super(ServerRelease.MARIADB_10_11_5, new MariaDb10Provider(), true);
  }
}
