package io.tutti.contract;

import io.tutti.plugins.mariadb10.MariaDb10Provider;
import io.tutti.sandbox.release.ServerRelease;

class MariaDb1011KnobContractTest extends KnobContract {
  MariaDb1011KnobContractTest() {
    super(ServerRelease.MARIADB_10_11_5, new MariaDb10Provider());
  }
}
