package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How the events of the scheduler are let run that came by replication: a server keeps them off, as
 * they run on the source.
 */
final class ReplicatedEvents {
  private static final String PRIVILEGE = "EVENT ON *.*";

  private ReplicatedEvents() {}

  /**
   * Who lacks the privilege is shown none, and told nothing.
   *
   * @param user of the account
   */
  static Observed<List<String>> read(Function<String, Rows> asking, String user) {
    if (!HeldPrivileges.of(asking.apply("SHOW GRANTS")).surelyHave(PRIVILEGE, false)) {
      return Observed.unknown(
          "the account may not see events, or nobody can tell. Remedy: GRANT %s TO '%s'"
              .formatted(PRIVILEGE, user));
    }
    List<String> statements = new ArrayList<>();
    asking
        .apply(
            "SELECT EVENT_SCHEMA AS db, EVENT_NAME AS name, DEFINER AS definer"
                + " FROM information_schema.EVENTS"
                + " WHERE STATUS IN ('SLAVESIDE_DISABLED', 'REPLICA_SIDE_DISABLED')"
                + " ORDER BY EVENT_SCHEMA, EVENT_NAME")
        .all()
        .forEach(row ->
            statements.add(
                enabling(
                    row.textOrEmpty("db"), row.textOrEmpty("name"), row.textOrEmpty("definer"))));
    if (!statements.isEmpty() && !isScheduling(asking)) {
      statements.add("SET GLOBAL event_scheduler = ON");
    }
    return Observed.known(List.copyOf(statements));
  }

  /** Who alters an event without a word of its definer becomes that. */
  static String enabling(String database, String name, String definer) {
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
