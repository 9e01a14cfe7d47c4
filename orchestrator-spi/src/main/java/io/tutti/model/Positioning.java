package io.tutti.model;

/** By what a channel finds its place in the source's binlogs. */
public enum Positioning {
  /** Log file and position. */
  LOG_POSITION,
  /** GTID auto-positioning from the executed set. */
  AUTO_POSITION,
  /** The domain family's {@code slave_pos}: what was replicated here. */
  REPLICA_POS,
  /** The domain family's {@code current_pos}: what was replicated or written here. */
  CURRENT_POS
}
