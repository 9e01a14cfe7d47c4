package io.tutti.operation.crash;

import io.tutti.binlog.BinlogReader;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.error.ErrorCode;
import io.tutti.error.ErrorKind;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks for the last log that the process before wrote: every process begins a log, so from the
 * newest back the first that does not end with a rotation, or after which comes one that says of
 * itself that it is the first of its process: then the one before was killed between the two. Only
 * where an end would stand is looked at, as listing a log costs the server a read of it.
 */
public record LastLog(LogReader logs, BinlogReader heads) {
  /** Each costs a connection; of a server that was just restarted there are few. */
  static final int HEADS_MAX = 32;

  private static final Observed<Instant> NO_HEAD = Observed.absent("it was not examined");

  /** A header, and a checksum where there is one: all of the event of a shutdown. */
  private static final List<Integer> STOP_BYTES = List.of(19, 23);

  /** A rotation names the place of the next log beside that. */
  private static final int PLACE_BYTES = 8;

  private static final String STOP = "Stop";
  private static final String ROTATE = "Rotate";

  /** What the end of a log shows. */
  enum Ending {
    SHUTDOWN,
    ROTATION,
    NEITHER
  }

  /** Absent where it cannot be known any more; unknown where asking again may help. */
  public Observed<ProcessEnd> end(Deadline deadline) {
    try {
      return end(logs.files(deadline), deadline);
    } catch (OrchestratorException e) {
      return unread(e);
    }
  }

  /**
   * @param files the oldest first; the last is of the process whose predecessor is looked for
   */
  public Observed<ProcessEnd> end(List<LogFile> files, Deadline deadline) {
    try {
      Observed<Boolean> isWhole = Observed.known(true);
      for (int i = files.size() - 2; i >= 0; i--) {
        LogFile file = files.get(i);
        Ending ending = ending(file, files.get(i + 1), deadline);
        if (ending == Ending.SHUTDOWN) {
          // A process may have been killed at a rotation since, where a head could not be read.
          return isWhole.map(yes -> new ProcessEnd(How.STOPPED, file.name(), file.bytes()));
        }
        boolean looks = ending == Ending.ROTATION && files.size() - (i + 1) <= HEADS_MAX;
        Observed<Instant> head = looks ? head(files.get(i + 1), deadline) : NO_HEAD;
        if (ending == Ending.NEITHER || head.isKnown()) {
          return Observed.known(new ProcessEnd(How.CUT_OFF, file.name(), file.bytes()));
        }
        if (head instanceof Observed.Unknown<Instant>(String why)) {
          isWhole = Observed.absent(why);
        }
      }
      return Observed.absent("its binlogs do not reach back to another process");
    } catch (OrchestratorException e) {
      return unread(e);
    }
  }

  /** Whether a log that is not the newest names the one after it. */
  boolean endsWithRotation(String log, List<LogFile> files, Deadline deadline) {
    for (int i = 0; i < files.size() - 1; i++) {
      if (files.get(i).name().equals(log)) {
        return ending(files.get(i), files.get(i + 1), deadline) == Ending.ROTATION;
      }
    }
    return false;
  }

  static Observed<ProcessEnd> unread(OrchestratorException e) {
    return e.code().kind() == ErrorKind.UNREACHABLE || e.code() == ErrorCode.MISSING_PRIVILEGE
        ? Observed.unknown(e.observed())
        : Observed.absent(e.observed());
  }

  /** When the process began that began with this log; absent where it continues with it. */
  Observed<Instant> head(LogFile file, Deadline deadline) {
    return read(() -> heads.processBegunWith(file.name(), deadline));
  }

  /** When a log was begun. */
  Observed<Instant> begunAt(String log, Deadline deadline) {
    return read(() -> heads.begunAt(log, deadline));
  }

  /** A server that is away may show it when it is back. */
  private static Observed<Instant> read(Supplier<Observed<Instant>> head) {
    try {
      return head.get();
    } catch (OrchestratorException e) {
      if (e.code().kind() == ErrorKind.UNREACHABLE) {
        throw e;
      }
      return Observed.unknown(e.observed());
    }
  }

  Ending ending(LogFile file, LogFile next, Deadline deadline) {
    requireReadable(file, deadline);
    if (endsWith(STOP, file, 0, deadline)) {
      return Ending.SHUTDOWN;
    }
    return endsWith(ROTATE, file, PLACE_BYTES + next.name().length(), deadline)
        ? Ending.ROTATION
        : Ending.NEITHER;
  }

  /** Else nothing at its end would mean anything. */
  private void requireReadable(LogFile file, Deadline deadline) {
    List<LogEvent> first =
        logs.list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(file.name())), 3, deadline);
    boolean plain =
        first.stream().anyMatch(event -> event.type().equals("Format_desc"))
            && first.stream().noneMatch(event -> event.type().equals("Start_encryption"));
    if (!plain || file.encrypted()) {
      throw new OrchestratorException(
          ErrorCode.BINLOG_UNREADABLE,
          file.name(),
          "%s is encrypted, or begins with what is not known".formatted(file.name()),
          List.of());
    }
  }

  private boolean endsWith(String type, LogFile file, int more, Deadline deadline) {
    return STOP_BYTES.stream()
        .map(bytes -> file.bytes() - bytes - more)
        .filter(place -> place >= BinlogPosition.FIRST_EVENT)
        .map(place -> at(new BinlogPosition(file.name(), place), deadline))
        .flatMap(List::stream)
        .anyMatch(event -> event.type().equals(type) && event.endPosition() == file.bytes());
  }

  /** What begins at a place; nothing where none does, which servers call an error. */
  private List<LogEvent> at(BinlogPosition place, Deadline deadline) {
    try {
      return logs.list(Log.BINARY, "", Optional.of(place), 1, deadline);
    } catch (OrchestratorException e) {
      if (e.code() == ErrorCode.LOG_NOT_THERE) {
        return List.of();
      }
      throw e;
    }
  }
}
