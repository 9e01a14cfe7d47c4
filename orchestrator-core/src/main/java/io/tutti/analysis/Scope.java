package io.tutti.analysis;

/** What a finding is about. */
public enum Scope {
  INSTANCE,
  CHANNEL,
  CLUSTER
}
