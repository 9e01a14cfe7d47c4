package io.tutti.spi.advice;

/** How much a piece of advice matters, mildest first. */
public enum AdviceWeight {
  /** Worth knowing: it costs speed or room, or is how the release comes by default. */
  NOTICE,
  /** Something is less than it should be, or goes wrong after a crash. */
  WARNING,
  /** Replication stops or hangs by it. */
  CRITICAL
}
