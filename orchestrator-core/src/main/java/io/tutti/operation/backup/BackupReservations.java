package io.tutti.operation.backup;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.Remedies;
import io.tutti.model.InstanceAddress;
import io.tutti.operation.Reservations;
import io.tutti.store.BackupSessions;
import java.util.Optional;

/** Replicas in a backup session are kept as they are. */
record BackupReservations(BackupSessions sessions) implements Reservations {

  @Override
  public Optional<Reservation> find(InstanceAddress instance) {
    return sessions
        .findOpen(instance)
        .map(session ->
            new Reservation(
                ErrorCode.INSTANCE_IN_BACKUP_SESSION,
                "%s is in the backup session %s, which ends by itself at %s"
                    .formatted(instance, session.id(), session.expiresAt()),
                Remedies.of(Acts.endBackup(instance, session.id()))));
  }
}
