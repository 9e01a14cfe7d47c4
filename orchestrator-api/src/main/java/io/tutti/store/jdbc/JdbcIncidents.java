package io.tutti.store.jdbc;

import io.tutti.crash.Incident;
import io.tutti.model.InstanceAddress;
import io.tutti.store.Incidents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One row for each restart. Its closing has columns of its own, which win over the document. */
final class JdbcIncidents implements Incidents {
  private static final String SELECT =
      "SELECT document, closed_nanos, closed_by, closed_why FROM incident ";

  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcIncidents(JdbcStore store) {
    this.store = store;
  }

  private Incident incident(ResultSet row, int number) throws SQLException {
    Incident kept = documents.read(row.getBytes(1), Incident.class);
    long closedNanos = row.getLong(2);
    return row.wasNull()
        ? kept
        : kept.closed(
            new Incident.Closing(Moments.ofNanos(closedNanos), row.getString(3), row.getString(4)));
  }

  @Override
  public void add(Incident incident) {
    store.durably(() ->
        store
            .client()
            .sql(
                "INSERT INTO incident (id, address, noticed_nanos, open_now, document)"
                    + " VALUES (?, ?, ?, ?, ?)")
            .params(
                incident.id(),
                incident.instance().toString(),
                Moments.toNanos(incident.noticedAt()),
                incident.isOpen() ? 1 : 0,
                documents.write(incident))
            .update());
  }

  @Override
  public void found(String id, Incident.Evidence evidence) {
    change(id, kept -> kept.with(evidence));
  }

  @Override
  public void replaced(String id, Optional<Incident.Replacement> replacement) {
    change(id, kept -> kept.replaced(replacement));
  }

  private void change(String id, UnaryOperator<Incident> changed) {
    store.durably(() -> {
      Optional<Incident> now = find(id).map(changed);
      return now.map(incident ->
          store
              .client()
              .sql("UPDATE incident SET open_now = ?, document = ? WHERE id = ?")
              .params(incident.isOpen() ? 1 : 0, documents.write(incident), id)
              .update());
    });
  }

  @Override
  public boolean close(String id, Incident.Closing closing) {
    return store.durably(() ->
        store
                .client()
                .sql(
                    "UPDATE incident SET open_now = 0, closed_nanos = ?, closed_by = ?,"
                        + " closed_why = ? WHERE id = ? AND closed_nanos IS NULL")
                .params(Moments.toNanos(closing.at()), closing.actor(), closing.why(), id)
                .update()
            > 0);
  }

  @Override
  public Optional<Incident> find(String id) {
    return store.client().sql(SELECT + "WHERE id = ?").params(id).query(this::incident).optional();
  }

  @Override
  public List<Incident> open() {
    return store
        .client()
        .sql(SELECT + "WHERE open_now = 1 AND closed_nanos IS NULL ORDER BY noticed_nanos DESC")
        .query(this::incident)
        .list();
  }

  @Override
  public List<Incident> latest(Optional<InstanceAddress> instance, int limit) {
    String order = " ORDER BY noticed_nanos DESC LIMIT " + limit;
    return instance
        .map(address ->
            store.client().sql(SELECT + "WHERE address = ?" + order).params(address.toString()))
        .orElseGet(() -> store.client().sql(SELECT + order))
        .query(this::incident)
        .list();
  }
}
