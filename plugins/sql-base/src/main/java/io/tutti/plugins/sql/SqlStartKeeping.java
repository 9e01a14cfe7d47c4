package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.StartKeeping;
import io.tutti.spi.Target;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Changes what a server keeps of its variables for its next start, and not what is in force. */
record SqlStartKeeping(Dialect dialect, ControlSession session, Target target)
    implements StartKeeping {

  @Override
  public void requirePrivileges(Deadline deadline) {
    ServerVersion version = session.version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held =
        HeldPrivileges.of(
            session.run(
                ControlSession.question("SHOW GRANTS", ""), deadline, "Nothing was changed."));
    HeldPrivileges.requireNone(
        Arrays.stream(grants.of(Work.KEEP_START).split("; "))
            .filter(grant -> held.surelyLack(grant, grants))
            .toList(),
        new HeldPrivileges.Account(dialect.flavor(), version, target, session.account(deadline)),
        HeldPrivileges.LACKS);
  }

  @Override
  public Observed<SortedMap<String, String>> kept(Deadline deadline) {
    return dialect
        .persistedSettings(session.version(deadline))
        .map(question ->
            Observed.known(kept(session.run(question, deadline, "Nothing was changed."))))
        .orElse(Observed.absent("this flavor keeps no settings over a restart"));
  }

  /** As {@link Dialect#persistedSettings} is answered. */
  static SortedMap<String, String> kept(Rows rows) {
    SortedMap<String, String> kept = new TreeMap<>();
    rows.all().forEach(row -> kept.put(row.textOrEmpty("name"), row.textOrEmpty("value")));
    return kept;
  }

  @Override
  public void keep(SortedMap<String, String> values, Deadline deadline) {
    run(dialect.statements(session.version(deadline)).keepForNextStart(values), deadline);
  }

  @Override
  public void forget(Collection<String> variables, Deadline deadline) {
    run(dialect.statements(session.version(deadline)).keepNothingForNextStart(variables), deadline);
  }

  private void run(List<String> statements, Deadline deadline) {
    String grants = dialect.operatingGrants(session.version(deadline)).of(Work.KEEP_START);
    for (String sql : statements) {
      session.run(
          ControlSession.question(sql, grants),
          deadline,
          "Whether the server took \"%s\" is not known; read it.".formatted(sql));
    }
  }
}
