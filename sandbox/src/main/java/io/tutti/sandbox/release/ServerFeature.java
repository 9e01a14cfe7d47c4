package io.tutti.sandbox.release;

/**
 * Something that a sandbox can ask of a release; what a pinned binary lacks is refused, not faked.
 */
public enum ServerFeature {
  /** Global transaction identifiers. */
  GTID("GTIDs"),
  /** Semi-synchronous replication, built in or as a plugin that is part of the pinned binary. */
  SEMI_SYNC("semi-synchronous replication"),
  /** Command line programs beside the server ({@code mysql} or {@code mariadb}). */
  CLIENTS("client programs"),
  /** Several sources for one replica: channels (MySQL) or named connections (MariaDB). */
  MULTI_SOURCE("multi-source replication"),
  /** Statements and variables say source and replica where they once said master and slave. */
  SOURCE_REPLICA_TERMS("the statements CHANGE REPLICATION SOURCE and SHOW REPLICA STATUS"),
  /** {@code super_read_only}. */
  SUPER_READ_ONLY("super_read_only"),
  /** Accounts are authenticated by {@code caching_sha2_password} unless said otherwise. */
  CACHING_SHA2_ACCOUNTS("caching_sha2_password accounts");

  private final String displayName;

  ServerFeature(String displayName) {
    this.displayName = displayName;
  }

  /** The words used for this feature in messages. */
  public String displayName() {
    return displayName;
  }
}
