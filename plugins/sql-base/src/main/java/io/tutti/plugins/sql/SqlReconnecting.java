package io.tutti.plugins.sql;

import io.tutti.error.Act;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Deadline;
import io.tutti.spi.Reconnecting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Asks a server by its status of replicas, and sets the variable that both families have. */
public final class SqlReconnecting implements Reconnecting {
  private static final String OLD_NAME = "slave_net_timeout";
  private static final String NEW_NAME = "replica_net_timeout";

  /**
   * What differs.
   *
   * @param status asks for one row for each channel
   * @param keptLogins asks for a row with the login of each channel as the server keeps it, which
   *     need not be the one that a receiver was started with; empty where it must be
   * @param setting the work whose grants let an account set the variable
   */
  public record Words(
      Function<ServerVersion, Question> status,
      Function<ServerVersion, Optional<Question>> keptLogins,
      Work setting) {}

  private final Words words;
  private final Dialect dialect;
  private final ControlSession session;

  SqlReconnecting(Words words, Dialect dialect, ControlSession session) {
    this.words = words;
    this.dialect = dialect;
    this.session = session;
  }

  @Override
  public Optional<String> obstacle(String channel, Deadline deadline) {
    ServerVersion version = session.version(deadline);
    List<Row> channels = run(words.status().apply(version), deadline).all();
    Optional<Row> row =
        channels.stream()
            .filter(each -> each.textOrEmpty("Channel_Name", "Connection_name").equals(channel))
            .findFirst();
    if (row.isEmpty()) {
      return Optional.of("has no such channel");
    }
    String until = row.get().textOrEmpty("Until_Condition");
    if (!until.isEmpty() && !until.equalsIgnoreCase("None")) {
      return Optional.of("was started until some place (%s)".formatted(until));
    }
    if (row.get().textOrEmpty("Master_User", "Source_User").isEmpty()) {
      return Optional.of("keeps no login for its source");
    }
    if (!row.get().textOrEmpty("Network_Namespace").isEmpty()) {
      return Optional.of("connects from a network namespace");
    }
    return words.keptLogins().apply(version).flatMap(kept -> notKept(kept, channels, deadline));
  }

  /** One that was only given to a START is gone with the next STOP. */
  private Optional<String> notKept(Question kept, List<Row> channels, Deadline deadline) {
    try {
      List<Row> logins = run(kept, deadline).all();
      if (logins.size() != channels.size()) {
        return Optional.of(
            "does not keep its logins in tables, so whether it has one is not known");
      }
      return logins.stream().anyMatch(each -> each.textOrEmpty("User_name").isEmpty())
          ? Optional.of("may have been started with a login that it does not keep")
          : Optional.empty();
    } catch (OrchestratorException e) {
      return Optional.of(
          "does not show which logins it keeps (%s)"
              .formatted(e.remedies().joined("; ", Act::toString)));
    }
  }

  @Override
  public Duration netTimeout(Deadline deadline) {
    Map<String, String> values = values(deadline);
    return Duration.ofSeconds(Long.parseLong(values.get(name(values))));
  }

  @Override
  public void setNetTimeout(Duration timeout, Deadline deadline) {
    String name = name(values(deadline));
    session.run(
        ControlSession.question(
            "SET GLOBAL %s = %d".formatted(name, timeout.toSeconds()),
            dialect.operatingGrants(session.version(deadline)).of(words.setting())),
        deadline,
        "Whether %s took the value is not known; read it.".formatted(name));
  }

  /** Some releases have both. */
  private static String name(Map<String, String> values) {
    return values.containsKey(NEW_NAME) ? NEW_NAME : OLD_NAME;
  }

  private Map<String, String> values(Deadline deadline) {
    Map<String, String> values = new TreeMap<>();
    run(SharedQuestions.variables("net-timeout", Set.of(OLD_NAME, NEW_NAME)), deadline)
        .all()
        .forEach(row -> values.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value")));
    return values;
  }

  private Rows run(Question question, Deadline deadline) {
    return session.run(question, deadline, "Nothing was changed.");
  }
}
