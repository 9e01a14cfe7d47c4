package io.tutti.promotion;

/**
 * What follows from how many servers must acknowledge a commit before its client hears of it. Each
 * acknowledged commit is held by {@code required} of those that can acknowledge. Pure.
 *
 * @param required k: so many must acknowledge
 * @param able M: so many can
 * @param read so many of these can be read, and have all that they acknowledged
 */
public record Acknowledgers(long required, long able, long read) {

  public Acknowledgers {
    if (required < 1 || read < 0 || read > able) {
      throw new IllegalArgumentException("%d of %d, %d read".formatted(required, able, read));
    }
  }

  /** M-k+1: any so many of them hold every acknowledged commit, each at least once. */
  public long readNeeded() {
    return Math.max(0, able - required + 1);
  }

  /** Whether those that are read hold every acknowledged commit. */
  public boolean holdAll() {
    return read >= readNeeded();
  }

  /**
   * Whether a commit was never acknowledged: not even if all that cannot be read have it.
   *
   * @param holders so many of those that are read have it, at the most
   */
  public boolean neverAcknowledged(long holders) {
    return holders + (able - read) < required;
  }
}
