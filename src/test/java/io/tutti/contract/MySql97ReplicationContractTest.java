package io.tutti.contract;

import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MySql97ReplicationContractTest extends RealReplicationContract {
  MySql97ReplicationContractTest() {
    super(ServerRelease.MYSQL_9_7, new MySql84Provider(), true);
  }
}
