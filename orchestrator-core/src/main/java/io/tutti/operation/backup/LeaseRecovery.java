package io.tutti.operation.backup;

import io.tutti.recovery.BackOff;
import io.tutti.recovery.Case;
import io.tutti.recovery.Decision;
import io.tutti.recovery.RecoveryRule;
import io.tutti.recovery.RecoveryRule.Times;
import io.tutti.topology.BackupSession;
import io.tutti.topology.WorldView;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Ends the backup sessions whose lease is over, so that nobody's replica is stopped permanently.
 */
final class LeaseRecovery {
  /** A replica stays stopped for nothing meanwhile; of one that is away that is all the same. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(20);

  private LeaseRecovery() {}

  static RecoveryRule rule() {
    return new RecoveryRule(
        "lease", LeaseRecovery::cases, BackOff.upTo(PAUSE_MAX), Times.WHILE_WANTED);
  }

  /** Each open session. Pure. */
  static List<Case> cases(WorldView world, Instant now) {
    return world.records().backups().values().stream()
        .sorted(Comparator.comparing(BackupSession::expiresAt))
        .map(session -> new Case(session.id(), session.instance(), decide(session, now)))
        .toList();
  }

  private static Decision decide(BackupSession session, Instant now) {
    return session.isExpired(now)
        ? new Decision.Recover(
            EndRequest.expired(session).toGoal(),
            "Its lease ended at %s.".formatted(session.expiresAt()))
        : new Decision.Recheck(
            session.expiresAt(), "Its lease ends at %s.".formatted(session.expiresAt()));
  }
}
