package io.tutti.operation.rejoin;

/** What is done about a source that was failed over, and is back. */
public enum RejoinPolicy {
  /** It stays fenced, and a person lets it rejoin. */
  OFF,
  /** It rejoins as soon as it is known to have nothing more, by an operation like any other. */
  AUTO
}
