package io.tutti.store;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Candidacy;
import java.util.List;

/** Keeps which servers somebody wants promoted, and which not; one wish for each. */
public interface Candidacies {

  List<Candidacy> all();

  /** In the place of the server's earlier one; durable when it returns. */
  void save(Candidacy candidacy);

  /** As if it had never been. */
  void remove(InstanceAddress instance);
}
