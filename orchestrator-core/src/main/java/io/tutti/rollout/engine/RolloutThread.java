package io.tutti.rollout.engine;

import io.tutti.capability.Ports;
import io.tutti.operation.OperationRunner;
import io.tutti.rollout.Rollouts;
import io.tutti.rollout.desk.RolloutDesk;
import io.tutti.rollout.engine.RolloutEngine.Reminders;
import java.time.Duration;
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
  private final Observations observations;
  private final RolloutReports reports;
  private final WaveHooks hooks;
  private final RolloutEngine engine;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("rollouts").factory());

  /** Where rollouts, and what is read for them, survive the end of the process. */
  public record Stored(RolloutRuns runs, RolloutReadings readings) {}

  private RolloutThread(Ports ports, OperationRunner runner, Stored stored, Reminders reminders) {
    this.ports = ports;
    this.observations = new Observations(stored.readings());
    this.hooks = new WaveHooks(runner.hooks());
    RolloutDesk desk = new RolloutDesk(ports, runner);
    RunnerOperations operations = new RunnerOperations(runner);
    this.reports = new RolloutReports(observations, operations::findSpan);
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
                stored.runs(),
                reminders,
                hooks,
                ports.stored().audit(),
                ports.clock()));
  }

  /** Continues what an earlier controller left. */
  public static RolloutThread start(
      Ports ports, OperationRunner runner, Stored stored, Reminders reminders) {
    RolloutThread rollouts = new RolloutThread(ports, runner, stored, reminders);
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

  public RolloutReports reports() {
    return reports;
  }

  /** Something is due. */
  public void wake() {
    thread.execute(this::look);
  }

  private void look() {
    try {
      observations.observe(ports.topology().get(), engine.underWay());
      engine.look();
    } catch (RuntimeException e) {
      LOG.warn("The rollouts could not be looked at; it is tried again", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    hooks.close();
  }
}
