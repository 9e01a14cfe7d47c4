package io.tutti.operation.parallelism;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.ChangesNothing;
import io.tutti.operation.StepContext;
import io.tutti.operation.StepOutcome;
import io.tutti.operation.server.Servers.Session;
import io.tutti.plan.Nothing;
import io.tutti.plan.PlannedStep;
import io.tutti.tuning.Tuning;
import io.tutti.tuning.TuningSearch;
import java.time.Duration;
import java.util.List;

/**
 * Looks at what the source wrote, for where a search begins. Where that cannot be read, the search
 * begins in the middle: nothing depends on it.
 */
final class PredictStep implements ChangesNothing {
  static final String KIND = "tuning.predict";

  /** What it does. */
  record Work(TunedChannel channel) {}

  /** As much as a replica that is behind has before it. */
  private static final Duration LAST = Duration.ofMinutes(10);

  private final TuningEnvironment environment;
  private final TunedChannel channel;

  PredictStep(TuningEnvironment environment, PlannedStep planned) {
    this.environment = environment;
    this.channel = planned.work(Work.class).channel();
  }

  @Override
  public StepOutcome run(StepContext context, Nothing before) {
    TuningEnvironment.Look look = environment.look(channel, Within.of(context));
    Tuning tuning = environment.find(context, channel.replica(), Tuning.Mode.RUN);
    try (Session session =
        environment.parallelism().servers().open(channel.replica(), context.deadline())) {
      List<TuningSearch.Prediction> starts =
          new Forecast(environment.parallelism(), environment.tunings())
              .advisor(look.state(), look.channel(), LAST, session, context.deadline())
              .starts();
      environment.tunings().save(tuning.predicting(starts));
      return StepOutcome.done(sentence(starts));
    } catch (OrchestratorException e) {
      environment.tunings().save(tuning.predicting(List.of()));
      return StepOutcome.alreadyDone(
          e.observed().replace(" Nothing was changed.", "") + " The search begins in the middle.");
    }
  }

  private static String sentence(List<TuningSearch.Prediction> starts) {
    return starts.isEmpty()
        ? "Nothing can be predicted. The search begins in the middle."
        : "Predicted: %d workers, %s. The search begins there."
            .formatted(starts.getFirst().workers(), starts.getFirst().scheme());
  }
}
