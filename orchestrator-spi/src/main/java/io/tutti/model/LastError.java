package io.tutti.model;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The last error of a replication thread, by the server's own number; {@code at} where the server
 * shows it.
 *
 * @param cause what it says of the thread, as the plugin reads the number
 */
public record LastError(int number, String message, Optional<Instant> at, Cause cause) {
  /** What ended a thread. */
  public enum Cause {
    /** What it was applying cannot be applied, as far as is known. */
    TRANSACTION,
    /** It gave up waiting for a lock, or was rolled back for another transaction. */
    LOCK,
    /** It was killed, or its session, or the server. */
    KILL,
    /** The coordinator ended after a worker had: the word of the worker says why. */
    WORKER,
    /** A transaction before it failed, of another worker. */
    EARLIER,
    /** What was received cannot be read. */
    RELAY_LOG,
    /** It refuses to start with what its tables say of it: {@code RelayLogInfoReset}. */
    REFUSAL
  }

  public LastError {
    cause = Objects.requireNonNullElse(cause, Cause.TRANSACTION);
  }

  /** One that a transaction is the cause of. */
  public LastError(int number, String message, Optional<Instant> at) {
    this(number, message, at, Cause.TRANSACTION);
  }

  /** Whether it was asked to end or gave up waiting: no transaction that cannot be applied. */
  public boolean isInterruption() {
    return switch (cause) {
      case KILL, LOCK, WORKER -> true;
      case TRANSACTION, EARLIER, RELAY_LOG, REFUSAL -> false;
    };
  }

  /** Whether it says nothing against any transaction. */
  public boolean isOfNoTransaction() {
    return switch (cause) {
      case KILL, EARLIER, RELAY_LOG, REFUSAL -> true;
      case TRANSACTION, LOCK, WORKER -> false;
    };
  }

  /** Whether it never began. */
  public boolean isRefusal() {
    return cause == Cause.REFUSAL;
  }

  /** Whether a worker failed, and not the coordinator by itself: the words of all releases. */
  public boolean isOfWorker() {
    return message.contains("Worker ") && message.contains("failed executing transaction");
  }

  @Override
  public String toString() {
    return "error " + number + ": " + message;
  }
}
