package io.tutti.spi;

/** What a flavor can do. A promise: of what is not declared there is no role and no statement. */
public enum Capability {
  /** More than one source at a time, each in a channel of its own. */
  MULTI_SOURCE,
  /** GTIDs made of a source's UUID and a number. */
  UUID_GTID,
  /** GTIDs made of a domain, a server id and a sequence. */
  DOMAIN_GTID,
  /** The server shows each worker's state. */
  WORKER_STATE,
  /**
   * The server keeps each worker's progress in a table, so that gaps can be computed after a crash.
   */
  WORKER_CHECKPOINTS,
  /** The server shows the original commit time of what it applies. */
  COMMIT_TIMESTAMPS,
  /** {@code super_read_only}. */
  SUPER_READ_ONLY,
  /** {@code offline_mode}. */
  OFFLINE_MODE,
  /** The server keeps settings over restarts: {@link KnobKeeping}. */
  PERSISTED_SETTINGS,
  /** An applier that was killed with a gap may be refused each start: {@link RelayLogInfoReset}. */
  RELAY_LOG_INFO_RESET,
  /** Some release of it copies another server over itself: {@link CloneControl}. */
  CLONE,
  /** Some release of it adds up what its appliers wait for: {@link ApplierWaits}. */
  APPLIER_WAITS
}
