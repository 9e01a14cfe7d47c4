package io.tutti.plugins.hook.proxysql;

import io.tutti.model.InstanceAddress;
import io.tutti.spi.hook.RouteChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which statements make {@code mysql_servers} as it is to be. Pure. Addresses are of letters,
 * digits, {@code . : % _ -} alone, so that none ends a text.
 *
 * @param rows of the table
 */
record Hostgroups(int writers, int readers, List<Row> rows) {
  Hostgroups {
    rows = List.copyOf(rows);
  }

  boolean knows(InstanceAddress server) {
    return has(writers, server) || has(readers, server);
  }

  boolean knowsAny(Set<InstanceAddress> servers) {
    return servers.stream().anyMatch(this::knows);
  }

  private boolean has(int hostgroup, InstanceAddress server) {
    return rows.stream().anyMatch(row -> row.is(hostgroup, server));
  }

  /** None where it is so already. */
  List<String> statements(RouteChange change) {
    return switch (change) {
      case RouteChange.Lead lead -> {
        List<String> statements = new ArrayList<>(out(lead));
        statements.addAll(in(lead.to()));
        yield statements;
      }
      case RouteChange.Shut shut ->
          rows.stream()
              .filter(row -> shut.isFenced() ? isOurs(row) : row.hostgroup() == writers)
              .filter(row -> row.is(row.hostgroup(), shut.server()))
              .filter(row ->
                  shut.isFenced() ? !row.status().equals(Row.OFFLINE_HARD) : !row.isOffline())
              .map(row ->
                  status(
                      row.hostgroup(),
                      shut.server(),
                      shut.isFenced() ? Row.OFFLINE_HARD : Row.OFFLINE_SOFT))
              .toList();
      case RouteChange.Open open ->
          rows.stream()
              .filter(this::isOurs)
              .filter(row -> row.is(row.hostgroup(), open.server()) && row.isOffline())
              .map(row -> status(row.hostgroup(), open.server(), Row.ONLINE))
              .toList();
    };
  }

  private boolean isOurs(Row row) {
    return row.hostgroup() == writers || row.hostgroup() == readers;
  }

  /** The former writer becomes a reader, in use only where it is a replica now. */
  private List<String> out(RouteChange.Lead lead) {
    InstanceAddress from = lead.from();
    String wanted = lead.isReader() ? Row.ONLINE : Row.OFFLINE_HARD;
    List<String> statements = new ArrayList<>();
    boolean isReader = has(readers, from);
    if (has(writers, from)) {
      statements.add(
          isReader
              ? "DELETE FROM mysql_servers WHERE " + where(writers, from)
              : "UPDATE mysql_servers SET hostgroup_id=%d, status='%s' WHERE %s"
                  .formatted(readers, wanted, where(writers, from)));
    }
    if (isReader
        && rows.stream().noneMatch(row -> row.is(readers, from) && row.status().equals(wanted))) {
      statements.add(status(readers, from, wanted));
    }
    return statements;
  }

  private List<String> in(InstanceAddress to) {
    if (has(writers, to)) {
      return rows.stream().anyMatch(row -> row.is(writers, to) && row.isOnline())
          ? List.of()
          : List.of(status(writers, to, Row.ONLINE));
    }
    return List.of(
        "UPDATE mysql_servers SET hostgroup_id=%d, status='%s' WHERE %s"
            .formatted(writers, Row.ONLINE, where(readers, to)));
  }

  private static String status(int hostgroup, InstanceAddress server, String status) {
    return "UPDATE mysql_servers SET status='%s' WHERE %s"
        .formatted(status, where(hostgroup, server));
  }

  private static String where(int hostgroup, InstanceAddress server) {
    return "hostgroup_id=%d AND hostname='%s' AND port=%d"
        .formatted(hostgroup, server.host(), server.port());
  }
}
