package io.tutti.model;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An event of a server's scheduler.
 *
 * @param enabling the statement that lets it run and leaves its definer who that is: so those of
 *     two servers can be compared
 * @param hindrance why it could not be altered and stay what it is
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

  /** Their names, for people. */
  public static String spoken(Collection<ScheduledEvent> events) {
    return events.stream().map(each -> each.name().toString()).collect(Collectors.joining(", "));
  }
}
