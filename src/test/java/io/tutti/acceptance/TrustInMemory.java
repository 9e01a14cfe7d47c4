package io.tutti.acceptance;

import io.tutti.model.InstanceAddress;
import io.tutti.store.AuditFilter;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.KnownServers;
import io.tutti.trust.KnownServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Which servers are trusted, and what was audited, for one test. */
final class TrustInMemory implements KnownServers, AuditLog {
  private final List<KnownServer> servers = new CopyOnWriteArrayList<>();
  private final List<String> actions = new CopyOnWriteArrayList<>();

  List<String> actions() {
    return actions;
  }

  @Override
  public List<KnownServer> all() {
    return List.copyOf(servers);
  }

  @Override
  public void save(KnownServer server) {
    remove(server.address());
    servers.add(server);
  }

  @Override
  public void remove(InstanceAddress address) {
    servers.removeIf(server -> server.address().equals(address));
  }

  @Override
  public void append(AuditRecord record) {
    actions.add(record.action());
  }

  @Override
  public List<AuditRecord> latest(AuditFilter wanted) {
    return List.of();
  }
}
