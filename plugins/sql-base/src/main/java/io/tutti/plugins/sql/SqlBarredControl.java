package io.tutti.plugins.sql;

import io.tutti.model.ServerVersion;
import io.tutti.spi.BarredApplier;
import io.tutti.spi.BarredControl;
import io.tutti.spi.Deadline;
import java.util.List;

/** Says what the {@link Dialect} has for a barred applier. */
final class SqlBarredControl implements BarredControl {
  private final Dialect dialect;
  private final ControlSession session;

  SqlBarredControl(Dialect dialect, ControlSession session) {
    this.dialect = dialect;
    this.session = session;
  }

  @Override
  public BarredApplier.Standing read(Deadline deadline) {
    return BarredReading.of(
        (sql, grant) ->
            session.run(ControlSession.question(sql, grant), deadline, "Nothing was changed."),
        dialect.operatingGrants(session.version(deadline)).of(Work.BARRED));
  }

  @Override
  public void act(BarredApplier.Act act, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    String grant = dialect.operatingGrants(version).of(Work.BARRED);
    List<Question> questions =
        dialect.statements(version).barred(act).stream()
            .map(sql -> ControlSession.question(sql, grant))
            .toList();
    session.inOneSession(
        questions, deadline, "Whether it was done is read from the server's tables.");
  }
}
