package io.tutti.contract;

import io.tutti.plugins.mysql84.MySql84Provider;
import io.tutti.sandbox.release.ServerRelease;

class MySql97ContractTest extends FlavorContract {
  MySql97ContractTest() {
    super(
        ServerRelease.MYSQL_9_7,
        new MySql84Provider(),
        MySqlFacts.current("replica_preserve_commit_order=OFF"));
  }
}
