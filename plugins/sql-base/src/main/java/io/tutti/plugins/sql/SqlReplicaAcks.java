package io.tutti.plugins.sql;

import io.tutti.spi.Deadline;
import io.tutti.spi.ReplicaAcks;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Switches the acknowledgements of a replica, and how long it waits for its source, by variables.
 */
public final class SqlReplicaAcks implements ReplicaAcks {
  /** Zero means without end. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /**
   * Its variables.
   *
   * @param enabled the switch; some releases look at it only when a receiver starts
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
  public Optional<Duration> stopWait(Deadline deadline) {
    Map<String, String> values = new TreeMap<>();
    session
        .run(
            SharedQuestions.variables("acks", Set.of(names.enabled(), names.stopTimeout())),
            deadline,
            "Nothing was changed.")
        .all()
        .forEach(row -> values.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value")));
    return "ON".equals(values.get(names.enabled()))
        ? Optional.ofNullable(values.get(names.stopTimeout()))
            .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
        : Optional.empty();
  }

  @Override
  public void endAtOnce(Deadline deadline) {
    set("OFF", SHORTEST, deadline);
  }

  @Override
  public void endAfter(Duration wait, Deadline deadline) {
    set("ON", wait, deadline);
  }

  private void set(String enabled, Duration wait, Deadline deadline) {
    session.run(
        ControlSession.question(
            "SET GLOBAL %s = %s, GLOBAL %s = %d"
                .formatted(names.enabled(), enabled, names.stopTimeout(), wait.toSeconds()),
            dialect.operatingGrants(session.version(deadline)).of(Work.THREADS)),
        deadline,
        "Whether %s took the value is not known; read it.".formatted(names.enabled()));
  }
}
