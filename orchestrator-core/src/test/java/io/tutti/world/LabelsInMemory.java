package io.tutti.world;

import io.tutti.model.InstanceAddress;
import io.tutti.store.Labels;
import io.tutti.topology.Tagging;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps what people call clusters and servers, for a test. */
final class LabelsInMemory implements Labels {
  private final SortedMap<String, String> aliases = new TreeMap<>();
  private final SortedMap<InstanceAddress, String> places = new TreeMap<>();
  private final Map<InstanceAddress, List<Tagging>> tags = new HashMap<>();

  @Override
  public SortedMap<String, String> aliases() {
    return new TreeMap<>(aliases);
  }

  @Override
  public void saveAlias(String alias, String cluster) {
    aliases.put(alias, cluster);
  }

  @Override
  public void removeAlias(String alias) {
    aliases.remove(alias);
  }

  @Override
  public SortedMap<InstanceAddress, String> places() {
    return new TreeMap<>(places);
  }

  @Override
  public void savePlace(InstanceAddress former, String cluster) {
    places.put(former, cluster);
  }

  @Override
  public Map<InstanceAddress, List<Tagging>> tags() {
    Map<InstanceAddress, List<Tagging>> all = new HashMap<>();
    tags.forEach((server, each) -> all.put(server, List.copyOf(each)));
    return all;
  }

  @Override
  public void saveTag(InstanceAddress instance, Tagging tagging) {
    removeTag(instance, tagging.tag().name());
    tags.computeIfAbsent(instance, first -> new ArrayList<>()).add(tagging);
  }

  @Override
  public void removeTag(InstanceAddress instance, String name) {
    tags.getOrDefault(instance, new ArrayList<>()).removeIf(each -> each.tag().name().equals(name));
  }
}
