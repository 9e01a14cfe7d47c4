package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Labels;
import io.tutti.topology.ClusterAliases;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Aliases and tags: written through to the store, and read from memory. */
public final class KeptLabels {
  private final Labels stored;
  private final Kept<ClusterAliases> aliases;
  private final Kept<Map<InstanceAddress, SortedMap<String, String>>> tags;

  public KeptLabels(Labels stored) {
    this.stored = stored;
    this.aliases = new Kept<>(() -> new ClusterAliases(stored.aliases()), () -> {});
    this.tags = new Kept<>(stored::tags, () -> {});
  }

  public ClusterAliases aliases() {
    return aliases.now();
  }

  public void giveAlias(String alias, String cluster) {
    aliases.write(() -> stored.saveAlias(alias, cluster));
  }

  public void takeAlias(String alias) {
    aliases.write(() -> stored.removeAlias(alias));
  }

  /** By their names. */
  public SortedMap<String, String> tagsOf(InstanceAddress instance) {
    return tags.now().getOrDefault(instance, new TreeMap<>());
  }

  public void tag(InstanceAddress instance, String name, String value) {
    tags.write(() -> stored.saveTag(instance, name, value));
  }

  public void untag(InstanceAddress instance, String name) {
    tags.write(() -> stored.removeTag(instance, name));
  }
}
