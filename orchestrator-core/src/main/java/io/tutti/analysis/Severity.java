package io.tutti.analysis;

/** How much a finding matters, mildest first. */
public enum Severity {
  /** Worth knowing; nothing needs to be done. */
  NOTICE,
  /** Something is less than it should be, or will be. */
  WARNING,
  /** Something does not work, or data is at risk. */
  CRITICAL
}
