package io.tutti.operation.reconnect;

/** What is done where receivers would take long to notice that the host of their source is gone. */
public enum ReconnectPolicy {
  /** It is waited for. */
  OFF,
  /** They are asked to connect anew. */
  AUTO
}
