package io.tutti.operation.crash;

import io.tutti.crash.CrashJudgement;
import io.tutti.crash.Incident;
import io.tutti.store.AuditLog;
import io.tutti.store.AuditRecord;
import java.time.Instant;

/** Reports of each judgement of a restart that differs from the one before. */
record IncidentAudit(AuditLog audit) {
  void report(Incident before, Incident after, Instant now) {
    CrashJudgement judged = after.judgement();
    boolean isFirst =
        before.evidence().lookedAt().isEmpty() && after.evidence().lookedAt().isPresent();
    if (!isFirst && judged.equals(before.judgement())) {
      return;
    }
    audit.append(
        new AuditRecord(
            now,
            AuditRecord.SELF,
            "incident.judged",
            after.instance().toString(),
            AuditRecord.Outcome.DONE,
            "%s: %s. %s".formatted(after, judged.cost(), judged.why())));
  }
}
