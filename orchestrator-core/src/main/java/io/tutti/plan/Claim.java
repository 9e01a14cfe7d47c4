package io.tutti.plan;

/** What an operation has for itself while it is not at rest. */
public enum Claim {
  /** The instances that it touches; others of the topology may be worked on meanwhile. */
  INSTANCES,
  /** The whole topology: it decides who replicates from whom, or who takes writes. */
  TOPOLOGY
}
