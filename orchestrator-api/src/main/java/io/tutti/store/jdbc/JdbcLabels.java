package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Labels;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One row for each alias, and one for each tag of a server. */
final class JdbcLabels implements Labels {
  private final JdbcStore store;

  JdbcLabels(JdbcStore store) {
    this.store = store;
  }

  @Override
  public SortedMap<String, String> aliases() {
    SortedMap<String, String> aliases = new TreeMap<>();
    store
        .client()
        .sql("SELECT alias, cluster FROM cluster_alias")
        .query(row -> {
          aliases.put(row.getString(1), row.getString(2));
        });
    return aliases;
  }

  @Override
  public void saveAlias(String alias, String cluster) {
    store.durably(() -> {
      deleteAlias(alias);
      return store
          .client()
          .sql("INSERT INTO cluster_alias (alias, cluster) VALUES (?, ?)")
          .params(alias, cluster)
          .update();
    });
  }

  @Override
  public void removeAlias(String alias) {
    store.durably(() -> deleteAlias(alias));
  }

  private int deleteAlias(String alias) {
    return store.client().sql("DELETE FROM cluster_alias WHERE alias = ?").params(alias).update();
  }

  @Override
  public Map<InstanceAddress, SortedMap<String, String>> tags() {
    Map<InstanceAddress, SortedMap<String, String>> tags = new HashMap<>();
    store
        .client()
        .sql("SELECT address, name, tag_value FROM instance_tag")
        .query(row -> {
          tags.computeIfAbsent(InstanceAddress.parse(row.getString(1)), address -> new TreeMap<>())
              .put(row.getString(2), row.getString(3));
        });
    return tags;
  }

  @Override
  public void saveTag(InstanceAddress instance, String name, String value) {
    store.durably(() -> {
      deleteTag(instance, name);
      return store
          .client()
          .sql("INSERT INTO instance_tag (address, name, tag_value) VALUES (?, ?, ?)")
          .params(instance.toString(), name, value)
          .update();
    });
  }

  @Override
  public void removeTag(InstanceAddress instance, String name) {
    store.durably(() -> deleteTag(instance, name));
  }

  private int deleteTag(InstanceAddress instance, String name) {
    return store
        .client()
        .sql("DELETE FROM instance_tag WHERE address = ? AND name = ?")
        .params(instance.toString(), name)
        .update();
  }
}
