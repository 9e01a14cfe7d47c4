package io.tutti.spi;

/** The two threads of a channel that can be started and stopped by themselves. */
public enum ReplicationThread {
  /** Fetches the source's binlog into the relay log. */
  RECEIVER,
  /** Applies the relay log, with its workers. */
  APPLIER
}
