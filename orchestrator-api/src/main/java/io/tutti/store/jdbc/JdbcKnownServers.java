package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.KnownServers;
import io.tutti.trust.KnownServer;
import java.util.List;

/** One row for each server that is trusted. */
final class JdbcKnownServers implements KnownServers {
  private final RowPerServer<KnownServer> rows;

  JdbcKnownServers(JdbcStore store) {
    this.rows =
        new RowPerServer<>(
            store,
            new Documents(),
            KnownServer.class,
            "known_server",
            "since_nanos",
            "since_nanos");
  }

  @Override
  public List<KnownServer> all() {
    return rows.all();
  }

  @Override
  public void save(KnownServer server) {
    rows.save(server.address(), server.since(), server);
  }

  @Override
  public void remove(InstanceAddress address) {
    rows.remove(address);
  }
}
