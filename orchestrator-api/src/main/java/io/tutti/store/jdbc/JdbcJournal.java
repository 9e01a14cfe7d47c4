package io.tutti.store.jdbc;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.store.AuditLog;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.LockGrant;
import java.util.List;
import java.util.Optional;

/**
 * Operations and their events as rows of JSON; the epoch is checked in each write's transaction.
 */
final class JdbcJournal implements Journal {
  private static final String DOCUMENT = "SELECT document FROM operation ";

  private final JdbcStore store;
  private final JdbcTopologyLock lock;
  private final AuditLog audit;
  private final Documents documents = new Documents();

  JdbcJournal(JdbcStore store, JdbcTopologyLock lock, AuditLog audit) {
    this.store = store;
    this.lock = lock;
    this.audit = audit;
  }

  @Override
  public void create(LockGrant grant, JournalEntry entry) {
    Operation created = entry.after();
    store.durably(() -> {
      lock.requireCurrent(grant);
      Optional<String> key = created.request().idempotencyKey();
      Optional<Operation> known = key.flatMap(this::findByKey);
      if (known.isPresent()) {
        throw new OrchestratorException(
            ErrorCode.IDEMPOTENCY_KEY_REUSED,
            created.plan().goal().target(),
            "The key \"%s\" stands for %s. Nothing was changed."
                .formatted(key.orElseThrow(), known.get().id()),
            List.of("use a new key"));
      }
      store
          .client()
          .sql(
              "INSERT INTO operation"
                  + " (id, idempotency_key, is_terminal, sequence_number, document)"
                  + " VALUES (?, ?, ?, ?, ?)")
          .param(created.id().value())
          .param(key.orElse(null))
          .param(terminal(created))
          .param(created.sequence())
          .param(documents.write(created))
          .update();
      append(entry);
      return true;
    });
  }

  @Override
  public void write(LockGrant grant, JournalEntry entry) {
    Operation after = entry.after();
    store.durably(() -> {
      lock.requireCurrent(grant);
      int written =
          store
              .client()
              .sql(
                  "UPDATE operation SET is_terminal = ?, sequence_number = ?, document = ?"
                      + " WHERE id = ? AND sequence_number = ?")
              .params(
                  terminal(after),
                  after.sequence(),
                  documents.write(after),
                  after.id().value(),
                  after.sequence() - 1)
              .update();
      if (written == 1) {
        append(entry);
      } else {
        requireWritten(after);
      }
      return true;
    });
  }

  /** The answer to the first write of the same entry may have been lost. */
  private void requireWritten(Operation after) {
    long last = find(after.id()).map(Operation::sequence).orElse(0L);
    if (last != after.sequence()) {
      throw new IllegalStateException(
          "event %d of %s after number %d".formatted(after.sequence(), after.id(), last));
    }
  }

  private void append(JournalEntry entry) {
    OperationEvent event = entry.event();
    store
        .client()
        .sql(
            "INSERT INTO operation_event (operation_id, sequence_number, document)"
                + " VALUES (?, ?, ?)")
        .params(event.operation().value(), event.sequence(), documents.write(event))
        .update();
    entry.audit().ifPresent(audit::append);
  }

  private static int terminal(Operation operation) {
    return operation.state().isTerminal() ? 1 : 0;
  }

  @Override
  public Optional<Operation> find(OperationId id) {
    return store
        .client()
        .sql(DOCUMENT + "WHERE id = ?")
        .params(id.value())
        .query((row, number) -> documents.read(row.getBytes(1), Operation.class))
        .optional();
  }

  @Override
  public Optional<Operation> findByKey(String idempotencyKey) {
    return store
        .client()
        .sql(DOCUMENT + "WHERE idempotency_key = ?")
        .params(idempotencyKey)
        .query((row, number) -> documents.read(row.getBytes(1), Operation.class))
        .optional();
  }

  @Override
  public List<Operation> unfinished() {
    return store
        .client()
        .sql(DOCUMENT + "WHERE is_terminal = 0 ORDER BY id")
        .query((row, number) -> documents.read(row.getBytes(1), Operation.class))
        .list();
  }

  @Override
  public List<Operation> latest(int limit) {
    return store
        .client()
        .sql(DOCUMENT + "ORDER BY id DESC LIMIT ?")
        .params(limit)
        .query((row, number) -> documents.read(row.getBytes(1), Operation.class))
        .list();
  }

  @Override
  public List<OperationEvent> events(OperationId id, long fromSequence, int limit) {
    return store
        .client()
        .sql(
            "SELECT document FROM operation_event"
                + " WHERE operation_id = ? AND sequence_number >= ?"
                + " ORDER BY sequence_number LIMIT ?")
        .params(id.value(), fromSequence, limit)
        .query((row, number) -> documents.read(row.getBytes(1), OperationEvent.class))
        .list();
  }
}
