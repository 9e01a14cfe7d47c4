package io.tutti.contract;

import io.tutti.plugins.mariadb11.MariaDb11Provider;
import io.tutti.sandbox.release.ServerRelease;
import io.tutti.tier.Matrix;

@Matrix
class MariaDb114KnobContractTest extends KnobContract {
  MariaDb114KnobContractTest() {
    super(ServerRelease.MARIADB_11_4_5, new MariaDb11Provider());
  }
}
