package io.tutti.operation.backup;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.store.BackupSessions;
import java.util.List;

/** Keeps a replica still and whole while it is copied. */
public final class BackupCapability {
  private BackupCapability() {}

  public static Capability of(Ports ports) {
    BackupSessions sessions = ports.records().backups();
    return Capability.of(
            "backup",
            List.of(
                new BeginPlanning(ports.servers(), ports.world()),
                new EndPlanning(ports.servers(), sessions, ports.clock(), ports.topology())),
            kinds(
                new BackupEnvironment(
                    ports.servers(), sessions, ports.clock(), ports.pauses(), new AnsweredStops())))
        .holding(new BackupHolds(sessions))
        .recovering(LeaseRecovery.rule());
  }

  private static List<StepKind> kinds(BackupEnvironment environment) {
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
