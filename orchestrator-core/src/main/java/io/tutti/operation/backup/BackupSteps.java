package io.tutti.operation.backup;

import io.tutti.operation.Pauses;
import io.tutti.operation.Planning;
import io.tutti.operation.StepKind;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.Servers;
import io.tutti.store.BackupSessions;
import io.tutti.topology.WorldView;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The kinds of steps that begin and end backup sessions. */
public final class BackupSteps {
  private BackupSteps() {}

  /** How sessions are begun and ended. */
  public static List<Planning> plannings(
      Servers servers, BackupSessions sessions, InstantSource clock, Supplier<WorldView> world) {
    return List.of(
        new BeginPlanning(servers, world),
        new EndPlanning(servers, sessions, clock, () -> world.get().topology()));
  }

  public static List<StepKind> kinds(
      Servers servers, BackupSessions sessions, InstantSource clock, Pauses pauses) {
    BackupEnvironment environment =
        new BackupEnvironment(servers, sessions, clock, pauses, new AnsweredStops());
    return List.of(
        StepKind.of(FreezeStep.KIND, planned -> new FreezeStep(environment, planned)),
        StepKind.of(CloseStep.SETTLE, planned -> new CloseStep(environment, planned)),
        StepKind.of(CloseStep.CLOSE, planned -> new CloseStep(environment, planned)),
        StepKind.of(RecordStep.KIND, planned -> new RecordStep(environment, planned)),
        StepKind.of(InspectStep.KIND, planned -> new InspectStep(environment, planned)),
        StepKind.of(ThawStep.KIND, planned -> new ThawStep(environment, planned)),
        StepKind.of(ReleaseStep.KIND, planned -> new ReleaseStep(environment, planned)));
  }
}
