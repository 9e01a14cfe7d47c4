package io.tutti.rollout;

import java.util.List;
import java.util.Optional;

/** Carries rollouts out, over restarts of the controller. */
public interface Rollouts {

  /**
   * Keeps a rollout, and begins it when its time has come.
   *
   * @param text the file as it was written
   * @param by who asks for it
   */
  RolloutRun create(Rollout rollout, String text, String by);

  /** All there are, the newest first. */
  List<RolloutRun> list();

  Optional<RolloutRun> find(String id);

  /**
   * @return how it stands now; what was asked for may take a while
   * @throws io.tutti.error.OrchestratorException when it cannot be asked of a rollout that stands
   *     so
   */
  RolloutRun act(String id, RolloutAct act, String by);

  /**
   * Begins one whose time has not come. Its windows count all the same.
   *
   * @throws io.tutti.error.OrchestratorException when it has begun
   */
  RolloutRun beginNow(String id, String by);
}
