package io.tutti.contract;

import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.release.ServerRelease;

class MySql97KnobContractTest extends KnobContract {
  MySql97KnobContractTest() {
    super(ServerRelease.MYSQL_9_7, new MySql84Provider());
  }
}
