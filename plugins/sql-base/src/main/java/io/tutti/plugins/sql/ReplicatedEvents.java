package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.ServerAccount;
import io.tutti.spi.ScheduledEvents;
import java.util.List;
import java.util.function.Function;

/** Reads the events of the scheduler. */
final class ReplicatedEvents {
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
    return Observed.known(
        new ScheduledEvents(
            enabling(asking, "'DISABLED'"),
            enabling(asking, "'SLAVESIDE_DISABLED', 'REPLICA_SIDE_DISABLED'"),
            isScheduling(asking) ? List.of() : List.of("SET GLOBAL event_scheduler = ON")));
  }

  private static List<String> enabling(Function<String, Rows> asking, String status) {
    return asking
        .apply(
            "SELECT EVENT_SCHEMA AS db, EVENT_NAME AS name, DEFINER AS definer"
                + " FROM information_schema.EVENTS WHERE STATUS IN (%s)".formatted(status)
                + " ORDER BY EVENT_SCHEMA, EVENT_NAME")
        .all()
        .stream()
        .map(row ->
            enabling(row.textOrEmpty("db"), row.textOrEmpty("name"), row.textOrEmpty("definer")))
        .toList();
  }

  /** Who alters an event without a word of its definer becomes that. */
  private static String enabling(String database, String name, String definer) {
    int at = definer.lastIndexOf('@');
    return "ALTER DEFINER = %s@%s EVENT %s.%s ENABLE"
        .formatted(
            named(definer.substring(0, Math.max(at, 0))),
            named(definer.substring(at + 1)),
            named(database),
            named(name));
  }

  private static String named(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static boolean isScheduling(Function<String, Rows> asking) {
    return asking
        .apply("SELECT @@global.event_scheduler AS value")
        .first()
        .filter(row -> row.textOrEmpty("value").equals("ON"))
        .isPresent();
  }
}
