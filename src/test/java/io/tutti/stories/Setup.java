package io.tutti.stories;

import java.util.random.RandomGenerator;

/**
 * The servers and the controller of a story.
 *
 * @param topology as of a sandbox; node 1 is the source that clients write to
 * @param syncBinlog of all servers, as is {@code flushLog}
 * @param domains of MariaDB: one for each schema
 * @param fence {@code tutti.fence.automatic}
 * @param startedFenced the source has the option file with which it starts fenced
 */
record Setup(
    String topology,
    boolean byGtid,
    int syncBinlog,
    int flushLog,
    boolean relayLogRecovery,
    boolean statements,
    int workers,
    boolean domains,
    String fence,
    boolean startedFenced) {
  private static final String[] TOPOLOGIES = {"1>2,1>3", "1>2,1>3", "1>2,1>3", "1>2,2>3"};
  private static final int[][] DURABILITIES = {{1, 1}, {1, 1}, {0, 2}, {0, 0}, {1, 0}};
  private static final int[] WORKERS = {0, 4, 4};
  private static final String[] FENCES = {"OFF", "LOSSY", "LOSSY"};

  static Setup draw(RandomGenerator random) {
    int[] durability = DURABILITIES[random.nextInt(DURABILITIES.length)];
    return new Setup(
        TOPOLOGIES[random.nextInt(TOPOLOGIES.length)],
        random.nextInt(4) > 0,
        durability[0],
        durability[1],
        random.nextBoolean(),
        random.nextInt(5) == 0,
        WORKERS[random.nextInt(WORKERS.length)],
        random.nextInt(3) == 0,
        FENCES[random.nextInt(FENCES.length)],
        random.nextInt(5) == 0);
  }

  /** The replicas of which clients' rows come, in the order of the topology. */
  int[] replicas() {
    return new int[] {2, 3};
  }

  boolean isChain() {
    return topology.contains("2>3");
  }

  String line() {
    return "%s %s sync_binlog=%d flush=%d relay_log_recovery=%s %s workers=%d%s fence=%s%s"
        .formatted(
            topology,
            byGtid ? "by GTID" : "by position",
            syncBinlog,
            flushLog,
            relayLogRecovery ? "1" : "0",
            statements ? "STATEMENT" : "ROW",
            workers,
            domains ? " one domain per schema" : "",
            fence,
            startedFenced ? " start-fenced" : "");
  }
}
