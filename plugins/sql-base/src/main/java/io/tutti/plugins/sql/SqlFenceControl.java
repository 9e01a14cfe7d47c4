package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.ShownText;
import io.tutti.model.Observed;
import io.tutti.model.ServerVersion;
import io.tutti.spi.Credentials;
import io.tutti.spi.Deadline;
import io.tutti.spi.FenceControl;
import io.tutti.spi.Target;
import io.tutti.spi.fence.EndedSessions;
import io.tutti.spi.fence.FenceGuide;
import io.tutti.spi.fence.FenceMeasure;
import io.tutti.spi.fence.Trial;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Sets the variables of the {@link Dialect}'s measures, and tries what they are to prevent. */
final class SqlFenceControl implements FenceControl {
  private static final Question VERSION = SharedQuestions.variables("version", Set.of("version"));

  /**
   * Whether a server is read-only is looked at before privileges are, so this is refused by a
   * read-only one, whoever says it (error 1290), and denied by another one; and who may do it
   * changes nothing by it.
   */
  private static final List<String> WRITE =
      List.of("BEGIN", "DELETE FROM mysql.innodb_table_stats WHERE FALSE", "ROLLBACK");

  private static final String NOT_LISTED =
      "the server does not list its sessions (performance_schema is off)";

  /** What the session of a replica does, by GTID or by position. */
  private static final String SENDS_BINLOG = "Binlog Dump";

  private static final String GATE_SAYS = "init_connect";
  private static final int OFFLINE = 3032;
  private static final int ABORTED = 1184;
  private static final int READ_ONLY = 1290;
  private static final int NO_SUCH_THREAD = 1094;
  private static final Set<Integer> DENIED = Set.of(1044, 1142);

  private final Dialect dialect;
  private final SessionHolder sessions;
  private final Target target;
  private final SqlDriver driver;

  SqlFenceControl(Dialect dialect, SessionHolder sessions, Target target, SqlDriver driver) {
    this.dialect = dialect;
    this.sessions = sessions;
    this.target = target;
    this.driver = driver;
  }

  @Override
  public void requirePrivileges(Deadline deadline) {
    ServerVersion version = version(deadline);
    OperatingGrants grants = dialect.operatingGrants(version);
    HeldPrivileges held = HeldPrivileges.of(run("SHOW GRANTS", "", deadline));
    HeldPrivileges.requireNone(
        Arrays.stream(grants.of(Work.FENCE).split("; "))
            .filter(grant -> !held.surelyHave(grant, grants.superMayFence()))
            .toList(),
        new HeldPrivileges.Account(
            dialect.flavor(), version, target, sessions.session(deadline).account()),
        "The account '%s' lacks, on %s, the privileges to fence it, or would be locked out itself."
            + " Nothing was changed.");
  }

  @Override
  public FenceGuide guide(Deadline deadline) {
    return dialect.fencing(version(deadline));
  }

  @Override
  public SortedMap<String, String> read(Deadline deadline) {
    Set<String> names =
        guide(deadline).measures().stream().map(FenceMeasure::variable).collect(Collectors.toSet());
    SortedMap<String, String> values = new TreeMap<>();
    for (Row row : run(SharedQuestions.variables("fence", names), deadline).all()) {
      values.put(row.textOrEmpty("Variable_name"), row.textOrEmpty("Value"));
    }
    return values;
  }

  @Override
  public void set(String variable, String value, Deadline deadline) {
    run(
        guide(deadline).statement(variable, value),
        dialect.operatingGrants(version(deadline)).of(Work.FENCE),
        deadline);
  }

  @Override
  public Observed<Integer> sessions(Deadline deadline) {
    return ofOthers(version(deadline), deadline).map(List::size);
  }

  @Override
  public EndedSessions endSessions(Deadline deadline) {
    return end(row -> true, deadline);
  }

  @Override
  public EndedSessions endClients(Deadline deadline) {
    return end(row -> !row.textOrEmpty("COMMAND").startsWith(SENDS_BINLOG), deadline);
  }

  private EndedSessions end(Predicate<Row> which, Deadline deadline) {
    ServerVersion version = version(deadline);
    if (!(ofOthers(version, deadline) instanceof Observed.Known<List<Row>>(List<Row> others))) {
      return new EndedSessions(0, List.of(NOT_LISTED));
    }
    int ended = 0;
    List<String> left = new ArrayList<>();
    for (Row row : others.stream().filter(which).toList()) {
      try {
        run(
            "KILL " + row.number("ID").orElse(0),
            dialect.operatingGrants(version).of(Work.FENCE),
            deadline);
        ended++;
      } catch (OrchestratorException e) {
        if (number(e) != NO_SUCH_THREAD) {
          left.add("a session of '%s': %s".formatted(row.textOrEmpty("USER"), e.observed()));
        }
      }
    }
    return new EndedSessions(ended, left);
  }

  /** All but those of the own account; unknown where the server does not even list this one. */
  private Observed<List<Row>> ofOthers(ServerVersion version, Deadline deadline) {
    List<Row> all = run(dialect.clientSessions(version), deadline).all();
    long own = sessions.session(deadline).connectionId();
    if (all.stream().noneMatch(row -> row.number("ID").orElse(0) == own)) {
      return Observed.unknown(NOT_LISTED);
    }
    return Observed.known(
        all.stream()
            .filter(row -> !row.textOrEmpty("USER").equals(target.credentials().user()))
            .toList());
  }

  @Override
  public Trial tryToWrite(Optional<Credentials> as, Deadline deadline) {
    Credentials account = as.orElse(target.credentials());
    try (SqlSession session = SqlSession.open(target.as(account), driver, deadline)) {
      for (String sql : WRITE) {
        session.execute(Question.plain("trial", sql, ""), deadline);
      }
      return let(as, "a write of '%s' was carried out".formatted(account.user()));
    } catch (OrchestratorException e) {
      return judge(as, account, e);
    }
  }

  private static Trial judge(
      Optional<Credentials> as, Credentials account, OrchestratorException failure) {
    int number = number(failure);
    if (number == OFFLINE || number == ABORTED || says(failure, GATE_SAYS)) {
      return new Trial.Refused("'%s' cannot log in (%s)".formatted(account.user(), said(failure)));
    }
    if (number == READ_ONLY) {
      return new Trial.Refused("'%s' cannot write (%s)".formatted(account.user(), said(failure)));
    }
    if (DENIED.contains(number)) {
      return let(
          as, "'%s' cannot write, but only because it lacks a privilege".formatted(account.user()));
    }
    return new Trial.Inconclusive(failure.observed());
  }

  /** Who may fence may write to a read-only server, where nothing keeps it from that. */
  private static Trial let(Optional<Credentials> as, String what) {
    return as.isPresent()
        ? new Trial.Let(what)
        : new Trial.Inconclusive(
            "Tutti's own account passes every fence that this release has; set"
                + " tutti.replication.user to try it with that account");
  }

  private static boolean says(OrchestratorException failure, String text) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (String.valueOf(t.getMessage()).contains(text)) {
        return true;
      }
    }
    return false;
  }

  private static String said(OrchestratorException failure) {
    return failure.getCause() instanceof SQLException sql
        ? ShownText.of(String.valueOf(sql.getMessage()).lines().findFirst().orElse(""))
        : failure.observed();
  }

  private static int number(OrchestratorException failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql && sql.getErrorCode() > 0) {
        return sql.getErrorCode();
      }
    }
    return 0;
  }

  private ServerVersion version(Deadline deadline) {
    return sessions
        .session(deadline)
        .version(() ->
            ServerVersion.parse(run(VERSION, deadline).first().orElseThrow().textOrEmpty("Value")));
  }

  private Rows run(String sql, String grant, Deadline deadline) {
    return run(Question.plain("fence", sql, grant), deadline);
  }

  private Rows run(Question question, Deadline deadline) {
    try {
      return sessions.session(deadline).execute(question, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.STATEMENT_TIMED_OUT) {
        sessions.abandonHanging();
      } else if (e.code() == ErrorCode.CONNECTION_LOST) {
        sessions.abandon();
      }
      throw e;
    }
  }
}
