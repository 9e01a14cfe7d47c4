package io.tutti.sandbox;

import io.tutti.sandbox.release.ServerRelease;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A real server of a sandbox, whatever runs it.
 *
 * <p>Options are written as in a configuration file, {@code name=value} or {@code name}. Verbs that
 * change whether the server runs are not for use by several threads at once.
 */
public interface SandboxServer {

  /** The server's number in the topology. */
  int node();

  ServerRelease release();

  ServerAddress address();

  default int port() {
    return address().port();
  }

  /**
   * Connects as the administrator; the caller closes.
   *
   * @throws SQLException when the server does not answer or refuses
   */
  default Connection connect() throws SQLException {
    return connect(SandboxAccount.ADMIN, SqlAccess.STATEMENT_TIME_MAX);
  }

  /**
   * Connects without TLS; the caller closes.
   *
   * @param socketTimeout how long a statement may take before the connection is given up
   * @throws SQLException when the server does not answer or refuses
   */
  default Connection connect(SandboxAccount account, Duration socketTimeout) throws SQLException {
    return new SqlAccess(address()).connect(account, socketTimeout);
  }

  /**
   * Executes statements as the administrator, in one session.
   *
   * @throws SandboxException when one fails; those after it are not executed
   */
  default void execute(String... statements) {
    new SqlAccess(address()).execute(List.of(statements));
  }

  /**
   * Runs a query as the administrator.
   *
   * @throws SandboxException when it fails
   */
  default List<Row> query(String sql) {
    return new SqlAccess(address()).query(sql);
  }

  /**
   * Executes statements as the administrator, in one session.
   *
   * @return the rows of each statement that answers with rows
   * @throws SandboxException when one fails; those after it are not executed
   */
  default List<List<Row>> run(SqlScript script) {
    return new SqlAccess(address()).run(script);
  }

  /**
   * The first column of the first row of a query; empty when there is no row or it is SQL NULL.
   *
   * @throws SandboxException when the query fails
   */
  default Optional<String> queryValue(String sql) {
    return query(sql).stream()
        .findFirst()
        .flatMap(row -> row.values().values().stream().findFirst());
  }

  /** What this server replicates from, as it shows it itself; empty when it is no replica. */
  default List<ReplicationChannel> replication() {
    ReplicationSql sql = new ReplicationSql(release());
    return query(sql.status()).stream().map(sql::channel).toList();
  }

  /** Starts the replication of every channel. */
  default void startReplication() {
    ReplicationSql sql = new ReplicationSql(release());
    replication().forEach(channel -> execute(sql.start(channel.name())));
  }

  /** Stops the replication of every channel. */
  default void stopReplication() {
    ReplicationSql sql = new ReplicationSql(release());
    replication().forEach(channel -> execute(sql.stop(channel.name())));
  }

  /** Whether the server's process is there, frozen or not. */
  boolean isRunning();

  /**
   * The process id of the server as the machine sees it.
   *
   * @throws SandboxException when it does not run
   */
  long pid();

  /**
   * Starts the stopped or killed server on its old port and data, and waits until it accepts
   * logins.
   *
   * @param extraOptions for this start only; they win over the configuration file
   * @throws SandboxException when it runs already or does not come up; with the end of its log
   */
  void start(String... extraOptions);

  /** Shuts the server down cleanly and waits for its end. A stopped server is left alone. */
  void stop();

  /** {@link #stop()}, then {@link #start}. */
  default void restart(String... extraOptions) {
    stop();
    start(extraOptions);
  }

  /** Kills the server with SIGKILL, as a crash of the process would. */
  void killHard();

  /** Stops the server with SIGSTOP: it keeps its connections and its port but does nothing. */
  void freeze();

  /** Lets a frozen server go on. */
  void thaw();

  /**
   * Its host loses its power, or the way to it: nothing comes to it or from it any more, and nobody
   * is told. Only of one that has a host of its own ({@link SandboxBuilder#ownHost}).
   */
  default void vanish() {
    throw new SandboxException("%s shares its host with others".formatted(this));
  }

  /** The host is there again, and what ran on it has gone on. */
  default void reappear() {
    throw new SandboxException("%s shares its host with others".formatted(this));
  }

  /** The text of the server's error log so far. */
  String log();

  /** The server's data directory, with its binary logs. */
  Path dataDirectory();

  /** The configuration file that the server reads at each start; it may be changed. */
  Path configurationFile();
}
