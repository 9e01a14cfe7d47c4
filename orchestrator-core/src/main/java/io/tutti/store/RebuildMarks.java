package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.RebuildMark;
import java.util.List;
import java.util.Optional;

/** Keeps which servers are to be rebuilt, so that nobody takes one for whole. */
public interface RebuildMarks {

  List<RebuildMark> all();

  /** By the address that the server is kept under. */
  Optional<RebuildMark> find(InstanceAddress instance);

  /** Keeps exactly this for its server; durable when it returns. */
  void save(RebuildMark mark);

  /** As if it had never been. */
  void remove(InstanceAddress instance);
}
