package io.tutti.plugins.sql;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.spi.Deadline;
import io.tutti.spi.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The one connection to a server: opened when needed, opened again after it broke, and in between
 * the threads of abandoned ones are killed.
 */
final class SessionHolder implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final Target target;
  private final SqlDriver driver;
  private final List<Long> threadsToKill = new ArrayList<>();
  private volatile Optional<SqlSession> open = Optional.empty();
  private volatile boolean isCutOff;
  private long generation;

  SessionHolder(Target target, SqlDriver driver) {
    this.target = target;
    this.driver = driver;
  }

  String address() {
    return target.address().toString();
  }

  /** Counts connections: what was learned over an older one must be learned again. */
  long generation() {
    return generation;
  }

  /** That name, unless another connection was opened since, or none is open. */
  Optional<String> ifStillOpen(String name) {
    return open.map(SqlSession::name).filter(name::equals);
  }

  /**
   * The open connection, or a new one.
   *
   * @throws OrchestratorException when the server could not be reached or refused the login
   */
  SqlSession session(Deadline deadline) {
    requireNotCutOff();
    open = open.filter(session -> !session.isAbandoned());
    if (open.isPresent()) {
      return open.get();
    }
    SqlSession session = SqlSession.open(target, driver, deadline);
    open = Optional.of(session);
    requireNotCutOff();
    generation++;
    killLeftThreads(session, deadline);
    return open.orElseGet(() -> session(deadline));
  }

  private void requireNotCutOff() {
    if (isCutOff) {
      abandon();
      throw new OrchestratorException(
          ErrorCode.CONNECTION_LOST,
          address(),
          "The connection to %s was cut off.".formatted(address()),
          List.of());
    }
  }

  /** From another thread: no connection is opened any more, and the one that is open ends. */
  void cutOff(Deadline deadline) {
    isCutOff = true;
    Optional<SqlSession> hanging = open;
    hanging.ifPresent(session -> {
      try {
        end(session.connectionId(), deadline);
      } catch (OrchestratorException e) {
        // It ended by itself, or the server lets nobody end it.
      } finally {
        session.abandon();
      }
    });
  }

  private void end(long thread, Deadline deadline) {
    try (SqlSession other = SqlSession.open(target, driver, deadline)) {
      other.query(Question.plain("KILL", "KILL " + thread, ""), deadline);
      while (!deadline.isExpired() && isThere(other, thread, deadline)) {
        LockSupport.parkNanos(LOOK_EVERY.toNanos());
      }
    }
  }

  private boolean isThere(SqlSession other, long thread, Deadline deadline) {
    return other.query(threadQuestion(thread), deadline).first().isPresent();
  }

  /** Whether a thread of ours is still in the server. Our own threads show without PROCESS. */
  Question threadQuestion(long threadId) {
    return Question.plain(
        "THREAD", "SELECT ID FROM information_schema.PROCESSLIST WHERE ID = " + threadId, "");
  }

  /** Whether the open connection, if there is one, still leads to a server that answers. */
  boolean stillAnswers(Deadline deadline) {
    if (open.isEmpty() || open.get().isAnswering(deadline)) {
      return true;
    }
    abandon();
    return false;
  }

  /** Drops a connection whose statement hangs; its thread is killed from the next connection. */
  void abandonHanging() {
    open.ifPresent(session -> threadsToKill.add(session.connectionId()));
    abandon();
  }

  void abandon() {
    open.ifPresent(SqlSession::abandon);
    open = Optional.empty();
  }

  /**
   * Best effort: the thread may have ended by itself, or sit where no KILL reaches it. Each is
   * tried once.
   */
  private void killLeftThreads(SqlSession session, Deadline deadline) {
    List<Long> threads = List.copyOf(threadsToKill);
    threadsToKill.clear();
    for (long thread : threads) {
      try {
        session.query(Question.plain("KILL", "KILL " + thread, ""), deadline);
      } catch (OrchestratorException e) {
        switch (e.code()) {
          case STATEMENT_TIMED_OUT, CONNECTION_LOST -> {
            abandon();
            return;
          }
          default -> {
            // No such thread: it ended by itself.
          }
        }
      }
    }
  }

  @Override
  public void close() {
    open.ifPresent(SqlSession::close);
    open = Optional.empty();
  }
}
