package io.tutti.plugins.sql;

import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicaAcks;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Switches the acknowledgements of a replica by a variable. */
public final class SqlReplicaAcks implements ReplicaAcks {

  /**
   * Its variables.
   *
   * @param enabled the switch
   * @param stopTimeout how many seconds a STOP waits; a server without it does not
   */
  public record Names(String enabled, String stopTimeout) {}

  private final Names names;
  private final Dialect dialect;
  private final ControlSession session;

  SqlReplicaAcks(Names names, Dialect dialect, ControlSession session) {
    this.names = names;
    this.dialect = dialect;
    this.session = session;
  }

  @Override
  public boolean areOn(Deadline deadline) {
    Map<String, String> values = new TreeMap<>();
    session
        .run(
            SharedQuestions.variables("acks", Set.of(names.enabled(), names.stopTimeout())),
            deadline,
            "Nothing was changed.")
        .all()
        .forEach(row -> values.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value")));
    return values.containsKey(names.stopTimeout()) && "ON".equals(values.get(names.enabled()));
  }

  @Override
  public void set(boolean on, Deadline deadline) {
    session.run(
        ControlSession.question(
            "SET GLOBAL %s = %s".formatted(names.enabled(), on ? "ON" : "OFF"),
            dialect.operatingGrants(session.version(deadline)).of(Work.THREADS)),
        deadline,
        "Whether %s took the value is not known; read it.".formatted(names.enabled()));
  }
}
