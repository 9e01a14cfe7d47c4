package io.tutti.operation.parallelism;

import io.tutti.error.Action;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What somebody wants of the parallel settings.
 *
 * @param instances whose; the first one is what the operation is about
 * @param settings values by knob, both as written; none for an undo
 * @param channel which channel's, for knobs of channels; empty for all channels
 * @param persist whether the values are to outlive a restart of the server, and are held from now
 *     on
 * @param settle how long the replicas are watched afterwards
 * @param atOnceMax how many replicas are changed before they are watched together
 * @param rollout which one wants it, by its name
 */
public record ParallelismRequest(
    List<InstanceAddress> instances,
    SortedMap<String, String> settings,
    Optional<String> channel,
    boolean persist,
    Duration settle,
    int atOnceMax,
    Optional<String> rollout) {
  public static final String APPLY = "parallelism.apply";
  public static final String UNDO = "parallelism.undo";

  /** Long enough for an applier to start, to meet its first transactions, and to fail at them. */
  public static final Duration SETTLE_USUAL = Duration.ofSeconds(5);

  /** A watch of hours is no part of an operation that holds a topology's lock. */
  static final Duration SETTLE_MAX = Duration.ofMinutes(30);

  /** One after the other unless asked for: a bad setting must not meet all replicas at once. */
  public static final int AT_ONCE_USUAL = 1;

  static final int INSTANCES_MAX = 200;

  public ParallelismRequest {
    instances = List.copyOf(instances);
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    if (instances.isEmpty() || instances.size() > INSTANCES_MAX) {
      throw refused(
          "", "An operation changes 1 to %d instances, not %d.", INSTANCES_MAX, instances.size());
    }
    if (instances.stream().distinct().count() < instances.size()) {
      throw refused(instances.getFirst().toString(), "An instance is named twice.");
    }
    if (settle.isNegative() || settle.compareTo(SETTLE_MAX) > 0) {
      throw refused(
          instances.getFirst().toString(),
          "The settling time %s is not between 0 and %s.",
          settle,
          SETTLE_MAX);
    }
    if (atOnceMax < 1) {
      throw refused(
          instances.getFirst().toString(), "At least one replica must be allowed at once.");
    }
  }

  public static ParallelismRequest apply(
      List<InstanceAddress> instances, Map<String, String> settings, boolean persist) {
    return new ParallelismRequest(
        instances,
        new TreeMap<>(settings),
        Optional.empty(),
        persist,
        SETTLE_USUAL,
        AT_ONCE_USUAL,
        Optional.empty());
  }

  public ParallelismRequest settling(Duration wanted) {
    return new ParallelismRequest(
        instances, settings, channel, persist, wanted, atOnceMax, rollout);
  }

  /** The same for one channel, where settings are a channel's. */
  public ParallelismRequest onChannel(String name) {
    return new ParallelismRequest(
        instances, settings, Optional.of(name), persist, settle, atOnceMax, rollout);
  }

  /** The same, wanted by the rollout of that name. */
  public ParallelismRequest forRollout(String name) {
    return new ParallelismRequest(
        instances, settings, channel, persist, settle, atOnceMax, Optional.of(name));
  }

  private static OrchestratorException refused(String target, String sentence, Object... values) {
    return new OrchestratorException(
        ErrorCode.INVALID_REQUEST,
        target,
        sentence.formatted(values) + " Nothing was changed.",
        Remedies.of(Acts.explain(Action.APPLY_PARALLELISM)));
  }

  /** As a goal of that kind. */
  public Goal toGoal(String kind) {
    return new Goal(kind, instances.getFirst().toString(), this);
  }
}
