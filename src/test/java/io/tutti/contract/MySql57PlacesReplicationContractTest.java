package io.tutti.contract;

import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MySql57PlacesReplicationContractTest extends RealReplicationContract {
  MySql57PlacesReplicationContractTest() {
    super(ServerRelease.MYSQL_5_7_22, new MySql57Provider(), false);
  }
}
