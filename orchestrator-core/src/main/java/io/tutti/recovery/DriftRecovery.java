package io.tutti.recovery;

import io.tutti.analysis.SettingsDrift;
import io.tutti.error.OrchestratorException;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.parallelism.ParallelismRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets again what a restart of a server lost. What a person changed by hand is left alone, as there
 * may be a reason for it: that is a finding only.
 */
public final class DriftRecovery {
  /** Who asked, in the audit and in the operation. */
  public static final String ACTOR = "policy:drift";

  /**
   * After an operation, whatever became of it: long enough that a server which loses its settings
   * at every start is not stopped over and over. What was refused is tried again sooner.
   */
  static final Duration AGAIN_AFTER = Duration.ofMinutes(2);

  private static final Logger LOG = LoggerFactory.getLogger(DriftRecovery.class);

  private final OperationRunner runner;
  private final InstantSource clock;
  private final Map<Goal, Again> attempts = new HashMap<>();

  public DriftRecovery(OperationRunner runner, InstantSource clock) {
    this.runner = runner;
    this.clock = clock;
  }

  /** Starts what the policy wants done. Returns what was started. */
  public List<Operation> recover(WorldView world) {
    Instant now = clock.instant();
    List<Goal> wanted = goals(world);
    attempts
        .entrySet()
        .removeIf(each -> !wanted.contains(each.getKey()) && each.getValue().isDue(now));
    List<Operation> started = new ArrayList<>();
    for (Goal goal : wanted) {
      Again again = attempts.getOrDefault(goal, Again.now(now));
      if (again.isDue(now)) {
        try {
          started.add(runner.submit(goal, ACTOR, Optional.empty()));
          attempts.put(goal, again.at(now.plus(AGAIN_AFTER)));
        } catch (OrchestratorException e) {
          attempts.put(goal, again.after(now, AGAIN_AFTER));
          LOG.warn(
              "What a restart lost on {} is not set again now; tried again soon: {}",
              goal.target(),
              e.getMessage());
        }
      }
    }
    return started;
  }

  /** For each instance and channel what is to be set again. Pure. */
  static List<Goal> goals(WorldView world) {
    List<Goal> goals = new ArrayList<>();
    for (InstanceAddress address : world.records().desired().keySet()) {
      Map<String, List<SettingsDrift>> byChannel =
          SettingsDrift.of(world, address).stream()
              .filter(SettingsDrift::isLostByRestart)
              .collect(Collectors.groupingBy(drift -> drift.desired().channel()));
      byChannel.forEach((channel, drifts) -> goals.add(goal(address, channel, drifts)));
    }
    return goals;
  }

  private static Goal goal(InstanceAddress address, String channel, List<SettingsDrift> drifts) {
    SortedMap<String, String> settings =
        drifts.stream()
            .collect(
                Collectors.toMap(
                    drift -> drift.desired().knob(),
                    drift -> drift.desired().value(),
                    (one, other) -> one,
                    TreeMap::new));
    ParallelismRequest request = ParallelismRequest.apply(List.of(address), settings, true);
    return (channel.isEmpty() ? request : request.onChannel(channel))
        .toGoal(ParallelismRequest.APPLY);
  }
}
