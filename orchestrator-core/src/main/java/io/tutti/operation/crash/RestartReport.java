package io.tutti.operation.crash;

import io.tutti.crash.CrashJudgement;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.RecordedDurability;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.Observed;
import java.time.Instant;
import java.util.List;

/**
 * What is known of a server's last restart.
 *
 * @param startedAt when the process that runs now began, to the second, by the controller's clock
 * @param end how the one before it ended
 * @param before the durability settings then
 * @param replicas that are known, each by its channel
 * @param atStart what it had executed when it was restarted
 */
public record RestartReport(
    InstanceAddress address,
    Observed<Instant> startedAt,
    Observed<ProcessEnd> end,
    Observed<RecordedDurability> before,
    CrashJudgement judgement,
    List<LostOnSourceByReplica> replicas,
    Observed<GtidSet> atStart) {
  public RestartReport {
    replicas = List.copyOf(replicas);
  }

  /** Of a restart that nobody noticed. */
  public RestartReport(
      InstanceAddress address,
      Observed<Instant> startedAt,
      Observed<ProcessEnd> end,
      Observed<RecordedDurability> before,
      CrashJudgement judgement,
      List<LostOnSourceByReplica> replicas) {
    this(
        address,
        startedAt,
        end,
        before,
        judgement,
        replicas,
        Observed.unknown("its restart was not noticed"));
  }

  /** What was known of it then, and is kept. */
  static RestartReport of(Incident incident) {
    return new RestartReport(
        incident.instance(),
        Observed.known(incident.begun().startedAt().latest()),
        incident.evidence().end(),
        Observed.known(incident.before()),
        incident.judgement(),
        incident.evidence().replicas(),
        incident.evidence().atStart());
  }
}
