package io.tutti.simulation;

import io.tutti.model.InstanceAddress;
import io.tutti.store.BootSights;
import io.tutti.store.Fences;
import io.tutti.store.RebuildMarks;
import io.tutti.topology.BootSight;
import io.tutti.topology.Fence;
import io.tutti.topology.RebuildMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What a store keeps one of for each server, until the end of the test. */
class KeptByInstance<T> {
  private final Map<InstanceAddress, T> kept = new TreeMap<>();
  private final Function<T, InstanceAddress> instance;

  KeptByInstance(Function<T, InstanceAddress> instance) {
    this.instance = instance;
  }

  public synchronized List<T> all() {
    return List.copyOf(kept.values());
  }

  public synchronized Optional<T> find(InstanceAddress of) {
    return Optional.ofNullable(kept.get(of));
  }

  public synchronized void save(T value) {
    kept.put(instance.apply(value), value);
  }

  public synchronized void remove(InstanceAddress of) {
    kept.remove(of);
  }

  /** Which servers are fenced. */
  static final class OfFences extends KeptByInstance<Fence> implements Fences {
    OfFences() {
      super(Fence::instance);
    }
  }

  /** How servers were that had just started. */
  static final class OfBoots extends KeptByInstance<BootSight> implements BootSights {
    OfBoots() {
      super(BootSight::instance);
    }
  }

  /** Which servers are to be made anew. */
  static final class OfMarks extends KeptByInstance<RebuildMark> implements RebuildMarks {
    OfMarks() {
      super(RebuildMark::instance);
    }
  }
}
