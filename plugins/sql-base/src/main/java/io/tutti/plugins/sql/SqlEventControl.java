package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
import io.tutti.model.ScheduledEvent;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.EventControl;
import io.tutti.spi.Target;
import java.util.Arrays;
import java.util.List;

/**
 * Alters events of the scheduler. An ALTER keeps the sql_mode, the time zone and the schedule of an
 * event, but not its definer, nor the collation of the session that made it.
 */
record SqlEventControl(Dialect dialect, ControlSession session, Target target)
    implements EventControl {
  private static final String UNKNOWN = "Whether %s runs is not known; read it.";

  private String grants(Deadline deadline) {
    return dialect.operatingGrants(session.version(deadline)).of(Work.CARRY_EVENTS);
  }

  @Override
  public void requirePrivileges(boolean schedules, Deadline deadline) {
    session.renew(deadline);
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held =
        HeldPrivileges.of(
            session.run(
                ControlSession.question("SHOW GRANTS", ""), deadline, "Nothing was changed."));
    String wanted =
        grants.of(Work.CARRY_EVENTS) + (schedules ? "; " + grants.of(Work.START_SCHEDULER) : "");
    HeldPrivileges.requireNone(
        Arrays.stream(wanted.split("; "))
            .distinct()
            .filter(grant -> held.surelyLack(grant, grants))
            .toList(),
        new HeldPrivileges.Account(dialect.flavor(), version, target, session.account(deadline)),
        HeldPrivileges.LACKS);
  }

  /** What of an event is the session's, and would be changed by an ALTER. */
  private record Kept(String definer, String charset, String collation) {
    private static Kept of(Row row) {
      return new Kept(
          row.textOrEmpty("definer"), row.textOrEmpty("charset"), row.textOrEmpty("collation"));
    }
  }

  private Kept find(EventName event, Deadline deadline) {
    return session
        .run(
            ControlSession.question(
                "SELECT DEFINER AS definer, CHARACTER_SET_CLIENT AS charset,"
                    + " COLLATION_CONNECTION AS collation"
                    + " FROM information_schema.EVENTS WHERE EVENT_SCHEMA = %s AND EVENT_NAME = %s"
                        .formatted(SqlNames.quoted(event.schema()), SqlNames.quoted(event.name())),
                grants(deadline)),
            deadline,
            "Nothing was changed.")
        .first()
        .map(Kept::of)
        .orElseThrow(() -> gone(event));
  }

  private void inOneSession(EventName event, List<String> statements, Deadline deadline) {
    session.inOneSession(
        statements.stream().map(sql -> ControlSession.question(sql, grants(deadline))).toList(),
        deadline,
        UNKNOWN.formatted(event));
  }

  @Override
  public void enable(EventName event, Deadline deadline) {
    Kept kept = find(event, deadline);
    inOneSession(
        event,
        List.of(
            "SET @tutti_collation = @@session.collation_connection, SESSION collation_connection = "
                + SqlNames.quoted(kept.collation()),
            ReplicatedEvents.enabling(event, kept.definer()),
            "SET SESSION collation_connection = @tutti_collation"),
        deadline);
  }

  @Override
  public void keepOff(EventName event, Deadline deadline) {
    Kept kept = find(event, deadline);
    unlogged(event, kept, ReplicatedEvents.keepingOff(event, kept.definer()), deadline);
  }

  @Override
  public void letRunAgain(EventName event, Deadline deadline) {
    Kept kept = find(event, deadline);
    unlogged(event, kept, ReplicatedEvents.enabling(event, kept.definer()), deadline);
  }

  /** Its text is taken for one of the session's character set, so that is the event's. */
  private void unlogged(EventName event, Kept kept, String altering, Deadline deadline) {
    inOneSession(
        event,
        List.of(
            "SET @tutti_charset = @@session.character_set_client,"
                + " @tutti_collation = @@session.collation_connection, SESSION sql_log_bin = 0",
            "SET SESSION character_set_client = %s, SESSION collation_connection = %s"
                .formatted(SqlNames.quoted(kept.charset()), SqlNames.quoted(kept.collation())),
            altering,
            "SET SESSION character_set_client = @tutti_charset,"
                + " SESSION collation_connection = @tutti_collation, SESSION sql_log_bin = 1"),
        deadline);
  }

  private OrchestratorException gone(EventName event) {
    return new OrchestratorException(
        ErrorCode.STATEMENT_FAILED,
        target.address().toString(),
        "%s has no event %s.".formatted(target.address(), event),
        Remedies.of("look for it in information_schema.EVENTS"));
  }

  @Override
  public void schedule(Deadline deadline) {
    session.run(
        ControlSession.question(
            scheduling(),
            dialect.operatingGrants(session.version(deadline)).of(Work.START_SCHEDULER)),
        deadline,
        UNKNOWN.formatted("the scheduler"));
  }

  @Override
  public String unlogged() {
    return "SET SESSION sql_log_bin = 0";
  }

  @Override
  public String keepingOff(ScheduledEvent event) {
    return ReplicatedEvents.keepingOff(event);
  }

  @Override
  public String scheduling() {
    return ReplicatedEvents.SCHEDULING;
  }
}
