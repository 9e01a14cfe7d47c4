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
  /** What the columns take: a record that is too long must not keep its act from being recorded. */
  private static final int ACTOR_MAX = 200;

  private static final int ACTION_MAX = 100;
  private static final int TARGET_MAX = 300;

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
                cut(entry.actor(), ACTOR_MAX),
                cut(entry.action(), ACTION_MAX),
                cut(entry.target(), TARGET_MAX),
                entry.outcome().name(),
                entry.reason())
            .update());
  }

  private static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, max - 1) + "…";
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
