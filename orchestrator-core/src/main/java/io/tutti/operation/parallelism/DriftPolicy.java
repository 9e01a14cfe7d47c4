package io.tutti.operation.parallelism;

/** What is done about a setting that was to be kept and that a restart lost. */
public enum DriftPolicy {
  /** It is a finding, and nothing is done. */
  REPORT,
  /** It is set again by an operation like any other. */
  REAPPLY
}
