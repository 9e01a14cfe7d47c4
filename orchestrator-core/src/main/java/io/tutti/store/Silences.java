package io.tutti.store;

import io.tutti.topology.Extent;
import io.tutti.topology.Silence;
import java.util.List;

/** Keeps which findings somebody knows of; one silence for each code and extent. */
public interface Silences {

  /** In the order of their codes. */
  List<Silence> all();

  /** Keeps exactly this for its code and extent; durable when it returns. */
  void save(Silence silence);

  /** As if it had never been. */
  void remove(String code, Extent of);
}
