package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.model.ServerAccount;
import io.tutti.model.ServerVersion;
import io.tutti.plugins.sql.Rows.Columns;
import io.tutti.plugins.sql.wire.AnswerBounds;
import io.tutti.plugins.sql.wire.AnswerGuard;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import io.tutti.spi.TlsMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One connection to a server. Every statement has its own deadline: the target's statement timeout,
 * or what is left of the caller's deadline when that is less. A statement that ran out of time
 * leaves the session unusable; abandon it. So does an answer that is not taken ({@link
 * AnswerGuard}); that session abandons itself.
 */
public final class SqlSession implements AutoCloseable {
  private static final Question ALIVE = Question.plain("sign of life", "DO 1", "");
  private static final Question WHO =
      Question.plain(
          "CONNECTION_ID", "SELECT CONNECTION_ID() AS id, CURRENT_USER() AS account", "");

  private final Connection connection;
  private final Statement statement;
  private final Target target;
  private volatile FailureTranslation failures;
  private final AnswerGuard guard;
  private final Map<String, Columns> columnsBySql = new HashMap<>();

  /**
   * The last answers to the questions asked together: an unchanged one is the same object again.
   */
  private final Map<String, Rows> lastBySql = new HashMap<>();

  /** Of the process at the other end: no other one is reached over the same connection. */
  private Optional<ServerVersion> version = Optional.empty();

  /** At most one: the questions asked together seldom change. */
  private final Map<String, PreparedStatement> preparedBySql = new HashMap<>();

  private final AtomicLong connectionId = new AtomicLong();
  private volatile ServerAccount account;
  private final String name = UUID.randomUUID().toString();
  private int networkTimeoutMillis;
  private boolean abandoned;

  private SqlSession(
      Connection connection, Target target, FailureTranslation failures, AnswerGuard guard)
      throws SQLException {
    this.connection = connection;
    this.statement = connection.createStatement();
    // Else the drivers look for { in statements, and put another text in its place.
    this.statement.setEscapeProcessing(false);
    this.target = target;
    this.account = new ServerAccount(target.credentials().user(), "%");
    this.failures = failures;
    this.guard = guard;
  }

  /**
   * Connects and logs in.
   *
   * @throws OrchestratorException saying what was in the way
   */
  public static SqlSession open(Target target, SqlDriver driver, Deadline deadline) {
    return open(target, driver, deadline, new AnswerGuard(), SessionSettings.of(target));
  }

  static SqlSession open(
      Target target,
      SqlDriver driver,
      Deadline deadline,
      AnswerGuard guard,
      SessionSettings settings) {
    FailureTranslation failures = new FailureTranslation(target);
    int millis = deadline.remainingMillis();
    if (target.tls() == TlsMode.REQUIRED && target.trust().certificates().isEmpty()) {
      throw failures.ofUnknownCertificate();
    }
    guard.expect(AnswerBounds.POLL, deadline);
    try {
      Connection connection = driver.connect(target, millis, guard);
      SqlSession session = new SqlSession(connection, target, failures, guard);
      session.begin(settings, deadline);
      return session;
    } catch (SQLException e) {
      throw isWrong(guard, e)
          ? failures.ofUnreadableAnswer(guard.refused(), e)
          : failures.whileConnecting(e, millis);
    } catch (RuntimeException e) {
      throw failures.ofUnreadableAnswer(guard.refused(), e);
    } finally {
      guard.done();
    }
  }

  private void begin(SessionSettings settings, Deadline deadline) {
    try {
      set(settings, deadline);
      introduce(deadline);
    } catch (OrchestratorException e) {
      abandon();
      throw e;
    }
  }

  /**
   * What stands in for a server may take one statement at a time, and lack what all servers have.
   */
  private void set(SessionSettings settings, Deadline deadline) {
    try {
      query(setting(settings.together()), deadline);
    } catch (OrchestratorException e) {
      if (isAbandoned() || e.code() != ErrorCode.STATEMENT_FAILED) {
        throw e;
      }
      settings.needed().forEach(each -> query(setting(each), deadline));
      settings.more().forEach(each -> tryTo(setting(each), deadline));
    }
  }

  private void tryTo(Question setting, Deadline deadline) {
    try {
      query(setting, deadline);
    } catch (OrchestratorException e) {
      if (e.code() != ErrorCode.STATEMENT_FAILED) {
        throw e;
      }
    }
  }

  private static Question setting(String sql) {
    return new Question("settings", "SET SESSION", sql, "");
  }

  private void introduce(Deadline deadline) {
    Row reported = query(WHO, deadline).first().orElseThrow();
    connectionId.set(reported.number("id").orElseThrow());
    account = ServerAccount.parse(reported.text("account").orElseThrow());
    failures = failures.of(account);
  }

  /** As which the server let it in. */
  ServerAccount account() {
    return account;
  }

  /** Of the server, which is asked once. */
  ServerVersion version(Supplier<ServerVersion> asked) {
    ServerVersion known = version.orElseGet(asked);
    version = Optional.of(known);
    return known;
  }

  /** No other connection to any server has it. */
  String name() {
    return name;
  }

  /** The server's number for this connection. */
  public long connectionId() {
    return connectionId.get();
  }

  /**
   * Sends one statement and reads its whole answer; no rows when it answers none.
   *
   * @throws OrchestratorException saying what the server answered, or that it did not in time
   */
  public Rows query(Question question, Deadline deadline) {
    return send(question, AnswerBounds.POLL, deadline.within(target.statementTimeout()));
  }

  /**
   * Like {@link #query}, but the statement has all the time that the deadline leaves: for those
   * which change something and may have to wait.
   */
  Rows execute(Question question, Deadline deadline) {
    return send(question, AnswerBounds.ASKED, deadline);
  }

  /** Asks for nothing but a sign of life. */
  boolean isAnswering(Deadline deadline) {
    try {
      query(ALIVE, deadline);
      return true;
    } catch (OrchestratorException e) {
      return false;
    }
  }

  private Rows send(Question question, AnswerBounds bounds, Deadline deadline) {
    int millis = 0;
    guard.expect(bounds, deadline);
    try {
      millis = armNetworkTimeout(deadline);
      return statement.execute(question.sql())
          ? readResult(statement, question.sql(), Rows.NONE)
          : Rows.NONE;
    } catch (SQLException e) {
      throw failure(question, e, millis);
    } catch (RuntimeException e) {
      throw unreadable(e);
    } finally {
      guard.done();
    }
  }

  private OrchestratorException failure(Question question, SQLException failure, int millis) {
    return isWrong(guard, failure)
        ? unreadable(failure)
        : failures.whileAsking(question, failure, millis);
  }

  private static boolean isWrong(AnswerGuard guard, SQLException failure) {
    return guard.refused().isPresent() || FailureTranslation.isUnreadable(failure);
  }

  private OrchestratorException unreadable(Exception failure) {
    abandon();
    return failures.ofUnreadableAnswer(guard.refused(), failure);
  }

  /**
   * Sends all statements in one packet: one round trip. When one fails, nothing of the others is
   * reported.
   */
  List<Rows> queryTogether(List<Question> questions, String joinedSql, Deadline deadline) {
    List<Rows> answers = new ArrayList<>(questions.size());
    int millis = 0;
    Deadline inTime = deadline.within(target.statementTimeout());
    guard.expect(AnswerBounds.POLL, inTime);
    try {
      millis = armNetworkTimeout(inTime);
      PreparedStatement together = prepared(joinedSql);
      boolean hasRows = together.execute();
      for (int i = 0; i < questions.size(); i++) {
        String sql = questions.get(i).sql();
        Rows last = lastBySql.getOrDefault(sql, Rows.NONE);
        Rows rows = hasRows ? readResult(together, sql, last) : Rows.NONE;
        lastBySql.put(sql, rows);
        answers.add(rows);
        hasRows = together.getMoreResults();
      }
      return answers;
    } catch (SQLException e) {
      Question all =
          new Question(
              "TOGETHER",
              questions.stream().map(Question::title).collect(Collectors.joining("; ")),
              joinedSql,
              "");
      throw failure(all, e, millis);
    } catch (RuntimeException e) {
      throw unreadable(e);
    } finally {
      guard.done();
    }
  }

  /**
   * Prepared in the driver only, not in the server: Connector/J otherwise scans the whole text of a
   * statement at every execution.
   */
  private PreparedStatement prepared(String sql) throws SQLException {
    PreparedStatement known = preparedBySql.get(sql);
    if (known != null) {
      return known;
    }
    for (PreparedStatement old : preparedBySql.values()) {
      old.close();
    }
    preparedBySql.clear();
    lastBySql.clear();
    PreparedStatement fresh = connection.prepareStatement(sql);
    preparedBySql.put(sql, fresh);
    return fresh;
  }

  private Rows readResult(Statement executed, String sql, Rows last) throws SQLException {
    try (ResultSet results = executed.getResultSet()) {
      Columns columns = columnsBySql.get(sql);
      if (columns == null) {
        columns =
            Question.wantsAllColumns(sql)
                ? Columns.all(results.getMetaData())
                : Columns.of(results.getMetaData());
        columnsBySql.put(sql, columns);
      }
      return Rows.read(results, columns, last);
    }
  }

  private int armNetworkTimeout(Deadline deadline) throws SQLException {
    int millis = deadline.remainingMillis();
    int whole = (int) Math.clamp(target.statementTimeout().toMillis(), 1, Integer.MAX_VALUE);
    // The clock moves on between the two lines above; a millisecond is not worth a call.
    int wanted = millis == whole - 1 ? whole : millis;
    if (wanted != networkTimeoutMillis) {
      connection.setNetworkTimeout(Runnable::run, wanted);
      networkTimeoutMillis = wanted;
    }
    return wanted;
  }

  /** Whether nothing more can be asked over it. */
  boolean isAbandoned() {
    return abandoned;
  }

  /** Drops the connection without a word to the server, which may not listen. */
  public void abandon() {
    abandoned = true;
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is gone either way.
      networkTimeoutMillis = 0;
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone either way.
      networkTimeoutMillis = 0;
    }
  }
}
