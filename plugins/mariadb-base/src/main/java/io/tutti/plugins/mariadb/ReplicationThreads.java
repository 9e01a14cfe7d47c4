package io.tutti.plugins.mariadb;

import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.model.Worker;
import io.tutti.plugins.sql.Question;
import io.tutti.plugins.sql.Row;
import io.tutti.plugins.sql.Rows;
import io.tutti.plugins.sql.SharedQuestions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The workers in a processlist.
 *
 * <p>MariaDB keeps one pool of workers for all connections and nowhere shows for which connection,
 * or on which transaction, a worker works (seen on 10.1.8, 10.2.11, 10.11.5 and 11.4.5). So each
 * connection that is applied in parallel shows the whole pool; the thread ids show that they are
 * the same workers. Newer releases mark the threads by their command, {@code Slave_IO}, {@code
 * Slave_SQL} and {@code Slave_worker}; on 10.1.8 all of them say {@code Connect}, and only their
 * states differ.
 */
final class ReplicationThreads {
  private static final String MARKED_WORKER = "Slave_worker";
  private static final String UNMARKED = "Connect";
  private static final String IDLE = "Waiting for work from SQL thread";

  /**
   * How the states of receivers and coordinators begin, for releases that do not mark them by
   * command. INFORMATION_SCHEMA cuts a state off after 64 characters, so only beginnings compare.
   */
  private static final Set<String> OTHER_STATES =
      Set.of(
          "Waiting for master to send event",
          "Queueing master event to the relay log",
          "Connecting to master",
          "Checking master version",
          "Registering slave on master",
          "Requesting binlog dump",
          "Reconnecting after a failed",
          "Waiting to reconnect after a failed",
          "Waiting for the slave SQL thread to free enough relay log space",
          "Waiting for slave mutex on exit",
          "Slave has read all relay log",
          "Reading event from the relay log",
          "Waiting for the next event in relay log",
          "Waiting for room in worker thread event queue",
          "Waiting for worker threads to be idle",
          "Waiting until MASTER_DELAY seconds");

  private ReplicationThreads() {}

  static Question question() {
    return new Question(
        SharedQuestions.REPLICATION_THREADS,
        "SELECT … FROM information_schema.processlist",
        "SELECT ID, COMMAND, STATE FROM information_schema.PROCESSLIST"
            + " WHERE USER = 'system user' AND COMMAND IN ('"
            + MARKED_WORKER
            + "', '"
            + UNMARKED
            + "')",
        "PROCESS ON *.*");
  }

  /** The pool in the order of the thread ids. */
  static List<Worker> workers(Rows processlist) {
    boolean isMarked = processlist.all().stream().anyMatch(ReplicationThreads::isMarkedWorker);
    return processlist.all().stream()
        .filter(isMarked ? ReplicationThreads::isMarkedWorker : ReplicationThreads::isNothingElse)
        .map(ReplicationThreads::worker)
        .sorted(Comparator.comparingLong(Worker::id))
        .toList();
  }

  private static boolean isMarkedWorker(Row row) {
    return row.textOrEmpty("COMMAND").equals(MARKED_WORKER);
  }

  private static boolean isNothingElse(Row row) {
    String state = row.textOrEmpty("STATE");
    return OTHER_STATES.stream().noneMatch(state::startsWith);
  }

  private static Worker worker(Row row) {
    String state = row.textOrEmpty("STATE");
    return new Worker(
        row.number("ID").orElse(0),
        ThreadState.RUNNING,
        Observed.known(state),
        Observed.absent("MariaDB does not report which transaction a worker applied last"),
        state.startsWith(IDLE)
            ? Observed.absent("it waits for work")
            : Observed.unknown("MariaDB does not report which transaction a worker applies"),
        Optional.empty(),
        Observed.absent(
            "MariaDB keeps no table of worker checkpoints: its GTID position is exact without"));
  }
}
