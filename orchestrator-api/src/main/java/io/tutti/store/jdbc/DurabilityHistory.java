package io.tutti.store.jdbc;

import io.tutti.crash.RecordedDurability;
import io.tutti.model.Durability;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.topology.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which durability settings an instance had, and from when to when that was confirmed by reading
 * it. One row for each stretch of time with the same settings; it outlives the instance's own row,
 * because after a crash it shows what may be lost.
 */
final class DurabilityHistory {
  private final JdbcStore store;
  private final Documents documents;

  /** The newest row of each instance. */
  private final Map<InstanceAddress, Stretch> latest = new HashMap<>();

  /** A stretch of time with the same settings. */
  record Stretch(Durability durability, long firstNanos, long lastNanos) {}

  DurabilityHistory(JdbcStore store, Documents documents) {
    this.store = store;
    this.documents = documents;
  }

  void load() {
    store
        .client()
        .sql(
            "SELECT address, first_confirmed_nanos, last_confirmed_nanos, durability"
                + " FROM durability_history ORDER BY first_confirmed_nanos")
        .query(row -> {
          latest.put(
              InstanceAddress.parse(row.getString(1)),
              new Stretch(
                  documents.readText(row.getString(4), Durability.class),
                  row.getLong(2),
                  row.getLong(3)));
        });
  }

  /** What was in force just before a moment, as far as it was ever read. */
  Optional<RecordedDurability> before(InstanceAddress address, Instant moment) {
    return store
        .client()
        .sql(
            "SELECT durability, first_confirmed_nanos, last_confirmed_nanos FROM durability_history"
                + " WHERE address = ? AND first_confirmed_nanos <= ?"
                + " ORDER BY first_confirmed_nanos DESC")
        .params(address.toString(), Moments.toNanos(moment))
        .query((row, number) ->
            new RecordedDurability(
                documents.readText(row.getString(1), Durability.class),
                Moments.ofNanos(row.getLong(2)),
                Moments.ofNanos(row.getLong(3))))
        .list()
        .stream()
        .findFirst();
  }

  /**
   * Writes what these readings confirm, as part of the caller's transaction.
   *
   * @param nodes of one instance in the order in which it was read
   * @return the newest rows as they are once that transaction is committed, for {@link #remember}
   */
  Map<InstanceAddress, Stretch> confirm(Collection<Node> nodes) {
    Map<InstanceAddress, Stretch> newest = new HashMap<>();
    List<Object[]> additions = new ArrayList<>();
    List<Object[]> confirmations = new ArrayList<>();
    for (Node node : nodes) {
      Optional<InstanceState> state = node.state();
      if (state.isEmpty()) {
        continue;
      }
      long seenNanos = Moments.toNanos(state.get().observedAt());
      Durability now = state.get().durability();
      Optional<Stretch> before =
          Optional.ofNullable(newest.getOrDefault(node.address(), latest.get(node.address())));
      boolean same = before.filter(stretch -> stretch.durability().equals(now)).isPresent();
      String address = node.address().toString();
      if (!same) {
        // Two rows of an instance never begin at the same moment, even when the clock is set back.
        long firstNanos =
            before.map(row -> Math.max(seenNanos, row.lastNanos() + 1)).orElse(seenNanos);
        additions.add(new Object[] {address, firstNanos, firstNanos, documents.writeText(now)});
        newest.put(node.address(), new Stretch(now, firstNanos, firstNanos));
      } else if (seenNanos > before.get().lastNanos()) {
        long firstNanos = before.get().firstNanos();
        confirmations.add(new Object[] {seenNanos, address, firstNanos});
        newest.put(node.address(), new Stretch(now, firstNanos, seenNanos));
      }
    }
    if (!additions.isEmpty()) {
      store
          .template()
          .batchUpdate(
              "INSERT INTO durability_history (address, first_confirmed_nanos, last_confirmed_nanos,"
                  + " durability) VALUES (?, ?, ?, ?)",
              additions);
    }
    if (!confirmations.isEmpty()) {
      store
          .template()
          .batchUpdate(
              "UPDATE durability_history SET last_confirmed_nanos = ?"
                  + " WHERE address = ? AND first_confirmed_nanos = ?",
              confirmations);
    }
    return newest;
  }

  /** Takes over what {@link #confirm} wrote, now that it is committed. */
  void remember(Map<InstanceAddress, Stretch> newest) {
    latest.putAll(newest);
  }
}
