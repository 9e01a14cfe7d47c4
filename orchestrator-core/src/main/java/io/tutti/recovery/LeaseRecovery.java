package io.tutti.recovery;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.backup.EndRequest;
import io.tutti.plan.Goal;
import io.tutti.plan.Operation;
import io.tutti.store.BackupSessions;
import io.tutti.topology.BackupSession;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the backup sessions whose lease is over, so that nobody's replica stands for good. */
public final class LeaseRecovery {
  /** Who asked, in the audit and in the operation. */
  public static final String ACTOR = "policy:lease";

  /** A replica stays stopped for nothing meanwhile; of one that is away that is all the same. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseRecovery.class);

  private final OperationRunner runner;
  private final BackupSessions sessions;
  private final InstantSource clock;
  private final Map<String, Again> attempts = new HashMap<>();

  public LeaseRecovery(OperationRunner runner, BackupSessions sessions, InstantSource clock) {
    this.runner = runner;
    this.sessions = sessions;
    this.clock = clock;
  }

  /** Starts to end what is over. Returns what was started. */
  public List<Operation> recover() {
    List<BackupSession> open = sessions.open();
    attempts.keySet().retainAll(open.stream().map(BackupSession::id).toList());
    List<Operation> started = new ArrayList<>();
    for (BackupSession session : open) {
      Instant now = clock.instant();
      Again again = attempts.getOrDefault(session.id(), Again.now(now));
      Goal goal = EndRequest.expired(session).toGoal();
      if (session.isExpired(now) && again.isDue(now) && !runner.isUnderWay(goal)) {
        attempts.put(session.id(), again.after(now, PAUSE_MAX));
        try {
          started.add(runner.submit(goal, ACTOR, Optional.empty()));
        } catch (OrchestratorException e) {
          LOG.warn(
              "The {} is over and cannot be ended now; tried again soon: {}",
              session,
              e.getMessage());
        }
      }
    }
    return started;
  }
}
