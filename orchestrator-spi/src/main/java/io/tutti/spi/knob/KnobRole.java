package io.tutti.spi.knob;

/** On which side of replication a knob works. */
public enum KnobRole {
  /** It determines how a server applies what it receives; without a source it does nothing. */
  REPLICA,
  /** It determines how a server writes its binlog, so that those below can apply in parallel. */
  PRIMARY
}
