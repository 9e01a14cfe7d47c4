package io.tutti.app;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.parallelism.DriftGoals;
import io.tutti.plan.Goal;
import io.tutti.timing.Schedule;
import io.tutti.timing.Schedule.Missed;
import io.tutti.timing.ScheduleId;
import io.tutti.timing.Timetable;
import io.tutti.timing.When;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets again by schedule what was to be kept and is not in force. Each server has an operation of
 * its own, which is planned, locked, journaled and audited like one that a person asks for.
 */
final class DriftSchedule {
  private static final Logger LOG = LoggerFactory.getLogger(DriftSchedule.class);

  static final ScheduleId ID = new ScheduleId("drift", "reapply");

  /** Whoever is told twice of one time begins nothing twice. */
  private static final Duration SAME_TIME = Duration.ofMinutes(1);

  private final Supplier<WorldView> world;
  private final OperationRunner runner;
  private final InstantSource clock;

  DriftSchedule(Supplier<WorldView> world, OperationRunner runner, InstantSource clock) {
    this.world = world;
    this.runner = runner;
    this.clock = clock;
  }

  /** Keeps exactly what is configured now. */
  static void keep(Timetable timetable, Optional<When> when) {
    if (when.isPresent()) {
      timetable.put(
          new Schedule(
              ID, when.get(), "Settings that have drifted are set again.", Missed.LEFT_OUT));
    } else {
      timetable.remove(ID);
    }
  }

  /** Its time has come. */
  void due() {
    long time = clock.instant().getEpochSecond() / SAME_TIME.toSeconds();
    for (Goal goal : DriftGoals.all(world.get())) {
      try {
        var unused = runner.submit(goal, "schedule:" + ID, Optional.of(key(goal, time)));
      } catch (OrchestratorException e) {
        LOG.warn("What has drifted on {} is not set again now: {}", goal.target(), e.observed());
      }
    }
  }

  private static String key(Goal goal, long time) {
    return "%s/%s/%08x/%d".formatted(ID, goal.target(), goal.toString().hashCode(), time);
  }
}
