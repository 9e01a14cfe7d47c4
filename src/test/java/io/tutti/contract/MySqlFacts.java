package io.tutti.contract;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.sandbox.SandboxServer;
import java.util.List;

/** How the MySQL releases are asked; {@code word} is slave or replica. */
record MySqlFacts(String word, String showBinlogPosition, List<String> moreOptions)
    implements ReleaseFacts {
  private static final int WORKERS = 3;

  static MySqlFacts old(String... moreOptions) {
    return new MySqlFacts("slave", "SHOW MASTER STATUS", List.of(moreOptions));
  }

  static MySqlFacts current(String... moreOptions) {
    return new MySqlFacts("replica", "SHOW BINARY LOG STATUS", List.of(moreOptions));
  }

  @Override
  public List<String> replicaOptions() {
    List<String> options = new java.util.ArrayList<>(moreOptions);
    options.add(word + "_parallel_workers=" + WORKERS);
    return options;
  }

  @Override
  public int workers() {
    return WORKERS;
  }

  @Override
  public String showReplicaStatus() {
    return "SHOW " + word + " STATUS";
  }

  @Override
  public GtidSet executed(SandboxServer server) {
    return MySqlGtidSet.parse(server.queryValue("SELECT @@global.gtid_executed").orElseThrow());
  }
}
