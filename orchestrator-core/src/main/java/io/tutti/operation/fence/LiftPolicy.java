package io.tutti.operation.fence;

/** What is done about a server that started fenced. */
public enum LiftPolicy {
  /** It is a finding, and a person lifts it. */
  OFF,
  /** It is lifted as soon as it is proved intact, by an operation like any other. */
  AUTO
}
