package io.tutti.store.jdbc;

import io.tutti.crash.RecordedDurability;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Settings;
import io.tutti.store.FleetStore;
import io.tutti.topology.Node;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import tools.jackson.core.JacksonException;

/**
 * The fleet as rows of JSON, one for each part of each instance; only parts that differ are
 * written.
 */
final class JdbcFleetStore implements FleetStore {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcFleetStore.class);
  private static final String STABLE = "instance";
  private static final String SETTINGS = "instance_settings";
  private static final String READING = "instance_reading";

  private final JdbcStore store;
  private final Documents documents = new Documents();
  private final DurabilityHistory durability;

  /** What the rows hold. */
  private final Map<InstanceAddress, NodeParts> kept = new HashMap<>();

  JdbcFleetStore(JdbcStore store) {
    this.store = store;
    this.durability = new DurabilityHistory(store, documents);
  }

  @Override
  public synchronized Contents load() {
    durability.load();
    kept.clear();
    store
        .client()
        .sql(
            "SELECT i.document, s.document, r.document FROM instance i"
                + " JOIN instance_settings s ON s.address = i.address"
                + " JOIN instance_reading r ON r.address = i.address")
        .query((row, number) -> restored(row))
        .list()
        .forEach(parts -> parts.ifPresent(each -> kept.put(each.stable().address(), each)));
    return new Contents(
        kept.values().stream().map(NodeParts::whole).toList(), aliases(), clusterNames());
  }

  /** One that cannot be read is found again through the others. */
  private Optional<NodeParts> restored(ResultSet row) throws SQLException {
    try {
      return Optional.of(
          new NodeParts(
              documents.read(row.getBytes(1), Node.class),
              documents.read(row.getBytes(2), Settings.class),
              documents.read(row.getBytes(3), NodeParts.Reading.class)));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("A row of an instance cannot be read and is left out", e);
      return Optional.empty();
    }
  }

  private Map<InstanceAddress, InstanceAddress> aliases() {
    Map<InstanceAddress, InstanceAddress> aliases = new HashMap<>();
    store
        .client()
        .sql("SELECT alias, address FROM instance_alias")
        .query(row -> {
          Optional<InstanceAddress> alias = JdbcFleetStore.address(row.getString(1));
          Optional<InstanceAddress> address = JdbcFleetStore.address(row.getString(2));
          if (alias.isPresent() && address.isPresent()) {
            aliases.put(alias.get(), address.get());
          }
        });
    return aliases;
  }

  private Map<InstanceAddress, String> clusterNames() {
    Map<InstanceAddress, String> names = new HashMap<>();
    store
        .client()
        .sql("SELECT address, name FROM cluster_name")
        .query(row -> {
          Optional<InstanceAddress> address = JdbcFleetStore.address(row.getString(1));
          if (address.isPresent()) {
            names.put(address.get(), row.getString(2));
          }
        });
    return names;
  }

  private static Optional<InstanceAddress> address(String text) {
    try {
      return Optional.of(InstanceAddress.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** All at once; where one does not fit, each by itself, so that it keeps no other from it. */
  @Override
  public synchronized void save(Collection<Node> changed) {
    try {
      saveTogether(changed);
    } catch (DataIntegrityViolationException | JacksonException e) {
      for (Node node : changed) {
        saveAlone(node);
      }
    }
  }

  private void saveAlone(Node node) {
    try {
      saveTogether(List.of(node));
    } catch (DataIntegrityViolationException | JacksonException e) {
      LOG.error("{} cannot be saved, and is not known after a restart", node.address(), e);
    }
  }

  private void saveTogether(Collection<Node> changed) {
    Map<InstanceAddress, NodeParts> parts = new HashMap<>();
    changed.forEach(node -> parts.put(node.address(), NodeParts.of(node)));
    Map<InstanceAddress, DurabilityHistory.Stretch> confirmed =
        store.durably(() -> {
          write(STABLE, parts, NodeParts::stable);
          write(SETTINGS, parts, NodeParts::settings);
          write(READING, parts, NodeParts::reading);
          return durability.confirm(changed);
        });
    kept.putAll(parts);
    durability.remember(confirmed);
  }

  @Override
  public Optional<RecordedDurability> durabilityBefore(InstanceAddress address, Instant moment) {
    return durability.before(address, moment);
  }

  private void write(
      String table, Map<InstanceAddress, NodeParts> parts, Function<NodeParts, Object> part) {
    List<Object[]> additions = new ArrayList<>();
    List<Object[]> changes = new ArrayList<>();
    parts.forEach((address, now) -> {
      Optional<NodeParts> before = Optional.ofNullable(kept.get(address));
      if (before.isEmpty() || !part.apply(before.get()).equals(part.apply(now))) {
        Object[] row = {documents.write(part.apply(now)), address.toString()};
        (before.isEmpty() ? additions : changes).add(row);
      }
    });
    batch("INSERT INTO " + table + " (document, address) VALUES (?, ?)", additions);
    batch("UPDATE " + table + " SET document = ? WHERE address = ?", changes);
  }

  private void batch(String sql, List<Object[]> rows) {
    if (!rows.isEmpty()) {
      store.template().batchUpdate(sql, rows);
    }
  }

  @Override
  public synchronized void saveNames(
      Map<InstanceAddress, InstanceAddress> aliases, Map<InstanceAddress, String> clusterNames) {
    store.durably(() -> {
      store.template().update("DELETE FROM instance_alias");
      batch(
          "INSERT INTO instance_alias (alias, address) VALUES (?, ?)",
          aliases.entrySet().stream()
              .map(alias -> new Object[] {alias.getKey().toString(), alias.getValue().toString()})
              .toList());
      store.template().update("DELETE FROM cluster_name");
      batch(
          "INSERT INTO cluster_name (address, name) VALUES (?, ?)",
          clusterNames.entrySet().stream()
              .map(name -> new Object[] {name.getKey().toString(), name.getValue()})
              .toList());
      return true;
    });
  }

  @Override
  public synchronized void remove(InstanceAddress address) {
    store.durably(() -> {
      for (String table : List.of(STABLE, SETTINGS, READING)) {
        store.template().update("DELETE FROM " + table + " WHERE address = ?", address.toString());
      }
      return true;
    });
    kept.remove(address);
  }
}
