package io.tutti.operation.parallelism;

import io.tutti.operation.Pauses;
import io.tutti.operation.StepKind;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.Servers;
import io.tutti.store.KeptSettings;
import java.time.InstantSource;
import java.util.List;

/** The kinds of steps of which plans of this package are made. */
public final class ParallelismSteps {
  private ParallelismSteps() {}

  public static List<StepKind> kinds(
      Servers servers,
      KnobCatalogues catalogues,
      KeptSettings kept,
      InstantSource clock,
      Pauses pauses) {
    ParallelismEnvironment environment =
        new ParallelismEnvironment(servers, catalogues, kept, new AnsweredStops(), clock, pauses);
    return List.of(
        StepKind.of(ChangeStep.KIND, planned -> new ChangeStep(environment, planned)),
        StepKind.of(SettleStep.KIND, planned -> new SettleStep(environment, planned)),
        StepKind.of(KeepStep.KIND, planned -> new KeepStep(environment, planned)));
  }
}
