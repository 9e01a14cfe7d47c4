package io.tutti.plugins.sql;

import io.tutti.model.Observed;
import io.tutti.model.ReplicaHint;
import io.tutti.model.ReplicaHint.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Traces of replicas: what they registered as, and the addresses from which dump threads are fed.
 * The two are reported side by side, as nothing in the server joins them.
 */
final class ReplicaHints {
  private ReplicaHints() {}

  /** Known when either source could be read; what the other lacks is then missing. */
  static Observed<List<ReplicaHint>> read(Reading reading) {
    Observed<Rows> registered = reading.rows(SharedQuestions.REGISTERED_REPLICAS);
    Observed<Rows> connected = reading.rows(SharedQuestions.DUMP_THREADS);
    if (!registered.isKnown() && !connected.isKnown()) {
      return registered.map(rows -> List.of());
    }
    List<ReplicaHint> hints = new ArrayList<>();
    registered
        .asOptional()
        .ifPresent(rows -> rows.all().forEach(row -> hints.add(registered(row))));
    connected.asOptional().ifPresent(rows -> rows.all().forEach(row -> hints.add(connected(row))));
    return Observed.known(hints);
  }

  private static ReplicaHint registered(Row row) {
    OptionalLong port = row.number("Port");
    OptionalLong serverId = row.number("Server_id", "Server_Id");
    return new ReplicaHint(
        row.text("Host").filter(host -> !host.isEmpty()),
        port.isPresent() && port.getAsLong() > 0
            ? Optional.of((int) port.getAsLong())
            : Optional.empty(),
        serverId.isPresent() ? Optional.of(serverId.getAsLong()) : Optional.empty(),
        row.text("Slave_UUID", "Replica_UUID").filter(uuid -> !uuid.isEmpty()),
        Evidence.REGISTERED);
  }

  /** HOST is {@code name:port} of the connection's far end; its port is not the replica's. */
  private static ReplicaHint connected(Row row) {
    String host = row.textOrEmpty("HOST");
    int colon = host.lastIndexOf(':');
    String name = colon < 0 ? host : host.substring(0, colon);
    return new ReplicaHint(
        Optional.of(name).filter(text -> !text.isEmpty()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Evidence.CONNECTED);
  }
}
