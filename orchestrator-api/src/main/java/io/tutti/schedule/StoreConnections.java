package io.tutti.schedule;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.quartz.utils.ConnectionProvider;

/** The controller's own connections to its store, lent to Quartz. */
record StoreConnections(DataSource store) implements ConnectionProvider {

  @Override
  public Connection getConnection() throws SQLException {
    return store.getConnection();
  }

  @Override
  public void shutdown() {
    // The store is closed by who opened it.
  }

  @Override
  public void initialize() {
    // It is open.
  }
}
