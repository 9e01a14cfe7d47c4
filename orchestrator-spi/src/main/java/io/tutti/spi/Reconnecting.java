package io.tutti.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * What it takes to let a receiver connect to its source anew, so that it says itself whether it
 * reaches it: a STOP and a START, and how long the new connection may take. Every method throws as
 * those of {@link ReplicationControl}.
 */
public interface Reconnecting {
  /**
   * Why a receiver might not be able to start again as it runs now, in words that follow the name
   * of its server: it was started until some place, or with a login that nobody keeps. Also where
   * that cannot be read. Empty where it can.
   *
   * @param channel empty for the default one
   */
  Optional<String> obstacle(String channel, Deadline deadline);

  /** How long a receiver waits for a source that says nothing, also while it connects. */
  Duration netTimeout(Deadline deadline);

  /**
   * Sets that until the server's next restart. A receiver keeps what it was when it connected, so
   * one that runs goes on as it was.
   */
  void setNetTimeout(Duration timeout, Deadline deadline);
}
