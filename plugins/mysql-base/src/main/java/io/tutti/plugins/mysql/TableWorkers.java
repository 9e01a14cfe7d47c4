package io.tutti.plugins.mysql;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MySqlGtid;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.plugins.sql.ErrorCauses;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The workers of 5.7 and later: {@code performance_schema.replication_applier_status_by_worker},
 * and what their threads do.
 */
public final class TableWorkers implements WorkerSource {
  static final String KEY = "workers";

  private static final String TABLE = "performance_schema.replication_applier_status_by_worker";
  private static final String TITLE = "SELECT … FROM " + TABLE;

  private static final String SHARED_COLUMNS =
      "w.CHANNEL_NAME, w.WORKER_ID, w.SERVICE_STATE, w.LAST_ERROR_NUMBER, w.LAST_ERROR_MESSAGE,"
          + " UNIX_TIMESTAMP(w.LAST_ERROR_TIMESTAMP) AS LAST_ERROR_AT,"
          + " t.PROCESSLIST_STATE, UNIX_TIMESTAMP(NOW(6)) AS NOW_AT";

  private static final String FROM =
      " FROM " + TABLE + " w LEFT JOIN performance_schema.threads t ON t.THREAD_ID = w.THREAD_ID";

  private final String transactionColumns;

  private TableWorkers(String transactionColumns) {
    this.transactionColumns = transactionColumns;
  }

  /** 5.7 shows one transaction, which is applied or in work. */
  public static TableWorkers withLastSeenTransaction() {
    return new TableWorkers("w.LAST_SEEN_TRANSACTION");
  }

  /** 8.0 and later show both, and when they were committed on their first server. */
  public static TableWorkers withCommitTimestamps() {
    return new TableWorkers(
        "w.LAST_APPLIED_TRANSACTION, w.APPLYING_TRANSACTION,"
            + " UNIX_TIMESTAMP(w.LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP)"
            + " AS LAST_APPLIED_COMMITTED_AT,"
            + " UNIX_TIMESTAMP(w.APPLYING_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP)"
            + " AS APPLYING_COMMITTED_AT");
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            KEY,
            TITLE,
            "SELECT " + SHARED_COLUMNS + ", " + transactionColumns + FROM,
            "SELECT ON " + TABLE + "; SELECT ON performance_schema.threads"));
  }

  @Override
  public Observed<List<Worker>> workers(Reading reading, ReplicaStatus status) {
    Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints =
        WorkerCheckpoints.of(reading, status.channelName());
    Observed<List<Worker>> reported = reported(reading, status, checkpoints);
    boolean nobodyIsShown = reported.asOptional().filter(List::isEmpty).isPresent();
    return nobodyIsShown && checkpoints instanceof Observed.Unknown<?>(String why)
        ? Observed.unknown(why)
        : reported;
  }

  private static Observed<List<Worker>> reported(
      Reading reading,
      ReplicaStatus status,
      Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints) {
    return reading
        .rows(KEY)
        .map(rows -> {
          List<Worker> workers = new ArrayList<>();
          for (Row row : rows.all()) {
            // Worker 0 is the coordinator that applies by itself.
            if (isOf(row, status) && row.number("WORKER_ID").orElse(0) > 0) {
              workers.add(worker(row, reading, status, checkpoints));
            }
          }
          if (status.applierState() == ThreadState.STOPPED) {
            addLeft(workers, checkpoints);
          }
          return workers;
        });
  }

  /** After a restart the table is empty until the applier starts; the checkpoints are there. */
  private static void addLeft(
      List<Worker> workers, Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints) {
    Set<Long> shown = workers.stream().map(Worker::id).collect(Collectors.toSet());
    checkpoints
        .asOptional()
        .orElse(new TreeMap<>())
        .forEach((id, checkpoint) -> {
          if (!shown.contains(id)) {
            workers.add(
                new Worker(
                    id,
                    ThreadState.STOPPED,
                    Observed.absent("the worker is not running"),
                    Observed.absent("the worker is not running"),
                    Observed.absent("the worker is not running"),
                    Optional.empty(),
                    Observed.known(checkpoint)));
          }
        });
  }

  static boolean isOf(Row row, ReplicaStatus status) {
    return row.textOrEmpty("CHANNEL_NAME").equals(status.channelName());
  }

  private static Worker worker(
      Row row,
      Reading reading,
      ReplicaStatus status,
      Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints) {
    long id = row.number("WORKER_ID").orElse(0);
    boolean runs = row.textOrEmpty("SERVICE_STATE").equals("ON");
    Observed<String> seen = transaction(row, "LAST_SEEN_TRANSACTION");
    boolean seenIsApplied = row.has("LAST_SEEN_TRANSACTION") && isApplied(seen, reading, status);
    return new Worker(
        id,
        runs ? ThreadState.RUNNING : ThreadState.STOPPED,
        row.text("PROCESSLIST_STATE")
            .map(Observed::known)
            .orElse(
                Observed.absent(runs ? "the server reports none" : "the worker is not running")),
        row.has("LAST_SEEN_TRANSACTION")
            ? seenIsApplied
                ? seen
                : Observed.unknown("5.7 reports only what the worker is applying")
            : transaction(row, "LAST_APPLIED_TRANSACTION"),
        row.has("LAST_SEEN_TRANSACTION")
            ? seenIsApplied ? Observed.absent("the worker is idle") : seen
            : transaction(row, "APPLYING_TRANSACTION"),
        error(row),
        checkpoints.flatMap(byWorker -> {
          // The table counts from 1 here, too: it is the same number as in the checkpoint's Id.
          WorkerCheckpoint checkpoint = byWorker.get(id);
          return checkpoint == null
              ? Observed.absent("the worker has no row in mysql.slave_worker_info yet")
              : Observed.known(checkpoint);
        }));
  }

  private static boolean isApplied(Observed<String> seen, Reading reading, ReplicaStatus status) {
    if (!(seen instanceof Observed.Known<String>(String gtid))) {
      return true;
    }
    Observed<GtidSet> executed = MySqlDialect.executed(reading, status);
    return executed.asOptional().filter(set -> set.containsGtid(MySqlGtid.parse(gtid))).isPresent();
  }

  private static Observed<String> transaction(Row row, String column) {
    String text = row.textOrEmpty(column);
    return switch (text) {
      case "" -> Observed.absent("there is none");
      case "ANONYMOUS" -> Observed.absent("the transaction has no GTID");
      default -> Observed.known(text);
    };
  }

  private static Optional<LastError> error(Row row) {
    int number = (int) row.number("LAST_ERROR_NUMBER").orElse(0);
    return number == 0
        ? Optional.empty()
        : Optional.of(
            new LastError(
                number,
                row.textOrEmpty("LAST_ERROR_MESSAGE"),
                Times.find(row.textOrEmpty("LAST_ERROR_AT")),
                ErrorCauses.of(number)));
  }
}
