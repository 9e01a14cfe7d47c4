package io.tutti.rollout.engine;

import io.tutti.model.InstanceAddress;
import io.tutti.plan.OperationId;
import io.tutti.rollout.RolloutRun;
import io.tutti.rollout.gate.Readings;
import io.tutti.rollout.gate.Span;
import io.tutti.rollout.report.RolloutReport;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes reports of rollouts, of those under way, too. */
public final class RolloutReports {
  private final Observations observations;
  private final Function<OperationId, Optional<Span>> spans;

  RolloutReports(Observations observations, Function<OperationId, Optional<Span>> spans) {
    this.observations = observations;
    this.spans = spans;
  }

  public RolloutReport of(RolloutRun run) {
    return RolloutReport.of(
        run,
        new RolloutReport.Sources() {
          @Override
          public Map<InstanceAddress, Readings> readings(int wave) {
            return observations.of(run.id(), wave);
          }

          @Override
          public Optional<Span> span(OperationId operation) {
            return spans.apply(operation);
          }
        });
  }
}
