package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Fence;
import java.util.List;
import java.util.Optional;

/** Keeps which servers are fenced, so that a restart of a controller or a server lifts nothing. */
public interface Fences {

  List<Fence> all();

  /** By the address that the server is kept under. */
  Optional<Fence> find(InstanceAddress instance);

  /** Keeps exactly this for its server; durable when it returns. */
  void save(Fence fence);

  /** Keeps exactly this for its server; durable once {@link #sync} has returned. */
  default void keep(Fence fence) {
    save(fence);
  }

  /** Returns when all that was kept before is durable. */
  default void sync() {}

  /** As if it had never been. */
  void remove(InstanceAddress instance);
}
