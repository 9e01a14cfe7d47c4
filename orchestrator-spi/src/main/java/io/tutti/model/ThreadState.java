package io.tutti.model;

/** Whether a replication thread runs. */
public enum ThreadState {
  /** It runs, and for a receiver: it is connected. */
  RUNNING,
  /** A receiver that tries to reach its source. */
  CONNECTING,
  /** It does not run. */
  STOPPED
}
