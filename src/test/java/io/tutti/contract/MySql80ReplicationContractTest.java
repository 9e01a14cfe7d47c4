package io.tutti.contract;

import io.tutti.plugins.mysql80.MySql80Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MySql80ReplicationContractTest extends RealReplicationContract {
  MySql80ReplicationContractTest() {
    super(ServerRelease.MYSQL_8_0_15, new MySql80Provider(), true);
  }
}
