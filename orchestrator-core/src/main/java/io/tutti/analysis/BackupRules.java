package io.tutti.analysis;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.topology.BackupSession;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about replicas that are being copied. */
final class BackupRules {
  private BackupRules() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.ofInstance(FindingCode.IN_BACKUP_SESSION, Set.of(), BackupRules::inSession),
        FindingRule.ofInstance(FindingCode.BACKUP_SESSION_BROKEN, Set.of(), BackupRules::broken));
  }

  private static Optional<BackupSession> session(Subject.OfInstance subject) {
    return subject.world().backupOf(subject.node().address());
  }

  private static Optional<Evidence> inSession(Subject.OfInstance subject) {
    return session(subject)
        .map(session ->
            Evidence.of(
                "%s has been in the backup session %s since %s. It ends by itself at %s."
                    .formatted(
                        subject.name(), session.id(), session.beganAt(), session.expiresAt()),
                Remedies.of(
                        "%s, when the copy is made", Acts.endBackup(subject.name(), session.id()))
                    .or(
                        "%s, when it takes longer",
                        Acts.renewBackup(subject.name(), session.id()))));
  }

  private static Optional<Evidence> broken(Subject.OfInstance subject) {
    return session(subject)
        .flatMap(session ->
            subject
                .node()
                .currentState()
                .flatMap(state -> session.broken().or(() -> session.brokenBy(state)))
                .map(why ->
                    Evidence.of(
                        "In the backup session %s %s: somebody, a tool or a restart of the server started it."
                            .formatted(session.id(), why),
                        Remedies.of("discard the copy, unless it was complete before")
                            .or(
                                "%s, and begin again",
                                Acts.endBackup(subject.name(), session.id())))));
  }
}
