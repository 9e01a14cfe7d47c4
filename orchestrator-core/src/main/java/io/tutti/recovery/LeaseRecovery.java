package io.tutti.recovery;

import io.tutti.error.OrchestratorException;
import io.tutti.operation.OperationRunner;
import io.tutti.operation.backup.EndRequest;
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

  /** After an attempt, whatever became of it: a server that is away may be back then. */
  static final Duration AGAIN_AFTER = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(LeaseRecovery.class);

  private final OperationRunner runner;
  private final BackupSessions sessions;
  private final InstantSource clock;
  private final Map<String, Instant> attempted = new HashMap<>();

  public LeaseRecovery(OperationRunner runner, BackupSessions sessions, InstantSource clock) {
    this.runner = runner;
    this.sessions = sessions;
    this.clock = clock;
  }

  /** Starts to end what is over. Returns what was started. */
  public List<Operation> recover() {
    Instant now = clock.instant();
    attempted.values().removeIf(at -> !now.isBefore(at.plus(AGAIN_AFTER)));
    List<Operation> started = new ArrayList<>();
    for (BackupSession session : sessions.open()) {
      if (session.isExpired(now) && attempted.putIfAbsent(session.id(), now) == null) {
        try {
          started.add(runner.submit(EndRequest.expired(session).toGoal(), ACTOR, Optional.empty()));
        } catch (OrchestratorException e) {
          LOG.warn(
              "The {} is over and cannot be ended now; tried again in {}: {}",
              session,
              AGAIN_AFTER,
              e.getMessage());
        }
      }
    }
    return started;
  }
}
