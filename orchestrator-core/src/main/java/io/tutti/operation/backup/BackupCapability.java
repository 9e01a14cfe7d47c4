package io.tutti.operation.backup;

import io.tutti.capability.Capability;
import io.tutti.capability.Ports;
import io.tutti.operation.StepKind;
import io.tutti.operation.server.AnsweredStops;
import io.tutti.operation.server.KnownStops;
import io.tutti.plan.Kind;
import io.tutti.plan.Nothing;
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
                    ports.servers(),
                    sessions,
                    ports.clock(),
                    ports.pauses(),
                    new AnsweredStops(),
                    new KnownStops())),
            records())
        .holding(new BackupReservations(sessions))
        .recovering(LeaseRecovery.rule());
  }

  private static List<StepKind<?>> kinds(BackupEnvironment environment) {
    return List.of(
        StepKind.of(
            FreezeStep.KIND,
            OneApplier.class,
            FreezeStep.Before.class,
            planned -> new FreezeStep(environment, planned)),
        StepKind.of(
            CloseStep.SETTLE,
            OneApplier.class,
            CloseStep.Before.class,
            planned -> new CloseStep(environment, planned)),
        StepKind.of(
            CloseStep.CLOSE,
            OneApplier.class,
            CloseStep.Before.class,
            planned -> new CloseStep(environment, planned)),
        StepKind.of(
            RecordStep.KIND,
            RecordStep.Work.class,
            RecordStep.Before.class,
            planned -> new RecordStep(environment, planned)),
        StepKind.of(
            InspectStep.KIND,
            OfSession.class,
            Nothing.class,
            planned -> new InspectStep(environment, planned)),
        StepKind.of(
            ThawStep.KIND,
            ThawStep.Work.class,
            FreezeStep.Before.class,
            planned -> new ThawStep(environment, planned)),
        StepKind.of(
            ReleaseStep.KIND,
            OfSession.class,
            ReleaseStep.Before.class,
            planned -> new ReleaseStep(environment, planned)));
  }

  private static List<Kind> records() {
    return List.of(
        Kind.of("backup.begin.goal", BeginRequest.class),
        Kind.of("backup.end.goal", EndRequest.class),
        Kind.of("backup.applier", OneApplier.class),
        new Kind("backup.applier.before", 2, FreezeStep.Before.class),
        Kind.of("backup.close.before", CloseStep.Before.class),
        Kind.of("backup.record", RecordStep.Work.class),
        Kind.of("backup.record.before", RecordStep.Before.class),
        Kind.of("backup.session", OfSession.class),
        Kind.of("backup.thaw", ThawStep.Work.class),
        Kind.of("backup.release.before", ReleaseStep.Before.class));
  }
}
