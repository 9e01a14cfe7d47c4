package io.tutti.store.jdbc;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Labels;
import io.tutti.topology.Tag;
import io.tutti.topology.TagNote;
import io.tutti.topology.Tagging;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One row for each alias, one for each former source, and one for each tag of a server. */
final class JdbcLabels implements Labels {
  private final JdbcStore store;
  private final Documents documents = new Documents();

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
  public SortedMap<InstanceAddress, String> places() {
    SortedMap<InstanceAddress, String> places = new TreeMap<>();
    store
        .client()
        .sql("SELECT former, cluster FROM given_place")
        .query(row -> {
          places.put(InstanceAddress.parse(row.getString(1)), row.getString(2));
        });
    return places;
  }

  @Override
  public void savePlace(InstanceAddress former, String cluster) {
    store.durably(() -> {
      store
          .client()
          .sql("DELETE FROM given_place WHERE former = ?")
          .params(former.toString())
          .update();
      return store
          .client()
          .sql("INSERT INTO given_place (former, cluster) VALUES (?, ?)")
          .params(former.toString(), cluster)
          .update();
    });
  }

  @Override
  public Map<InstanceAddress, List<Tagging>> tags() {
    Map<InstanceAddress, List<Tagging>> tags = new HashMap<>();
    store
        .client()
        .sql("SELECT address, name, tag_value, document FROM instance_tag ORDER BY address, name")
        .query(row -> {
          tags.computeIfAbsent(
                  InstanceAddress.parse(row.getString(1)), address -> new ArrayList<>())
              .add(new Tagging(new Tag(row.getString(2), row.getString(3)), note(row)));
        });
    return tags;
  }

  private TagNote note(ResultSet row) throws SQLException {
    return Optional.ofNullable(row.getBytes(4))
        .map(document -> documents.read(document, TagNote.class))
        .orElse(TagNote.NONE);
  }

  @Override
  public void saveTag(InstanceAddress instance, Tagging tagging) {
    Tag tag = tagging.tag();
    store.durably(() -> {
      deleteTag(instance, tag.name());
      return store
          .client()
          .sql("INSERT INTO instance_tag (address, name, tag_value, document) VALUES (?, ?, ?, ?)")
          .params(instance.toString(), tag.name(), tag.value(), documents.write(tagging.note()))
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
