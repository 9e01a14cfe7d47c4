package io.tutti.store.jdbc;

import java.time.Instant;

/** Instants as nanoseconds since 1970, good until 2262. */
final class Moments {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Moments() {}

  static long toNanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
  }

  static Instant ofNanos(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
  }
}
