package io.tutti.plugins.sql;

import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.NamedLock;
import io.tutti.spi.NamedLock.Holder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Claims by the named locks of a server: GET_LOCK, IS_USED_LOCK. A lock ends with its session. A
 * session has one lock at a time before 5.7.5 and MariaDB 10.0.2 (manual, "Locking Functions"), so
 * one that stays is held by a session that takes no other. Two that hold one beside each other have
 * {@code name.1} and {@code name.2}.
 */
final class SqlClaims {
  private static final long NONE = -1;

  private final SessionHolder sessions;

  /** The session that is not kept for longer than its controller speaks. */
  private long bounded = NONE;

  SqlClaims(SessionHolder sessions) {
    this.sessions = sessions;
  }

  /** Together with others: one of two locks. */
  Observed<NamedLock> beside(String name, Duration idleMax, Deadline deadline) {
    String first = literal(name + ".1");
    String second = literal(name + ".2");
    return claim(
        "SELECT IF(IS_USED_LOCK(%1$s) <=> CONNECTION_ID() OR IS_USED_LOCK(%2$s) <=> CONNECTION_ID(), 1, IF(GET_LOCK(%1$s, 0) = 1, 1, GET_LOCK(%2$s, 0))) AS held, IS_USED_LOCK(%1$s) AS first_holder, IS_USED_LOCK(%2$s) AS second_holder"
            .formatted(first, second),
        idleMax,
        deadline);
  }

  /** Alone. */
  Observed<NamedLock> alone(String name, Duration idleMax, Deadline deadline) {
    return claim(
        "SELECT IF(IS_USED_LOCK(%1$s) <=> CONNECTION_ID(), 1, GET_LOCK(%1$s, 0)) AS held, IS_USED_LOCK(%1$s) AS first_holder, NULL AS second_holder"
            .formatted(literal(name)),
        idleMax,
        deadline);
  }

  /** The session is as it was before: others may use it for something else. */
  void giveBack(String name, Deadline deadline) {
    SqlSession session = sessions.session(deadline);
    one(
        session,
        "SELECT RELEASE_LOCK(%s), RELEASE_LOCK(%s), RELEASE_LOCK(%s)"
            .formatted(literal(name), literal(name + ".1"), literal(name + ".2")),
        deadline);
    if (bounded == session.connectionId()) {
      session.execute(
          Question.plain("idle", "SET SESSION wait_timeout = @tutti_idle", ""), deadline);
      bounded = NONE;
    }
  }

  private Observed<NamedLock> claim(String sql, Duration idleMax, Deadline deadline) {
    try {
      SqlSession session = sessions.session(deadline);
      bound(session, idleMax, deadline);
      Row row = one(session, sql, deadline);
      boolean isHeld = row.number("held").orElse(0) == 1;
      List<Holder> others = others(session, row, deadline);
      return isHeld || !others.isEmpty()
          ? Observed.known(new NamedLock(isHeld, Long.toString(session.connectionId()), others))
          : Observed.unknown("the server gave no lock, and names nobody who has it");
    } catch (OrchestratorException e) {
      if (e.code().kind() == ErrorKind.UNREACHABLE) {
        throw e;
      }
      return Observed.unknown(e.observed());
    }
  }

  /** A session whose controller vanished with its host ends after a while, and its lock with it. */
  private void bound(SqlSession session, Duration idleMax, Deadline deadline) {
    if (bounded != session.connectionId()) {
      session.execute(
          Question.plain(
              "idle",
              "SET @tutti_idle = @@SESSION.wait_timeout, SESSION wait_timeout = "
                  + idleMax.toSeconds(),
              ""),
          deadline);
      bounded = session.connectionId();
    }
  }

  private static List<Holder> others(SqlSession session, Row row, Deadline deadline) {
    return Stream.of("first_holder", "second_holder")
        .map(row::number)
        .flatMapToLong(OptionalLong::stream)
        .filter(each -> each != session.connectionId())
        .mapToObj(each -> holder(session, each, deadline))
        .toList();
  }

  /**
   * Whoever may see the sessions of others learns from where it comes. That it holds the lock is so
   * without that, too.
   */
  private static Holder holder(SqlSession session, long id, Deadline deadline) {
    String number = Long.toString(id);
    try {
      return row(session, id, deadline)
          .map(each ->
              new Holder(
                  number,
                  "session %d, %s from %s"
                      .formatted(id, each.textOrEmpty("user"), each.textOrEmpty("host")),
                  silentFor(each)))
          .orElseGet(() -> new Holder(number, "session " + id));
    } catch (OrchestratorException e) {
      return new Holder(number, "session " + id);
    }
  }

  private static Optional<Row> row(SqlSession session, long id, Deadline deadline) {
    return session
        .query(
            Question.plain(
                "holder",
                "SELECT USER AS user, HOST AS host, COMMAND AS command, TIME AS seconds FROM information_schema.PROCESSLIST WHERE ID = "
                    + id,
                ""),
            deadline)
        .first();
  }

  private static Optional<Duration> silentFor(Row row) {
    OptionalLong seconds = row.number("seconds");
    return seconds.isPresent() && row.textOrEmpty("command").equals("Sleep")
        ? Optional.of(Duration.ofSeconds(seconds.getAsLong()))
        : Optional.empty();
  }

  private static Row one(SqlSession session, String sql, Deadline deadline) {
    return session.query(Question.plain("claim", sql, ""), deadline).all().getFirst();
  }

  /** Names are those of this program: letters and dots. */
  private static String literal(String name) {
    if (!name.matches("[a-z0-9.]{1,64}")) {
      throw new IllegalArgumentException("not a name of a claim");
    }
    return "'" + name + "'";
  }
}
