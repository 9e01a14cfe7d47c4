package io.tutti.store;

import io.tutti.topology.Downtime;
import io.tutti.topology.Extent;
import java.util.List;

/** Keeps which servers and clusters are worked on; one downtime for each. */
public interface Downtimes {

  List<Downtime> all();

  /** Keeps exactly this for its extent; durable when it returns. */
  void save(Downtime downtime);

  /** As if it had never been. */
  void remove(Extent of);
}
