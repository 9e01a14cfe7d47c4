package io.tutti.plugins.sql;

/** What operations do with a server, as far as that wants privileges beside those for watching. */
public enum Work {
  THREADS("stop and start replication"),
  SKIP_BY_GTID("skip by GTID"),
  SKIP_NEXT("skip the next transaction"),
  RECONNECT("detection: whether a receiver that connects again can start again"),
  FENCE("fence, and not be kept away by it"),
  ACKS("switchover, failover: acknowledgements (semi-sync) go with the roles"),
  EVENTS("switchover, failover, resolve: which events run"),
  CARRY_EVENTS("switchover, failover: let events run on the new source, and only there"),
  /** RESET MASTER, RESET SLAVE ALL and their successors. */
  WIPE("salvage, rebuild, resolve: wipe binlogs, end channels"),
  ENGINES("gaps close: which tables have transactions"),
  RELAY_LOG_INFO_RESET("gaps close: repair an applier that is stopped with error 1872"),
  KEEP_START("switchover, failover, rejoin: whether it takes writes after its next start"),
  ACCOUNT_HOSTS("which hosts an account of replicas may log in from, where it is refused", true),
  CLONE_ONTO("rebuild by CLONE, on the server that is rebuilt", true),
  CLONE_FROM("rebuild by CLONE, on the server that is copied", true),
  CLONE_PROGRESS("rebuild by CLONE: how far it is; the clone plugin must be loaded first", true),
  APPLIER_WAITS(
      "tune: what appliers wait for; component_replication_applier_metrics must be installed first",
      true),
  START_SCHEDULER("switchover, failover: start the event scheduler of the new source", true),
  ALL_ENGINES("gaps close: whether tables that only statements name have transactions", true);

  private final String words;
  private final boolean rare;

  Work(String words) {
    this(words, false);
  }

  Work(String words, boolean rare) {
    this.words = words;
    this.rare = rare;
  }

  /** What it is, for who is to grant it. */
  String words() {
    return words;
  }

  /** Whether most fleets do without it. */
  boolean isRare() {
    return rare;
  }
}
