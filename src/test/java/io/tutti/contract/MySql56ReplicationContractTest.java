package io.tutti.contract;

import io.tutti.plugins.mysql56.MySql56Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MySql56ReplicationContractTest extends RealReplicationContract {
  MySql56ReplicationContractTest() {
    super(ServerRelease.MYSQL_5_6_14, new MySql56Provider(), false);
  }
}
