package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One row for each session. What can change has columns of its own, which win over the document.
 */
final class JdbcBackupSessions implements BackupSessions {
  private static final String SELECT =
      "SELECT document, lease_millis, expires_nanos, ended_nanos FROM backup_session ";

  private final JdbcStore store;
  private final Documents documents = new Documents();

  JdbcBackupSessions(JdbcStore store) {
    this.store = store;
  }

  private BackupSession session(ResultSet row, int number) throws SQLException {
    BackupSession kept =
        documents
            .read(row.getBytes(1), BackupSession.class)
            .withLease(Duration.ofMillis(row.getLong(2)), Moments.ofNanos(row.getLong(3)));
    long ended = row.getLong(4);
    return row.wasNull() ? kept.reopened() : kept.endedAt(Moments.ofNanos(ended));
  }

  @Override
  public List<BackupSession> open() {
    return store
        .client()
        .sql(SELECT + "WHERE ended_nanos IS NULL ORDER BY began_nanos")
        .query(this::session)
        .list();
  }

  @Override
  public Optional<BackupSession> find(String id) {
    return store.client().sql(SELECT + "WHERE id = ?").params(id).query(this::session).optional();
  }

  @Override
  public List<BackupSession> latest(InstanceAddress instance, int limit) {
    return store
        .client()
        .sql(SELECT + "WHERE address = ? ORDER BY began_nanos DESC LIMIT " + limit)
        .params(instance.toString())
        .query(this::session)
        .list();
  }

  @Override
  public void save(BackupSession session) {
    store.durably(() -> {
      delete(session.id());
      store
          .client()
          .sql(
              "INSERT INTO backup_session"
                  + " (id, address, began_nanos, lease_millis, expires_nanos, ended_nanos, document)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?)")
          .param(session.id())
          .param(session.instance().toString())
          .param(Moments.toNanos(session.beganAt()))
          .param(session.lease().toMillis())
          .param(Moments.toNanos(session.expiresAt()))
          .param(session.endedAt().map(Moments::toNanos).orElse(null))
          .param(documents.write(session))
          .update();
      return true;
    });
  }

  @Override
  public boolean renew(String id, Duration lease, Instant until) {
    return store.durably(() ->
        store
                .client()
                .sql(
                    "UPDATE backup_session SET lease_millis = ?, expires_nanos = ?"
                        + " WHERE id = ? AND ended_nanos IS NULL")
                .params(lease.toMillis(), Moments.toNanos(until), id)
                .update()
            > 0);
  }

  @Override
  public void end(String id, Instant at) {
    store.durably(() ->
        store
            .client()
            .sql("UPDATE backup_session SET ended_nanos = ? WHERE id = ? AND ended_nanos IS NULL")
            .params(Moments.toNanos(at), id)
            .update());
  }

  @Override
  public void remove(String id) {
    store.durably(() -> delete(id));
  }

  private int delete(String id) {
    return store.client().sql("DELETE FROM backup_session WHERE id = ?").params(id).update();
  }
}
