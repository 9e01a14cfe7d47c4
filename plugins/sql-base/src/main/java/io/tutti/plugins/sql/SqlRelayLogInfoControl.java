package io.tutti.plugins.sql;

import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.RelayLogInfoControl;
import io.tutti.spi.RelayLogInfoReset;
import java.util.List;

/** Says what the {@link Dialect} has for an applier that refuses to start. */
final class SqlRelayLogInfoControl implements RelayLogInfoControl {
  private final Dialect dialect;
  private final ControlSession session;

  SqlRelayLogInfoControl(Dialect dialect, ControlSession session) {
    this.dialect = dialect;
    this.session = session;
  }

  @Override
  public RelayLogInfoReset.Progress read(Deadline deadline) {
    return RelayLogInfoReading.of(
        (sql, grant) ->
            session.run(ControlSession.question(sql, grant), deadline, "Nothing was changed."),
        dialect.operatingGrants(session.version(deadline)).of(Work.RELAY_LOG_INFO_RESET));
  }

  @Override
  public void act(RelayLogInfoReset.Act act, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    String grant = dialect.operatingGrants(version).of(Work.RELAY_LOG_INFO_RESET);
    List<Question> questions =
        dialect.statements(version).relayLogInfo(act).stream()
            .map(sql -> ControlSession.question(sql, grant))
            .toList();
    session.inOneSession(
        questions, deadline, "Whether it was done is read from the server's tables.");
  }
}
