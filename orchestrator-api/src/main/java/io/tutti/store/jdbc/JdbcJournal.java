package io.tutti.store.jdbc;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.plan.Kinds;
import io.tutti.plan.Operation;
import io.tutti.plan.OperationEvent;
import io.tutti.plan.OperationId;
import io.tutti.plan.OperationRequest;
import io.tutti.plan.OperationState;
import io.tutti.plan.Plan;
import io.tutti.plan.StepProgress;
import io.tutti.plan.Why;
import io.tutti.store.AuditLog;
import io.tutti.store.Journal;
import io.tutti.store.JournalEntry;
import io.tutti.store.LockGrant;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Operations in rows: the plan, which is written once; its state; each step that was begun; each
 * event. A write costs the same however many steps there are. The epoch is checked in each write's
 * transaction.
 */
final class JdbcJournal implements Journal {
  private static final String ROWS = "SELECT id, sequence_number, planned, state FROM operation ";

  private static final Logger LOG = LoggerFactory.getLogger(JdbcJournal.class);

  private final JdbcStore store;
  private final JdbcTopologyLock lock;
  private final AuditLog audit;
  private final PlanDocuments documents;

  /** What an operation is, permanently. */
  private record Planned(Plan plan, OperationRequest request) {}

  /** Its state, without its steps. */
  private record Progress(
      OperationState state,
      Why why,
      Optional<Why> trouble,
      Optional<String> cancelledBy,
      Instant changedAt) {
    static Progress of(Operation operation) {
      return new Progress(
          operation.state(),
          operation.why(),
          operation.trouble(),
          operation.cancelledBy(),
          operation.changedAt());
    }
  }

  /** One row of the table of operations. */
  private record Row(OperationId id, long sequence, Planned planned, Progress progress) {
    Operation with(Map<Integer, StepProgress> begun) {
      List<StepProgress> steps =
          IntStream.range(0, planned.plan().steps().size())
              .mapToObj(index -> begun.getOrDefault(index, StepProgress.PENDING))
              .toList();
      return new Operation(
          id,
          planned.plan(),
          planned.request(),
          progress.state(),
          progress.why(),
          progress.trouble(),
          steps,
          progress.cancelledBy(),
          progress.changedAt(),
          sequence);
    }
  }

  JdbcJournal(JdbcStore store, JdbcTopologyLock lock, AuditLog audit, Kinds kinds) {
    this.store = store;
    this.lock = lock;
    this.audit = audit;
    this.documents = new PlanDocuments(kinds);
  }

  @Override
  public void prepare() {
    documents.prepare(
        List.of(Planned.class, Progress.class, StepProgress.class, OperationEvent.class));
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
            "The key \"%s\" was used for %s. Nothing was changed."
                .formatted(key.orElseThrow(), known.get().id()),
            List.of("use a new key"));
      }
      store
          .client()
          .sql(
              "INSERT INTO operation"
                  + " (id, idempotency_key, is_terminal, sequence_number, planned, state)"
                  + " VALUES (?, ?, ?, ?, ?, ?)")
          .param(created.id().value())
          .param(key.orElse(null))
          .param(terminal(created))
          .param(created.sequence())
          .param(documents.write(new Planned(created.plan(), created.request())))
          .param(documents.write(Progress.of(created)))
          .update();
      append(entry);
      return true;
    });
  }

  @Override
  public void write(LockGrant grant, JournalEntry entry) {
    Operation after = entry.after();
    store.committed(() -> {
      lock.requireCurrent(grant);
      int written =
          store
              .client()
              .sql(
                  "UPDATE operation SET is_terminal = ?, sequence_number = ?, state = ?"
                      + " WHERE id = ? AND sequence_number = ?")
              .params(
                  terminal(after),
                  after.sequence(),
                  documents.write(Progress.of(after)),
                  after.id().value(),
                  after.sequence() - 1)
              .update();
      if (written == 1) {
        entry.event().step().ifPresent(about -> keepStep(after, about.index()));
        append(entry);
      } else {
        requireWritten(after);
      }
      return true;
    });
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public void syncSoon() {
    Thread.ofVirtual()
        .name("journal-sync")
        .start(() -> {
          try {
            store.sync();
          } catch (RuntimeException e) {
            LOG.debug(
                "The journal is not durable yet; the next write that must be waits for it", e);
          }
        });
  }

  private void keepStep(Operation after, int index) {
    byte[] progress = documents.write(after.steps().get(index));
    int changed =
        store
            .client()
            .sql("UPDATE operation_step SET document = ? WHERE operation_id = ? AND step_index = ?")
            .params(progress, after.id().value(), index)
            .update();
    if (changed == 0) {
      store
          .client()
          .sql("INSERT INTO operation_step (operation_id, step_index, document) VALUES (?, ?, ?)")
          .params(after.id().value(), index, progress)
          .update();
    }
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
    return read(store.client().sql(ROWS + "WHERE id = ?").params(id.value())).stream().findFirst();
  }

  @Override
  public Optional<Operation> findByKey(String idempotencyKey) {
    return read(store.client().sql(ROWS + "WHERE idempotency_key = ?").params(idempotencyKey))
        .stream()
        .findFirst();
  }

  @Override
  public List<Operation> unfinished() {
    return read(store.client().sql(ROWS + "WHERE is_terminal = 0 ORDER BY id"));
  }

  @Override
  public List<Operation> latest(int limit) {
    return read(store.client().sql(ROWS + "ORDER BY id DESC LIMIT ?").params(limit));
  }

  /** A step may be one write ahead of the rest, never behind: it is read after that. */
  private List<Operation> read(StatementSpec found) {
    List<Row> rows = found.query((row, number) -> row(row)).list();
    Map<String, Map<Integer, StepProgress>> begun = begun(rows);
    return rows.stream()
        .map(row -> row.with(begun.getOrDefault(row.id().value(), Map.of())))
        .toList();
  }

  private Row row(ResultSet row) throws SQLException {
    return new Row(
        new OperationId(row.getString(1)),
        row.getLong(2),
        documents.read(row.getBytes(3), Planned.class),
        documents.read(row.getBytes(4), Progress.class));
  }

  private Map<String, Map<Integer, StepProgress>> begun(List<Row> of) {
    Map<String, Map<Integer, StepProgress>> begun = new HashMap<>();
    if (!of.isEmpty()) {
      store
          .client()
          .sql(
              "SELECT operation_id, step_index, document FROM operation_step"
                  + " WHERE operation_id IN (:operations)")
          .param("operations", of.stream().map(row -> row.id().value()).toList())
          .query(row -> {
            begun
                .computeIfAbsent(row.getString(1), operation -> new HashMap<>())
                .put(row.getInt(2), documents.read(row.getBytes(3), StepProgress.class));
          });
    }
    return begun;
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
