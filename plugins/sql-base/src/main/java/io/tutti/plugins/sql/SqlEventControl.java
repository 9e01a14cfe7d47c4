package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.EventName;
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
  public void requirePrivileges(Deadline deadline) {
    session.renew(deadline);
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held =
        HeldPrivileges.of(
            session.run(
                ControlSession.question("SHOW GRANTS", ""), deadline, "Nothing was changed."));
    HeldPrivileges.requireNone(
        Arrays.stream(grants.of(Work.CARRY_EVENTS).split("; "))
            .filter(grant -> held.surelyLack(grant, grants))
            .toList(),
        new HeldPrivileges.Account(dialect.flavor(), version, target, session.account(deadline)),
        HeldPrivileges.LACKS);
  }

  @Override
  public void enable(EventName event, Deadline deadline) {
    Row found =
        session
            .run(
                ControlSession.question(
                    "SELECT DEFINER AS definer, COLLATION_CONNECTION AS collation"
                        + " FROM information_schema.EVENTS WHERE EVENT_SCHEMA = %s AND EVENT_NAME = %s"
                            .formatted(
                                SqlNames.quoted(event.schema()), SqlNames.quoted(event.name())),
                    grants(deadline)),
                deadline,
                "Nothing was changed.")
            .first()
            .orElseThrow(() -> gone(event));
    session.inOneSession(
        List.of(
                "SET @tutti_collation = @@session.collation_connection, SESSION collation_connection = "
                    + SqlNames.quoted(found.textOrEmpty("collation")),
                ReplicatedEvents.enabling(event, found.textOrEmpty("definer")),
                "SET SESSION collation_connection = @tutti_collation")
            .stream()
            .map(sql -> ControlSession.question(sql, grants(deadline)))
            .toList(),
        deadline,
        UNKNOWN.formatted(event));
  }

  private OrchestratorException gone(EventName event) {
    return new OrchestratorException(
        ErrorCode.STATEMENT_FAILED,
        target.address().toString(),
        "%s has no event %s.".formatted(target.address(), event),
        Remedies.of("look for it in information_schema.EVENTS"));
  }

  @Override
  public void schedule(boolean runs, Deadline deadline) {
    session.run(
        ControlSession.question(statement(runs), grants(deadline)),
        deadline,
        UNKNOWN.formatted("the scheduler"));
  }

  @Override
  public String statement(boolean runs) {
    return ReplicatedEvents.scheduling(runs);
  }
}
