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
   * @param details what else is known of the instance
   */
  public record About(
      String target,
      Optional<InstanceAddress> instance,
      Optional<String> cluster,
      Optional<InstanceAddress> successor,
      List<InstanceAddress> replicas,
      List<InstanceAddress> members,
      Details details) {
    public About {
      replicas = List.copyOf(replicas);
      members = List.copyOf(members);
    }

    /** Where no more is known. */
    public About(
        String target,
        Optional<InstanceAddress> instance,
        Optional<String> cluster,
        Optional<InstanceAddress> successor,
        List<InstanceAddress> replicas,
        List<InstanceAddress> members) {
      this(target, instance, cluster, successor, replicas, members, Details.UNKNOWN);
    }
  }

  /**
   * Of an instance, as far as it is known.
   *
   * @param role empty where nobody replicates from it; as it was when the operation was planned
   * @param alias what people call its cluster
   * @param isInDowntime whether somebody works on it
   * @param failsOver whether its cluster is failed over without anybody's asking
   */
  public record Details(
      Optional<Role> role,
      Optional<String> alias,
      Optional<Boolean> isInDowntime,
      Optional<Boolean> failsOver) {
    public static final Details UNKNOWN =
        new Details(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public Details withRole(Optional<Role> other) {
      return new Details(other, alias, isInDowntime, failsOver);
    }
  }

  /** What others replicate from. */
  public enum Role {
    /** It replicates from nobody. */
    SOURCE,

    /** It and others replicate from each other. */
    CO_PRIMARY,

    /** It replicates from another one itself. */
    INTERMEDIATE
  }
}
