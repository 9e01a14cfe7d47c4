package io.tutti.spi;

import java.util.Optional;

/**
 * An event of a server's scheduler.
 *
 * @param enabling the statement that lets it run and leaves its definer who that is: so those of
 *     two servers can be compared
 * @param hindrance why {@link EventControl} would not leave the event as it is
 */
public record ScheduledEvent(
    EventName name, Status status, String enabling, Optional<String> hindrance) {

  /** Whether it runs while the scheduler does. */
  public enum Status {
    ENABLED,
    /** Somebody has disabled it. */
    DISABLED,
    /** It came by replication: a server keeps it off, whatever it is on its source. */
    REPLICATED
  }
}
