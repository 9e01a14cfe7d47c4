package io.tutti.model;

import java.time.Instant;
import java.util.Optional;

/**
 * The last error of a replication thread, by the server's own number; {@code at} where the server
 * tells it.
 */
public record LastError(int number, String message, Optional<Instant> at) {
  /** Whether a worker failed, and not the coordinator by itself: the words of all releases. */
  public boolean isOfWorker() {
    return message.contains("Worker ") && message.contains("failed executing transaction");
  }

  @Override
  public String toString() {
    return "error " + number + ": " + message;
  }
}
