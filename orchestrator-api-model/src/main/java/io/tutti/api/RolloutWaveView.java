package io.tutti.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One wave of a rollout.
 *
 * @param number from 1
 * @param state such as SOAKING; absent of one that is only planned
 * @param soakUntil when it is judged
 */
public record RolloutWaveView(
    int number,
    Optional<String> state,
    Optional<Instant> beganAt,
    Optional<Instant> soakUntil,
    List<ReplicaView> replicas) {

  /**
   * One server.
   *
   * @param role leaf, intermediate or source
   * @param without settings of the rollout that it does not get, each with the reason
   * @param waitsFor what is in the way when it is planned, and passes
   * @param state such as CHANGING; absent of one that is only planned
   * @param why a sentence on its state
   * @param control the untouched server that it is compared with
   * @param changedBy the operation that changed it
   * @param undoneBy the operation that undid that
   */
  public record ReplicaView(
      String instance,
      String cluster,
      String role,
      String flavor,
      List<SettingView> settings,
      List<String> without,
      Optional<String> waitsFor,
      Optional<String> state,
      Optional<String> why,
      Optional<String> control,
      Optional<String> changedBy,
      Optional<String> undoneBy) {}

  /**
   * One setting as that server spells it.
   *
   * @param because why, where it was advised
   * @param statements what sets it
   * @param stops which threads are stopped meanwhile
   */
  public record SettingView(
      String name,
      String value,
      Optional<String> because,
      List<String> statements,
      Optional<String> stops) {}
}
