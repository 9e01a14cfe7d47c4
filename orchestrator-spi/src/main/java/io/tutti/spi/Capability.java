package io.tutti.spi;

/**
 * What a flavor can do. A promise: what is not declared is refused with UNSUPPORTED_CAPABILITY when
 * it is used.
 */
public enum Capability {
  /** More than one source at a time, each in a channel of its own. */
  MULTI_SOURCE,
  /** GTIDs made of a source's UUID and a number. */
  UUID_GTID,
  /** GTIDs made of a domain, a server id and a sequence. */
  DOMAIN_GTID,
  /** The server tells each worker's state. */
  WORKER_STATE,
  /**
   * The server keeps each worker's progress in a table, so that gaps can be computed after a crash.
   */
  WORKER_CHECKPOINTS,
  /** The server tells the original commit time of what it applies. */
  COMMIT_TIMESTAMPS,
  /** {@code super_read_only}. */
  SUPER_READ_ONLY,
  /** {@code offline_mode}. */
  OFFLINE_MODE,
  /** {@code SET PERSIST}. */
  PERSISTED_SETTINGS
}
