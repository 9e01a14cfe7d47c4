package io.tutti.spi.hook;

import io.tutti.model.InstanceAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a hook is told. Only facts: how they are handed on is up to its kind ({@link HookFacts}).
 *
 * @param id the same whenever the same is told again, as after a restart of the controller
 * @param isSample whether somebody only tries the hook, and nothing of it is so
 */
public record HookEvent(
    String id, HookPoint point, Instant at, boolean isSample, Cause cause, About about) {

  /**
   * Why it is told.
   *
   * @param operation whose hook it is
   * @param kind what the operation does, as in its plan: {@code fence}
   * @param actor who asked for it: a name, or {@code policy:crash}
   * @param succeeded empty while that is not known
   * @param reason of its state, one sentence or more
   */
  public record Cause(
      String operation, String kind, String actor, Optional<Boolean> succeeded, String reason) {}

  /**
   * What it is about.
   *
   * @param target an instance or a cluster, as the operation names it
   * @param instance empty where the target is a cluster
   * @param successor who is to take its place, or has; empty where nobody is named
   * @param replicas those that replicate from the instance
   * @param members all of its cluster, and of the successor's
   */
  public record About(
      String target,
      Optional<InstanceAddress> instance,
      Optional<String> cluster,
      Optional<InstanceAddress> successor,
      List<InstanceAddress> replicas,
      List<InstanceAddress> members) {
    public About {
      replicas = List.copyOf(replicas);
      members = List.copyOf(members);
    }
  }
}
