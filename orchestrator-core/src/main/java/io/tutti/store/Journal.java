package io.tutti.store;

import io.tutti.error.OrchestratorException;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import java.util.List;
import java.util.Optional;

/**
 * Keeps operations so that a restarted controller can resume or undo them. A write is refused with
 * STALE_EPOCH unless its grant is the current one of that operation; the check and the write are
 * one transaction.
 */
public interface Journal {

  /** Makes ready what the first write of a process would have to wait for. */
  default void prepare() {}

  /**
   * Keeps a new operation, durably.
   *
   * @throws OrchestratorException STALE_EPOCH; IDEMPOTENCY_KEY_REUSED when its key is taken
   */
  void create(LockGrant grant, JournalEntry entry);

  /**
   * Keeps a change; it is durable once {@link #sync} has returned. Writing the same entry twice is
   * no error, as the answer to the first write may have been lost.
   *
   * @throws OrchestratorException STALE_EPOCH
   */
  void write(LockGrant grant, JournalEntry entry);

  /** Returns when all that was written before is durable. */
  void sync();

  /** Returns at once; the same is durable soon, unless it cannot be made so. */
  void syncSoon();

  Optional<Operation> find(OperationId id);

  Optional<Operation> findByKey(String idempotencyKey);

  /** Those whose state is not terminal, oldest first. */
  List<Operation> unfinished();

  /** The newest first, {@code limit} at most. */
  List<Operation> latest(int limit);

  /** Events from that sequence number on, in order, {@code limit} at most. */
  List<OperationEvent> events(OperationId id, long fromSequence, int limit);
}
