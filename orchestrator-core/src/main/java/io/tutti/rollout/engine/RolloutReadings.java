package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.rollout.gate.Readings;
import java.util.List;
import java.util.Map;

/** Keeps what was read of servers in waves; what was saved survives the end of the process. */
public interface RolloutReadings {

  /** In the place of what was kept of these servers in that wave. */
  void save(String rollout, int wave, Map<InstanceAddress, Readings> readings);

  /** Empty when nothing is kept of that wave. */
  Map<InstanceAddress, Readings> load(String rollout, int wave);

  /** The ids of the rollouts of which something is kept, the newest first. */
  List<String> rollouts();

  /** All that is kept of one rollout. */
  void forget(String rollout);
}
