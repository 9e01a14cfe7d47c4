package io.tutti.plugins.hook.proxysql;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.SecretFile;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.mariadb.jdbc.Driver;

/**
 * The admin interface of ProxySQL, which speaks the protocol of MySQL and the SQL of SQLite.
 *
 * @param user one of {@code admin-admin_credentials}
 * @param password read at each login
 */
record AdminPort(InstanceAddress address, String user, SecretFile password) {

  /** Logged in. */
  final class Session implements AutoCloseable {
    private final Connection connection;
    private final Deadline deadline;

    private Session(Connection connection, Deadline deadline) {
      this.connection = connection;
      this.deadline = deadline;
    }

    /** The servers in hostgroups, of {@code mysql_servers} or {@code runtime_mysql_servers}. */
    List<Row> servers(String table) throws IOException {
      List<Row> rows = new ArrayList<>();
      String sql = "SELECT hostgroup_id, hostname, port, status FROM " + table;
      try (Statement statement = statement();
          ResultSet result = statement.executeQuery(sql)) {
        while (result.next()) {
          rows.add(
              new Row(
                  Integer.parseInt(result.getString(1)),
                  InstanceAddress.find(result.getString(2), Integer.parseInt(result.getString(3))),
                  String.valueOf(result.getString(4))));
        }
        return rows;
      } catch (SQLException | NumberFormatException e) {
        throw failed("\"" + sql + "\"", e);
      }
    }

    void execute(String sql) throws IOException {
      try (Statement statement = statement()) {
        boolean unused = statement.execute(sql);
      } catch (SQLException e) {
        throw failed("\"" + sql + "\"", e);
      }
    }

    private Statement statement() throws SQLException {
      connection.setNetworkTimeout(Runnable::run, deadline.remainingMillis());
      return connection.createStatement();
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException e) {
        // What it had to do was done or reported before.
      }
    }
  }

  /**
   * @throws IOException when nobody can log in, with a sentence
   */
  Session open(Deadline deadline) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password.read());
    String millis = Integer.toString(deadline.remainingMillis());
    properties.setProperty("connectTimeout", millis);
    properties.setProperty("socketTimeout", millis);
    properties.setProperty("sslMode", "disable");
    // It is no server: without these it is asked for modes and time zones that it has not got.
    properties.setProperty("jdbcCompliantTruncation", "false");
    properties.setProperty("timezone", "disable");
    properties.setProperty("disablePipeline", "true");
    try {
      Connection connection =
          new Driver().connect("jdbc:mariadb://%s/".formatted(address), properties);
      if (connection == null) {
        throw new SQLException("no driver takes this address");
      }
      return new Session(connection, deadline);
    } catch (SQLException e) {
      throw failed("the login of " + user, e);
    }
  }

  private IOException failed(String what, Exception e) {
    return new IOException(
        "ProxySQL at %s did not accept %s: %s."
            .formatted(
                address, what, String.valueOf(e.getMessage()).strip().replaceAll("[.\\s]+$", "")),
        e);
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
