package io.tutti.contract;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.sandbox.SandboxServer;
import java.util.List;

/** How the MariaDB releases are asked. */
record MariaDbFacts() implements ReleaseFacts {
  private static final int WORKERS = 3;

  @Override
  public List<String> replicaOptions() {
    return List.of("slave_parallel_threads=" + WORKERS);
  }

  @Override
  public int workers() {
    return WORKERS;
  }

  @Override
  public String showReplicaStatus() {
    return "SHOW ALL SLAVES STATUS";
  }

  @Override
  public String showBinlogPosition() {
    return "SHOW MASTER STATUS";
  }

  @Override
  public GtidSet executed(SandboxServer server) {
    return MariaDbGtidSet.parse(
        server.queryValue("SELECT @@global.gtid_current_pos").orElseThrow());
  }

  @Override
  public List<String> drivers() {
    return List.of("mariadb");
  }
}
