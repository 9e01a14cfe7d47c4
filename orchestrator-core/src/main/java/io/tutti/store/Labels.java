package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Tagging;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Keeps the names that people gave to clusters, former sources, and the tags of servers. */
public interface Labels {

  /** The cluster that each alias was given to, by alias. */
  SortedMap<String, String> aliases();

  /** Gives an alias to a cluster, in the place of the one that had it; durable when it returns. */
  void saveAlias(String alias, String cluster);

  void removeAlias(String alias);

  /** The cluster that each former source gave its place in, by its address. */
  SortedMap<InstanceAddress, String> places();

  /** In the place of what is kept of that former source; durable when it returns. */
  void savePlace(InstanceAddress former, String cluster);

  /**
   * By the address that each server is kept under: its tags by their names, those that are over,
   * too.
   */
  Map<InstanceAddress, List<Tagging>> tags();

  /** In the place of the tag of that name; durable when it returns. */
  void saveTag(InstanceAddress instance, Tagging tagging);

  void removeTag(InstanceAddress instance, String name);
}
