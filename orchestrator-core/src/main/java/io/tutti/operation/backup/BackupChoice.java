package io.tutti.operation.backup;

import io.tutti.model.InstanceAddress;
import io.tutti.topology.Cluster;
import io.tutti.topology.WorldView;
import java.util.function.Predicate;

/**
 * Which replica a schedule copies: the one that {@code --any} picks, among those that are wanted.
 */
public final class BackupChoice {
  private BackupChoice() {}

  /**
   * @param isWanted who has the tags that are asked for
   * @throws io.tutti.error.OrchestratorException NOTHING_TO_BACK_UP naming each instance and why it
   *     is left out
   */
  public static InstanceAddress of(
      WorldView world, Cluster cluster, Predicate<InstanceAddress> isWanted) {
    return new Candidates(world, cluster, isWanted).pick().instance();
  }
}
