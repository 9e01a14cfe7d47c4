package io.tutti.store;

import io.tutti.topology.FailoverHold;
import java.util.List;

/** Keeps which clusters, and intermediate sources, do not fail over by themselves for a while. */
public interface FailoverHolds {

  List<FailoverHold> all();

  /** In the place of the earlier one with the same id; durable when it returns. */
  void save(FailoverHold hold);

  /** As if it had never been. */
  void remove(FailoverHold hold);
}
