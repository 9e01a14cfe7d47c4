package io.tutti.operation.parallelism;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.operation.GoalTarget;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.TuningAdvice;
import io.tutti.tuning.Tunings;
import java.time.Duration;

/** Says what other settings would give a replica, by what its source wrote. */
public final class TuningReader {
  private final ParallelismEnvironment environment;
  private final Forecast forecast;
  private final Tunings tunings;

  private TuningReader(Ports ports) {
    this.environment = ParallelismEnvironment.of(ports);
    this.tunings = ports.stored().tunings();
    this.forecast = new Forecast(environment, tunings);
  }

  public static TuningReader of(Ports ports) {
    return new TuningReader(ports);
  }

  /**
   * Nothing is changed on any server.
   *
   * @param last so much of what was written is looked at
   * @throws OrchestratorException when nothing can be said, with the reason
   */
  public TuningAdvice advise(InstanceAddress replica, Duration last, Deadline deadline) {
    try (Session session = environment.servers().open(replica, deadline)) {
      InstanceState state = session.read(deadline);
      GoalTarget.requireChannels(state);
      Channel channel = TuningTarget.channel(state);
      TuningAdvice advice = forecast.advisor(state, channel, last, session, deadline).advice();
      tunings.save(Tuning.advised(replica, environment.clock().instant(), advice.best()));
      return advice;
    }
  }
}
