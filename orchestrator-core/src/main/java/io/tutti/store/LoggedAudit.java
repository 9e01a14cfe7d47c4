package io.tutti.store;

import io.tutti.eventlog.EventLog;
import io.tutti.store.AuditRecord.Outcome;
import java.util.List;
import java.util.Set;

/**
 * Has what is audited in the log, too, also while the store is away. Requests are in the log for
 * those who look for details only: what comes of them has lines of its own.
 */
public record LoggedAudit(AuditLog kept) implements AuditLog {
  private static final String REQUEST = "request";

  /** The orchestrator itself, and who had no token. */
  private static final Set<String> NOBODY = Set.of(AuditRecord.SELF, "unknown");

  @Override
  public void append(AuditRecord entry) {
    String words =
        NOBODY.contains(entry.actor())
            ? entry.reason()
            : "by " + entry.actor() + ". " + entry.reason();
    if (entry.outcome() != Outcome.DONE) {
      EventLog.warn(entry.action(), entry.target(), words);
    } else if (entry.action().equals(REQUEST)) {
      EventLog.detail(entry.action(), entry.target(), words);
    } else {
      EventLog.note(entry.action(), entry.target(), words);
    }
    kept.append(entry);
  }

  @Override
  public List<AuditRecord> latest(AuditFilter wanted) {
    return kept.latest(wanted);
  }
}
