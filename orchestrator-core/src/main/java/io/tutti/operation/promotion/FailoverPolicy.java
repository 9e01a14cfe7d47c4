package io.tutti.operation.promotion;

/** What is done by itself where a source is dead, or lost what a replica has. */
public enum FailoverPolicy {
  /** Nothing: a person looks, and decides. */
  OFF,
  /** A person decides, and is told what would be done. */
  PROPOSE,
  /** A replica takes the place, where all proofs allow it. */
  AUTO
}
