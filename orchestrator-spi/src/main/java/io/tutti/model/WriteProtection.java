package io.tutti.model;

/**
 * Who may write: {@code read_only}, {@code super_read_only} and {@code offline_mode}, absent where
 * a flavor lacks them.
 */
public record WriteProtection(
    Observed<Boolean> readOnly, Observed<Boolean> superReadOnly, Observed<Boolean> offlineMode) {

  /** Whether ordinary clients can write, as far as it is known. */
  public Observed<Boolean> acceptsWrites() {
    return readOnly.map(on -> !on && !offlineMode.is(true));
  }
}
