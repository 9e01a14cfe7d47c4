package io.tutti.contract;

import io.tutti.plugins.mysql57.MySql57Provider;
import io.tutti.sandbox.release.ServerRelease;

class MySql57KnobContractTest extends MySqlKnobContract {
  MySql57KnobContractTest() {
    super(ServerRelease.MYSQL_5_7_22, new MySql57Provider());
  }
}
