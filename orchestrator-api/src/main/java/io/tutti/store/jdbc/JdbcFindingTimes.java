package io.tutti.store.jdbc;

import io.tutti.store.FindingTimes;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One row for each finding that is there. */
final class JdbcFindingTimes implements FindingTimes {
  private final JdbcStore store;

  JdbcFindingTimes(JdbcStore store) {
    this.store = store;
  }

  private record Row(Key key, Instant since) {}

  @Override
  public Map<Key, Instant> load() {
    Map<Key, Instant> times = new HashMap<>();
    store
        .client()
        .sql("SELECT code, subject, since_nanos FROM finding_time")
        .query((row, number) ->
            new Row(new Key(row.getString(1), row.getString(2)), Moments.ofNanos(row.getLong(3))))
        .list()
        .forEach(row -> times.put(row.key(), row.since()));
    return times;
  }

  @Override
  public void save(Map<Key, Instant> begun, Set<Key> over) {
    Set<Key> gone = new HashSet<>(over);
    gone.addAll(begun.keySet());
    store.durably(() -> {
      store
          .template()
          .batchUpdate(
              "DELETE FROM finding_time WHERE code = ? AND subject = ?",
              gone.stream().map(key -> new Object[] {key.code(), key.subject()}).toList());
      store
          .template()
          .batchUpdate(
              "INSERT INTO finding_time (code, subject, since_nanos) VALUES (?, ?, ?)",
              begun.entrySet().stream().map(JdbcFindingTimes::columns).toList());
      return List.of();
    });
  }

  private static Object[] columns(Map.Entry<Key, Instant> each) {
    return new Object[] {
      each.getKey().code(), each.getKey().subject(), Moments.toNanos(each.getValue())
    };
  }
}
