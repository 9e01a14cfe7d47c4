package io.tutti.operation.backup;

import io.tutti.capability.Ports;
import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The leases of backup sessions. Renewing one touches no server. */
public record BackupLeases(BackupSessions sessions, AuditLog audit, InstantSource clock) {

  public static BackupLeases of(Ports ports) {
    return new BackupLeases(ports.records().backups(), ports.stored().audit(), ports.clock());
  }

  /** The ended ones that are shown beside the open one. */
  private static final int SHOWN_MAX = 20;

  /** Those of an instance, the newest first. */
  public List<BackupSession> latest(InstanceAddress instance) {
    return sessions.latest(instance, SHOWN_MAX);
  }

  /**
   * @throws OrchestratorException UNKNOWN_BACKUP
   */
  public BackupSession require(InstanceAddress instance, String id) {
    return sessions
        .find(id)
        .filter(session -> session.instance().equals(instance))
        .orElseThrow(() -> unknown(instance, id));
  }

  /**
   * Gives a session another lease, from now on.
   *
   * @throws OrchestratorException UNKNOWN_BACKUP; BACKUP_SESSION_OVER when it is too late
   */
  public BackupSession renew(InstanceAddress instance, String id, Duration lease, String actor) {
    BeginRequest.requireWithin(instance.toString(), "lease", lease, BeginRequest.LEASE_MAX);
    BackupSession session = require(instance, id);
    Instant now = clock.instant();
    Instant until = now.plus(lease);
    if (session.isExpired(now) || !sessions.renew(id, lease, until)) {
      throw over(session);
    }
    audit.append(
        new AuditRecord(
            now,
            actor,
            "backup.renew",
            instance.toString(),
            AuditRecord.Outcome.DONE,
            "The %s is renewed until %s.".formatted(session, until)));
    return session.withLease(lease, until);
  }

  static OrchestratorException unknown(InstanceAddress instance, String id) {
    return new OrchestratorException(
        ErrorCode.UNKNOWN_BACKUP,
        instance.toString(),
        "There is no backup session %s of %s. Nothing was changed.".formatted(id, instance),
        Remedies.of(Acts.listBackups(instance)));
  }

  static OrchestratorException over(BackupSession session) {
    return new OrchestratorException(
        ErrorCode.BACKUP_SESSION_OVER,
        session.instance().toString(),
        "The %s is over: %s. Nothing was changed."
            .formatted(
                session,
                session
                    .endedAt()
                    .map(at -> "it has ended at " + at)
                    .orElse("its lease ended at " + session.expiresAt())),
        Remedies.of(Acts.beginBackup(session.instance())));
  }
}
