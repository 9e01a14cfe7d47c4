package io.tutti.plugins.mysql;

import io.tutti.model.GroupMembership;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.LearnedVariables;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import java.util.Optional;

/**
 * The replication group of a server whose plugin group_replication is loaded. The table has no row
 * of a server that has not started it, or an OFFLINE one (manual, "The replication_group_members
 * Table"; from 8.0.2 on with the role).
 */
final class ReplicationGroup {
  private static final String KEY = "group-member";
  private static final String KIND = "a replication group";
  private static final String NAME = "group_replication_group_name";

  private static final String GRANT = "SELECT ON performance_schema.replication_group_members";

  private ReplicationGroup() {}

  /** Where the release has such groups. */
  static Optional<String> grant(ServerVersion version) {
    return version.isAtLeast(5, 7, 2) ? Optional.of(GRANT) : Optional.empty();
  }

  /** What to ask, where the plugin is loaded. */
  static Optional<Question> question(ServerVersion version, LearnedVariables variables) {
    if (variables.find(NAME).isEmpty()) {
      return Optional.empty();
    }
    String role = version.isAtLeast(8, 0, 2) ? "MEMBER_ROLE" : "''";
    return Optional.of(
        new Question(
            KEY,
            "SELECT … FROM performance_schema.replication_group_members",
            "SELECT MEMBER_STATE AS state, %s AS role FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid"
                .formatted(role),
            GRANT));
  }

  /** Absent where the plugin is not loaded, or was given no group. */
  static Observed<GroupMembership> of(LearnedVariables variables, Reading reading) {
    String name = variables.find(NAME).orElse("");
    if (name.isEmpty()) {
      return Observed.absent("it is in no group");
    }
    return Observed.known(
        new GroupMembership(
            KIND,
            reading.answers().rows(KEY) instanceof Observed.Known<Rows>(Rows rows)
                ? rows.all().stream().findFirst().map(ReplicationGroup::state).orElse("OFFLINE")
                : "in which state is not known"));
  }

  private static String state(Row row) {
    String role = row.textOrEmpty("role");
    return row.textOrEmpty("state") + (role.isEmpty() ? "" : ", " + role);
  }
}
