package io.tutti.store;

import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import java.util.Optional;

/**
 * One write to the journal; all of it or nothing is kept.
 *
 * @param after the operation as it is from now on
 * @param event what made it so
 * @param audit the record for the audit that belongs to it
 */
public record JournalEntry(Operation after, OperationEvent event, Optional<AuditRecord> audit) {}
