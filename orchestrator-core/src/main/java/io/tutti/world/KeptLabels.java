package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Labels;
import io.tutti.topology.ClusterAliases;
import io.tutti.topology.Tagging;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Aliases and tags: written through to the store, and read from memory. A tag that is over is not
 * there for anybody.
 */
public final class KeptLabels {
  private final Labels stored;
  private final Kept<ClusterAliases> aliases;
  private final Kept<Map<InstanceAddress, List<Tagging>>> tags;
  private final InstantSource clock;

  public KeptLabels(Labels stored, InstantSource clock) {
    this.stored = stored;
    this.aliases =
        new Kept<>(() -> new ClusterAliases(stored.aliases(), stored.places()), () -> {});
    this.tags = new Kept<>(() -> Map.copyOf(stored.tags()), () -> {});
    this.clock = clock;
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

  /** Who means the cluster by a former source of it means it by that name. */
  public void givePlace(InstanceAddress former, String cluster) {
    aliases.write(() -> stored.savePlace(former, cluster));
  }

  /** By their names. */
  public SortedMap<String, String> tagsOf(InstanceAddress instance) {
    return Tagging.byName(taggingsOf(instance));
  }

  /** In the order of their names. */
  public List<Tagging> taggingsOf(InstanceAddress instance) {
    Instant now = clock.instant();
    return tags.now().getOrDefault(instance, List.of()).stream()
        .filter(each -> !each.note().isOver(now))
        .toList();
  }

  /** Of each server; some may be over. */
  public Map<InstanceAddress, List<Tagging>> tags() {
    return tags.now();
  }

  public void tag(InstanceAddress instance, Tagging tagging) {
    tags.write(() -> stored.saveTag(instance, tagging));
  }

  public void untag(InstanceAddress instance, String name) {
    tags.write(() -> stored.removeTag(instance, name));
  }
}
