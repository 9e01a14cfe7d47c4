package io.tutti.sandbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Connections to one server through MariaDB Connector/J, which reaches every pinned release. */
record SqlAccess(ServerAddress address) {

  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(10);

  /** Long enough for any statement of a test, short enough that a frozen server is noticed. */
  static final Duration STATEMENT_TIME_MAX = Duration.ofSeconds(60);

  Connection connect(SandboxAccount account, Duration socketTimeout) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", account.user());
    properties.setProperty("password", account.password());
    properties.setProperty("sslMode", "disable");
    properties.setProperty("allowPublicKeyRetrieval", "true");
    properties.setProperty("allowLocalInfile", "false");
    // Covers the handshake too, which a frozen server never ends.
    long connectMillisMax = Math.min(CONNECT_TIME_MAX.toMillis(), socketTimeout.toMillis());
    properties.setProperty("connectTimeout", String.valueOf(connectMillisMax));
    properties.setProperty("socketTimeout", String.valueOf(socketTimeout.toMillis()));
    Connection connection =
        new org.mariadb.jdbc.Driver().connect("jdbc:mariadb://%s/".formatted(address), properties);
    if (connection == null) {
      throw new SQLException("the driver did not accept the address " + address);
    }
    return connection;
  }

  void execute(List<String> statements) {
    try (Connection connection = connect(SandboxAccount.ADMIN, STATEMENT_TIME_MAX);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        run(statement, sql);
      }
    } catch (SQLException e) {
      throw new SandboxException("%s: %s".formatted(address, e.getMessage()), e);
    }
  }

  private void run(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException(
          "%s (statement: %s)".formatted(e.getMessage(), sql),
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
  }

  /** Executes statements in one session, and gives the rows of each that answers with rows. */
  List<List<Row>> run(SqlScript script) {
    try (Connection connection = connect(SandboxAccount.ADMIN, STATEMENT_TIME_MAX);
        Statement statement = connection.createStatement()) {
      List<List<Row>> answers = new ArrayList<>();
      for (String sql : script.statements()) {
        run(statement, sql);
        try (ResultSet results = statement.getResultSet()) {
          if (results != null) {
            answers.add(rows(results));
          }
        }
      }
      return answers;
    } catch (SQLException e) {
      throw new SandboxException("%s: %s".formatted(address, e.getMessage()), e);
    }
  }

  List<Row> query(String sql) {
    try (Connection connection = connect(SandboxAccount.ADMIN, STATEMENT_TIME_MAX);
        Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      return rows(results);
    } catch (SQLException e) {
      throw new SandboxException(
          "%s: %s (statement: %s)".formatted(address, e.getMessage(), sql), e);
    }
  }

  private static List<Row> rows(ResultSet results) throws SQLException {
    ResultSetMetaData columns = results.getMetaData();
    List<Row> rows = new ArrayList<>();
    while (results.next()) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        String text = results.getString(column);
        if (text != null) {
          values.put(columns.getColumnLabel(column), text);
        }
      }
      rows.add(new Row(values));
    }
    return rows;
  }
}
