package io.tutti.plugins.sql;

import io.tutti.model.EventName;
import io.tutti.model.Observed;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ScheduledEvent.Status;
import io.tutti.model.ScheduledEvents;
import io.tutti.model.ScheduledEvents.Scheduler;
import io.tutti.model.ServerAccount;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the events of the scheduler. */
final class ReplicatedEvents {
  /** Their bytes are the same, and so is the text of an event that is altered by one of them. */
  private static final Set<String> AS_OURS = Set.of("utf8", "utf8mb3", "utf8mb4");

  /** All that the account may see. */
  static final String ALL =
      "SELECT EVENT_SCHEMA AS db, EVENT_NAME AS name, DEFINER AS definer,"
          + " STATUS AS status, CHARACTER_SET_CLIENT AS charset"
          + " FROM information_schema.EVENTS ORDER BY EVENT_SCHEMA, EVENT_NAME";

  static final String SCHEDULER = "SELECT @@global.event_scheduler AS value";

  static final String SCHEDULING = "SET GLOBAL event_scheduler = ON";

  /** All releases take it; later ones have REPLICA for SLAVE as well. */
  private static final String OFF = "DISABLE ON SLAVE";

  private static final String ENABLE = "ENABLE";

  private ReplicatedEvents() {}

  /**
   * Who lacks the privilege is shown none, and no error.
   *
   * @param privilege to see them
   * @param account which asks
   */
  static Observed<ScheduledEvents> read(
      Function<String, Rows> asking, String privilege, ServerAccount account) {
    if (!HeldPrivileges.of(asking.apply("SHOW GRANTS")).surelyHave(privilege, false)) {
      return Observed.unknown(
          "the account may not see events, or this is not known. Remedy: GRANT %s TO %s"
              .formatted(privilege, account.quoted()));
    }
    return Observed.known(of(asking.apply(ALL), asking.apply(SCHEDULER)));
  }

  /**
   * @param all the answer to that
   * @param scheduler the answer to that
   */
  static ScheduledEvents of(Rows all, Rows scheduler) {
    return new ScheduledEvents(
        all.all().stream().map(ReplicatedEvents::event).toList(), scheduler(scheduler), SCHEDULING);
  }

  private static ScheduledEvent event(Row row) {
    EventName name = new EventName(row.textOrEmpty("db"), row.textOrEmpty("name"));
    return new ScheduledEvent(
        name,
        status(row.textOrEmpty("status")),
        enabling(name, row.textOrEmpty("definer")),
        hindrance(row.textOrEmpty("charset")));
  }

  private static Status status(String said) {
    return switch (said) {
      case "ENABLED" -> Status.ENABLED;
      case "SLAVESIDE_DISABLED", "REPLICA_SIDE_DISABLED" -> Status.REPLICATED;
      default -> Status.DISABLED;
    };
  }

  /** Its text is kept as bytes of that character set, and taken for one of the session's. */
  private static Optional<String> hindrance(String charset) {
    return AS_OURS.contains(charset)
        ? Optional.empty()
        : Optional.of(
            "its text is in %s: alter it in a session of that character set".formatted(charset));
  }

  static String keepingOff(EventName event, String definer) {
    return off(enabling(event, definer));
  }

  static String keepingOff(ScheduledEvent event) {
    return off(event.enabling());
  }

  private static String off(String enabling) {
    return enabling.substring(0, enabling.length() - ENABLE.length()) + OFF;
  }

  /** Who alters an event without a word of its definer becomes that. */
  static String enabling(EventName event, String definer) {
    int at = definer.lastIndexOf('@');
    return "ALTER DEFINER = %s@%s EVENT %s.%s ENABLE"
        .formatted(
            SqlNames.named(definer.substring(0, Math.max(at, 0))),
            SqlNames.named(definer.substring(at + 1)),
            SqlNames.named(event.schema()),
            SqlNames.named(event.name()));
  }

  private static Scheduler scheduler(Rows answer) {
    String said = answer.first().map(row -> row.textOrEmpty("value")).orElse("");
    return switch (said) {
      case "ON" -> Scheduler.ON;
      case "DISABLED" -> Scheduler.DISABLED;
      default -> Scheduler.OFF;
    };
  }
}
