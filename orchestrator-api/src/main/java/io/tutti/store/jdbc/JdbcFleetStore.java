package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Settings;
import io.tutti.store.FleetStore;
import io.tutti.topology.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fleet as one row for each instance: its node as JSON, and beside it the raw settings, which
 * are half of the text and hardly ever change, so that they are written only when they do.
 */
final class JdbcFleetStore implements FleetStore {
  private final JdbcStore store;
  private final JsonMapper json = StateJson.mapper();
  private final DurabilityHistory durability;

  /** What is in the settings column of each row. */
  private final Map<InstanceAddress, Settings> keptSettings = new HashMap<>();

  JdbcFleetStore(JdbcStore store) {
    this.store = store;
    this.durability = new DurabilityHistory(store, json);
  }

  @Override
  public synchronized Contents load() {
    durability.load();
    List<Node> nodes =
        store
            .client()
            .sql("SELECT document, settings FROM instance")
            .query((row, number) -> node(row.getString(1), row.getString(2)))
            .list();
    nodes.forEach(node -> keptSettings.put(node.address(), settings(node)));
    return new Contents(nodes, aliases(), clusterNames());
  }

  private Node node(String document, String settings) {
    Node bare = json.readValue(document, Node.class);
    Settings kept = json.readValue(settings, Settings.class);
    return withSettings(bare, kept);
  }

  private Map<InstanceAddress, InstanceAddress> aliases() {
    Map<InstanceAddress, InstanceAddress> aliases = new HashMap<>();
    store
        .client()
        .sql("SELECT alias, address FROM instance_alias")
        .query(row -> {
          aliases.put(
              InstanceAddress.parse(row.getString(1)), InstanceAddress.parse(row.getString(2)));
        });
    return aliases;
  }

  private Map<InstanceAddress, String> clusterNames() {
    Map<InstanceAddress, String> names = new HashMap<>();
    store
        .client()
        .sql("SELECT address, name FROM cluster_name")
        .query(row -> {
          names.put(InstanceAddress.parse(row.getString(1)), row.getString(2));
        });
    return names;
  }

  @Override
  public synchronized void save(Collection<Node> changed) {
    Map<InstanceAddress, Settings> written = new HashMap<>();
    Map<InstanceAddress, DurabilityHistory.Stretch> confirmed =
        store.durably(() -> {
          written.putAll(write(changed));
          return durability.confirm(changed);
        });
    keptSettings.putAll(written);
    durability.remember(confirmed);
  }

  private Map<InstanceAddress, Settings> write(Collection<Node> changed) {
    List<Object[]> documents = new ArrayList<>();
    List<Object[]> settings = new ArrayList<>();
    List<Object[]> additions = new ArrayList<>();
    Map<InstanceAddress, Settings> written = new HashMap<>();
    for (Node node : changed) {
      String address = node.address().toString();
      String document = json.writeValueAsString(withSettings(node, Settings.EMPTY));
      Settings now = settings(node);
      Optional<Settings> before = Optional.ofNullable(keptSettings.get(node.address()));
      if (before.isEmpty()) {
        additions.add(new Object[] {address, document, json.writeValueAsString(now)});
        written.put(node.address(), now);
      } else {
        documents.add(new Object[] {document, address});
        if (!before.get().equals(now)) {
          settings.add(new Object[] {json.writeValueAsString(now), address});
          written.put(node.address(), now);
        }
      }
    }
    batch("INSERT INTO instance (address, document, settings) VALUES (?, ?, ?)", additions);
    batch("UPDATE instance SET document = ? WHERE address = ?", documents);
    batch("UPDATE instance SET settings = ? WHERE address = ?", settings);
    return written;
  }

  private void batch(String sql, List<Object[]> rows) {
    if (!rows.isEmpty()) {
      store.template().batchUpdate(sql, rows);
    }
  }

  private static Settings settings(Node node) {
    return node.state().map(InstanceState::settings).orElse(Settings.EMPTY);
  }

  private static Node withSettings(Node node, Settings settings) {
    return new Node(
        node.address(),
        node.foundVia(),
        node.firstSeen(),
        node.state().map(state -> withSettings(state, settings)),
        node.failure(),
        node.restored());
  }

  private static InstanceState withSettings(InstanceState state, Settings settings) {
    return new InstanceState(
        state.address(),
        state.version(),
        state.observedAt(),
        state.identity(),
        state.writeProtection(),
        state.binlog(),
        state.gtid(),
        state.durability(),
        state.parallel(),
        state.semiSync(),
        state.uptime(),
        settings,
        state.counters(),
        state.channels(),
        state.replicas(),
        state.stalledStatements());
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
    store.durably(() ->
        store.template().update("DELETE FROM instance WHERE address = ?", address.toString()));
    keptSettings.remove(address);
  }
}
