package io.tutti.plugins.mysql;

import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.model.WorkerCheckpoint;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Reading;
import io.tutti.plugins.sql.ReplicaStatus;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The workers of 5.6, which has no table of them: their progress from mysql.slave_worker_info, what
 * they do from the processlist.
 *
 * <p>The processlist names no worker. The coordinator starts its workers in their order, so of the
 * server's own threads, in the order of their numbers and without the receiver, the first is the
 * coordinator and the rest are the workers 0, 1, 2 and so on. Where their count does not fit, no
 * thread is matched with a worker, rather than a wrong one.
 */
public final class ProcesslistWorkers implements WorkerSource {
  private static final Question THREADS =
      new Question(
          SharedQuestions.REPLICATION_THREADS,
          "SELECT … FROM information_schema.processlist",
          "SELECT ID, COMMAND, STATE, TIME FROM information_schema.PROCESSLIST"
              + " WHERE USER = 'system user' ORDER BY ID",
          "PROCESS ON *.*");

  private static final String NOT_REPORTED = "MySQL 5.6 does not report it for each worker";

  @Override
  public List<Question> questions() {
    return List.of(THREADS);
  }

  @Override
  public Observed<List<Worker>> workers(Reading reading, ReplicaStatus status) {
    Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints =
        WorkerCheckpoints.of(reading, status.channelName());
    Observed<List<Row>> threads =
        reading.rows(SharedQuestions.REPLICATION_THREADS).map(rows -> workerThreads(rows, status));
    if (checkpoints instanceof Observed.Known<SortedMap<Long, WorkerCheckpoint>>(var known)) {
      return Observed.known(matched(known, threads));
    }
    // Without the table only the running threads show.
    return threads.map(list -> unmatched(list, checkpoints));
  }

  /** Needs the receiver's words to leave it out: it may have been restarted after the workers. */
  private static List<Row> workerThreads(Rows rows, ReplicaStatus status) {
    if (status.applierState() != ThreadState.RUNNING) {
      return List.of();
    }
    List<Row> own = new ArrayList<>(rows.all());
    if (status.receiverState() != ThreadState.STOPPED) {
      String receiversWords = status.row().textOrEmpty("Slave_IO_State");
      Optional<Row> receiver =
          own.stream().filter(row -> row.textOrEmpty("STATE").equals(receiversWords)).findFirst();
      receiver.ifPresent(own::remove);
    }
    return own.isEmpty() ? List.of() : List.copyOf(own.subList(1, own.size()));
  }

  private static List<Worker> matched(
      Map<Long, WorkerCheckpoint> checkpoints, Observed<List<Row>> threads) {
    List<Worker> workers = new ArrayList<>();
    int count = checkpoints.size();
    int place = 0;
    for (Map.Entry<Long, WorkerCheckpoint> entry : checkpoints.entrySet()) {
      int index = place++;
      Observed<Row> thread =
          threads.flatMap(list -> {
            if (list.isEmpty()) {
              return Observed.absent("the worker is not running");
            }
            return list.size() == count
                ? Observed.known(list.get(index))
                : Observed.unknown(list.size() + " threads run for " + count + " workers");
          });
      workers.add(worker(entry.getKey(), thread, Observed.known(entry.getValue())));
    }
    return workers;
  }

  private static List<Worker> unmatched(
      List<Row> threads, Observed<SortedMap<Long, WorkerCheckpoint>> checkpoints) {
    List<Worker> workers = new ArrayList<>();
    for (Row thread : threads) {
      long place = workers.size();
      workers.add(worker(place, Observed.known(thread), checkpoints.map(map -> map.get(place))));
    }
    return workers;
  }

  private static Worker worker(
      long id, Observed<Row> thread, Observed<WorkerCheckpoint> checkpoint) {
    return new Worker(
        id,
        thread instanceof Observed.Absent ? ThreadState.STOPPED : ThreadState.RUNNING,
        thread.map(row -> row.textOrEmpty("STATE")),
        Observed.absent(NOT_REPORTED),
        Observed.absent(NOT_REPORTED),
        Optional.empty(),
        checkpoint);
  }
}
