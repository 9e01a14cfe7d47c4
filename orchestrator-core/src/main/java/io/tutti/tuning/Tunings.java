package io.tutti.tuning;

import java.util.List;
import java.util.Optional;

/** Keeps what was measured; what was saved survives the end of the process. */
public interface Tunings {

  /** In the place of the one of its operation. */
  void save(Tuning tuning);

  /**
   * @param id of the operation
   */
  Optional<Tuning> find(String id);

  /** All there are, the newest first. */
  List<Tuning> all();
}
