package io.tutti.store;

import io.tutti.topology.FailoverHold;
import java.util.List;

/** Keeps which clusters do not fail over by themselves for a while; one hold for each. */
public interface FailoverHolds {

  List<FailoverHold> all();

  /** In the place of the cluster's earlier one; durable when it returns. */
  void save(FailoverHold hold);

  /** As if it had never been. */
  void remove(FailoverHold hold);
}
