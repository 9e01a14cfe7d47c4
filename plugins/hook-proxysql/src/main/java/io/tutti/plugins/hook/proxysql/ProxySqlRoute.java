package io.tutti.plugins.hook.proxysql;

import io.tutti.model.InstanceAddress;
import io.tutti.plugins.hook.proxysql.AdminPort.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.hook.ClientRoute;
import io.tutti.spi.hook.RouteChange;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two hostgroups of ProxySQL.
 *
 * <ol>
 *   <li>{@code mysql_servers} is read: where neither hostgroup has a server of the cluster, they
 *       are somebody else's.
 *   <li>It is changed ({@link Hostgroups}), and loaded to runtime.
 *   <li>{@code runtime_mysql_servers} is read: it is so, or the hook has failed.
 *   <li>It is saved to disk, so that a restart of ProxySQL does not undo it.
 * </ol>
 */
final class ProxySqlRoute implements ClientRoute {
  private static final String MEMORY = "mysql_servers";
  private static final String RUNTIME = "runtime_mysql_servers";

  private final AdminPort admin;
  private final int writers;
  private final int readers;

  ProxySqlRoute(AdminPort admin, int writers, int readers) {
    this.admin = admin;
    this.writers = writers;
    this.readers = readers;
  }

  @Override
  public String describe() {
    return "hostgroups %d (writers) and %d (readers) of ProxySQL at %s"
        .formatted(writers, readers, admin);
  }

  @Override
  public String look(Deadline deadline) throws IOException {
    try (Session session = admin.open(deadline)) {
      return "In use: %s.".formatted(words(ours(session.servers(RUNTIME))));
    }
  }

  @Override
  public String carryOut(RouteChange change, Set<InstanceAddress> ours, Deadline deadline)
      throws IOException {
    try (Session session = admin.open(deadline)) {
      Hostgroups known = new Hostgroups(writers, readers, session.servers(MEMORY));
      if (!known.knowsAny(ours)) {
        return "Neither hostgroup %d nor %d has a server of this cluster: they were left alone."
            .formatted(writers, readers);
      }
      if (change instanceof RouteChange.Lead lead && !known.knows(lead.to())) {
        throw new IOException(
            "%s is in neither hostgroup %d nor %d, and other servers of its cluster are: nothing was changed. Add it to mysql_servers."
                .formatted(lead.to(), writers, readers));
      }
      List<String> statements = known.statements(change);
      List<Row> runtime = ours(session.servers(RUNTIME));
      if (statements.isEmpty() && isSo(change, runtime)) {
        return "It is so already: %s.".formatted(words(runtime));
      }
      return applied(session, change, statements, pending(known.rows(), runtime));
    }
  }

  private String applied(
      Session session, RouteChange change, List<String> statements, String pending)
      throws IOException {
    for (String statement : statements) {
      session.execute(statement);
    }
    session.execute("LOAD MYSQL SERVERS TO RUNTIME");
    List<Row> runtime = ours(session.servers(RUNTIME));
    if (!isSo(change, runtime)) {
      throw new IOException(
          "It was loaded, and is not so: %s.%s".formatted(words(runtime), pending));
    }
    try {
      session.execute("SAVE MYSQL SERVERS TO DISK");
    } catch (IOException e) {
      throw new IOException(
          "It is in use, and not saved, so that a restart of ProxySQL undoes it: %s"
              .formatted(e.getMessage()),
          e);
    }
    return "In use and saved: %s.%s".formatted(words(runtime), pending);
  }

  /** What is in use must show it; a server that was taken out may show until its sessions end. */
  private boolean isSo(RouteChange change, List<Row> runtime) {
    return switch (change) {
      case RouteChange.Lead lead ->
          runtime.stream().anyMatch(row -> row.is(writers, lead.to()) && row.isOnline())
              && runtime.stream()
                  .noneMatch(row -> row.is(writers, lead.from()) && !row.isOffline());
      case RouteChange.Shut shut ->
          runtime.stream()
              .filter(row -> row.is(row.hostgroup(), shut.server()))
              .filter(row -> shut.isFenced() || row.hostgroup() == writers)
              .allMatch(Row::isOffline);
      case RouteChange.Open open ->
          runtime.stream()
              .filter(row -> row.is(row.hostgroup(), open.server()))
              .noneMatch(Row::isOffline);
    };
  }

  /** LOAD puts into use what somebody else has changed, too. */
  private String pending(List<Row> memory, List<Row> runtime) {
    List<Row> more =
        ours(memory).stream()
            .filter(row ->
                runtime.stream()
                    .noneMatch(each ->
                        each.hostgroup() == row.hostgroup() && each.server().equals(row.server())))
            .toList();
    return more.isEmpty()
        ? ""
        : " What was in mysql_servers and not in use before was loaded with it: %s."
            .formatted(words(more));
  }

  private List<Row> ours(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.hostgroup() == writers || row.hostgroup() == readers)
        .toList();
  }

  private static String words(List<Row> rows) {
    return rows.isEmpty()
        ? "no servers"
        : rows.stream().map(Row::words).sorted().collect(Collectors.joining(", "));
  }
}
