package io.tutti.rollout.engine;

import io.tutti.capability.Ports;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.OperationRunner;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.desk.RolloutDesk;
import io.tutti.rollout.engine.RolloutEngine.Reminders;
import io.tutti.topology.TopologySnapshot;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at rollouts once a second, and at what is read of their servers meanwhile. */
public final class RolloutThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RolloutThread.class);
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  private final Ports ports;
  private final Observations observations = new Observations();
  private final RolloutEngine engine;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("rollouts").factory());

  private RolloutThread(
      Ports ports, OperationRunner runner, RolloutRuns runs, Reminders reminders) {
    this.ports = ports;
    RolloutDesk desk = new RolloutDesk(ports, runner);
    RolloutOperations operations = new RunnerOperations(runner);
    this.engine =
        new RolloutEngine(
            new RolloutEngine.Ports(
                desk::plan,
                (run, others) ->
                    new WorldFacts(
                        run,
                        desk.world(others),
                        ports.records().settings(),
                        observations,
                        operations),
                operations,
                runs,
                reminders,
                ports.stored().audit(),
                ports.clock()));
  }

  /** Continues what an earlier controller left. */
  public static RolloutThread start(
      Ports ports, OperationRunner runner, RolloutRuns runs, Reminders reminders) {
    RolloutThread rollouts = new RolloutThread(ports, runner, runs, reminders);
    var unused =
        rollouts.thread.scheduleWithFixedDelay(
            rollouts::look,
            LOOK_INTERVAL.toMillis(),
            LOOK_INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
    return rollouts;
  }

  public Rollouts rollouts() {
    return engine;
  }

  /** Something is due. */
  public void wake() {
    thread.execute(this::look);
  }

  private void look() {
    try {
      TopologySnapshot topology = ports.topology().get();
      Set<InstanceAddress> watched = new HashSet<>();
      for (RolloutRun run : engine.underWay()) {
        watched.addAll(WorldFacts.watched(run, topology));
      }
      observations.observe(topology, watched);
      engine.look();
    } catch (RuntimeException e) {
      LOG.warn("The rollouts could not be looked at; it is tried again", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
