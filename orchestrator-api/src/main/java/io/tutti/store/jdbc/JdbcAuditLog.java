package io.tutti.store.jdbc;

import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The audit as rows in order of their arrival. */
final class JdbcAuditLog implements AuditLog {
  private final JdbcStore store;

  JdbcAuditLog(JdbcStore store) {
    this.store = store;
  }

  @Override
  public void append(AuditRecord entry) {
    store.durably(() ->
        store
            .client()
            .sql(
                "INSERT INTO audit (at_nanos, actor, action, target, outcome, reason)"
                    + " VALUES (?, ?, ?, ?, ?, ?)")
            .params(
                Moments.toNanos(entry.at()),
                entry.actor(),
                entry.action(),
                entry.target(),
                entry.outcome().name(),
                entry.reason())
            .update());
  }

  @Override
  public List<AuditRecord> latest(Optional<String> target, int limit) {
    String columns = "SELECT at_nanos, actor, action, target, outcome, reason FROM audit";
    return target
        .map(name ->
            store
                .client()
                .sql(columns + " WHERE target = ? ORDER BY id DESC LIMIT ?")
                .params(name, limit))
        .orElseGet(() -> store.client().sql(columns + " ORDER BY id DESC LIMIT ?").params(limit))
        .query((row, number) -> entry(row))
        .list();
  }

  private static AuditRecord entry(ResultSet row) throws SQLException {
    return new AuditRecord(
        Moments.ofNanos(row.getLong(1)),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Outcome.valueOf(row.getString(5)),
        row.getString(6));
  }
}
