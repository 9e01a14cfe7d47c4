package io.tutti.operation.parallelism;

import io.tutti.analysis.SettingsDrift;
import io.tutti.model.InstanceAddress;
import io.tutti.plan.Goal;
import io.tutti.topology.WorldView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What sets again what was to be kept and is not in force. Pure. */
public final class DriftGoals {
  private DriftGoals() {}

  /**
   * One for each instance and channel that is not in downtime; whoever changed it, or a restart.
   */
  public static List<Goal> all(WorldView world) {
    Instant now = world.topology().takenAt();
    return of(world, drift -> true).stream()
        .filter(goal -> world.downtimeOf(InstanceAddress.parse(goal.target()), now).isEmpty())
        .toList();
  }

  static List<Goal> of(WorldView world, Predicate<SettingsDrift> wanted) {
    List<Goal> goals = new ArrayList<>();
    for (InstanceAddress address : new TreeSet<>(world.records().desired().keySet())) {
      Map<String, List<SettingsDrift>> byChannel =
          SettingsDrift.of(world, address).stream()
              .filter(wanted)
              .collect(
                  Collectors.groupingBy(
                      drift -> drift.desired().channel(), TreeMap::new, Collectors.toList()));
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
