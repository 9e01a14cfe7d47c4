package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.model.Settings;
import io.tutti.plugins.sql.AckStatements.Variable;
import io.tutti.spi.AckControl;
import io.tutti.spi.AckSetting;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Sets both sides of semi-synchronous replication by variables. */
record SqlAckControl(Dialect dialect, ControlSession session, Target target) implements AckControl {
  private static final Question VARIABLES =
      Question.plain("acks", "SHOW GLOBAL VARIABLES LIKE 'rpl_semi_sync_%'", "");

  @Override
  public void requirePrivileges(Deadline deadline) {
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held =
        HeldPrivileges.of(
            session.run(
                ControlSession.question("SHOW GRANTS", ""), deadline, "Nothing was changed."));
    HeldPrivileges.requireNone(
        Arrays.stream(grants.of(Work.ACKS).split("; "))
            .filter(grant -> held.surelyLack(grant, grants))
            .toList(),
        new HeldPrivileges.Account(dialect.flavor(), version, target, session.account(deadline)),
        HeldPrivileges.LACKS);
  }

  private Settings variables(Deadline deadline) {
    Map<String, String> values = new TreeMap<>();
    session
        .run(VARIABLES, deadline, "Nothing was changed.")
        .all()
        .forEach(row -> values.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value")));
    return Settings.of(values);
  }

  @Override
  public Sides read(Deadline deadline) {
    Settings variables = variables(deadline);
    return new Sides(side(variables, Variable.ASKS), side(variables, Variable.ACKNOWLEDGES));
  }

  private static Observed<Boolean> side(Settings variables, Variable variable) {
    return variable
        .in(variables.values().keySet())
        .map(variables::flag)
        .orElseGet(() -> Observed.absent("semi-synchronous replication is not loaded there"));
  }

  @Override
  public void set(AckSetting wanted, Deadline deadline) {
    String grants = dialect.operatingGrants(session.version(deadline)).of(Work.ACKS);
    for (String sql : AckStatements.of(wanted, variables(deadline).values().keySet())) {
      session.run(
          ControlSession.question(sql, grants),
          deadline,
          "Whether the server took \"%s\" is not known; read it.".formatted(sql));
    }
  }
}
