package io.tutti.contract;

import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.sandbox.release.ServerRelease;

class MySql57ReplicationContractTest extends RealReplicationContract {
  MySql57ReplicationContractTest() {
    super(ServerRelease.MYSQL_5_7_22, new MySql57Provider(), true);
  }
}
