package io.tutti.rollout.engine;

import io.tutti.rollout.RolloutRun;
import java.util.List;
import java.util.Optional;

/** Keeps rollouts; what was saved survives the end of the process. */
public interface RolloutRuns {

  /** In the place of the one of its id. */
  void save(RolloutRun run);

  Optional<RolloutRun> find(String id);

  /** All there are, the newest first. */
  List<RolloutRun> all();
}
