package io.tutti.store.jdbc;

import io.tutti.store.AuditFilter;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.AuditRecord.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

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
  public List<AuditRecord> latest(AuditFilter wanted) {
    List<String> conditions = new ArrayList<>(List.of("1 = 1"));
    List<Object> values = new ArrayList<>();
    wanted.target().ifPresent(target -> with(conditions, "target = ?", values, target));
    wanted.actor().ifPresent(actor -> with(conditions, "actor = ?", values, actor));
    wanted
        .action()
        .ifPresent(action ->
            with(
                conditions,
                "(action = ? OR SUBSTRING(action, 1, ?) = ?)",
                values,
                action,
                action.length() + 1,
                action + "."));
    wanted
        .since()
        .ifPresent(since -> with(conditions, "at_nanos >= ?", values, Moments.toNanos(since)));
    values.add(wanted.limit());
    return store
        .client()
        .sql(
            "SELECT at_nanos, actor, action, target, outcome, reason FROM audit WHERE "
                + String.join(" AND ", conditions)
                + " ORDER BY id DESC LIMIT ?")
        .params(values)
        .query((row, number) -> entry(row))
        .list();
  }

  private static void with(
      List<String> conditions, String condition, List<Object> values, Object... more) {
    conditions.add(condition);
    values.addAll(List.of(more));
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
