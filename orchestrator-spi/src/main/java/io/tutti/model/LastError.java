package io.tutti.model;

import java.time.Instant;
import java.util.Optional;

/**
 * The last error of a replication thread, by the server's own number; {@code at} where the server
 * tells it.
 */
public record LastError(int number, String message, Optional<Instant> at) {
  @Override
  public String toString() {
    return "error " + number + ": " + message;
  }
}
