package io.tutti.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All kinds of records that this release can write and read again, each under one name. */
public final class Kinds {
  private final SortedMap<String, Kind> byName = new TreeMap<>();
  private final Map<Class<?>, Kind> byType = new HashMap<>();

  /**
   * @param all besides {@link Nothing}, which every release knows
   * @throws IllegalArgumentException when two have one name, or one record has two
   */
  public Kinds(Collection<Kind> all) {
    List<Kind> each = new ArrayList<>(all);
    each.add(Kind.of("nothing", Nothing.class));
    for (Kind kind : each) {
      if (byName.put(kind.name(), kind) != null) {
        throw new IllegalArgumentException("two kinds of records are called " + kind.name());
      }
      if (byType.put(kind.type(), kind) != null) {
        throw new IllegalArgumentException(kind.type() + " is of two kinds");
      }
    }
  }

  public List<Kind> all() {
    return List.copyOf(byName.values());
  }

  public Optional<Kind> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /**
   * @throws IllegalArgumentException when records of that type have no name
   */
  public Kind require(Class<?> type) {
    Kind kind = byType.get(type);
    if (kind == null) {
      throw new IllegalArgumentException(
          type + " has no name to be journaled by: its capability is to give it one");
    }
    return kind;
  }
}
