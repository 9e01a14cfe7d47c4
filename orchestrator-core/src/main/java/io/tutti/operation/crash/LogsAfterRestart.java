package io.tutti.operation.crash;

import io.tutti.crash.ProcessEnd;
import io.tutti.crash.SourceLogs;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.model.ProcessStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads of a server's binlogs how the process before ended, and which of their names it may have
 * used for others that are lost.
 *
 * <ol>
 *   <li>The last log that an earlier process wrote is looked for ({@link LastLog}).
 *   <li>Where that was begun before the process that ended, all that this one wrote is lost, and
 *       the names after it were used twice.
 *   <li>Where it ends with a rotation, there may have been a next one.
 *   <li>Else it was being written when the process ended.
 * </ol>
 *
 * @param ended when the process that ended had begun, by its own clock; absent where nobody knows
 *     of one
 */
record LogsAfterRestart(Session session, Observed<ProcessStart> ended, Deadline deadline) {
  /** Beginnings are told in whole seconds, of the process and of a log. */
  private static final Duration CLOCK_STEPS = Duration.ofSeconds(1);

  /** Events of a log that was just begun; a longer one is not read to its end. */
  private static final int EVENTS_AT_ONCE = 2_000;

  private static final int READS_MAX = 100;

  /** What is told. */
  record Found(Observed<ProcessEnd> end, SourceLogs logs) {}

  Found read() {
    Observed<List<LogFile>> files = files();
    LastLog last = new LastLog(session.logs(), session.binlog());
    Observed<ProcessEnd> newest = last.end(deadline);
    Observed<Boolean> isOfEnded = newest.flatMap(this::isOfEnded);
    Observed<String> begunAgain = files.flatMap(kept -> begunAgain(newest, isOfEnded, kept, last));
    return new Found(
        newest.flatMap(end -> verified(end, isOfEnded)),
        new SourceLogs(files, begunAgain, this::hasPlace));
  }

  private Observed<List<LogFile>> files() {
    try {
      return Observed.known(session.logs().files(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** Whether the process that ended wrote that log, as each begins one of its own. */
  private Observed<Boolean> isOfEnded(ProcessEnd newest) {
    if (!(ended instanceof Observed.Known<ProcessStart>(ProcessStart start))) {
      return Observed.absent("nobody knows of another process");
    }
    try {
      return session
          .binlog()
          .begunAt(newest.log(), deadline)
          .map(begun -> !begun.plus(CLOCK_STEPS).isBefore(start.earliest()));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** Without the privilege that this takes the end is what the newest log tells. */
  private static Observed<ProcessEnd> verified(ProcessEnd newest, Observed<Boolean> isOfEnded) {
    return isOfEnded.is(false)
        ? Observed.absent(
            "all binlogs of the process that ended are gone; %s is of one before it"
                .formatted(newest.log()))
        : Observed.known(newest);
  }

  private Observed<String> begunAgain(
      Observed<ProcessEnd> newest, Observed<Boolean> isOfEnded, List<LogFile> files, LastLog last) {
    return switch (newest) {
      case Observed.Known<ProcessEnd>(ProcessEnd end) -> {
        if (isOfEnded instanceof Observed.Unknown<Boolean>(String why)) {
          yield Observed.unknown(why);
        }
        yield isOfEnded.is(false)
            ? firstAfter(end.log(), files)
            : endsWithRotation(end, files, last)
                .flatMap(rotated ->
                    rotated
                        ? firstAfter(end.log(), files)
                        : Observed.absent("%s was written when it ended".formatted(end.log())));
      }
      case Observed.Absent<ProcessEnd>(String why) ->
          ended.isKnown() && !files.isEmpty()
              ? Observed.known(files.getFirst().name())
              : Observed.absent(why);
      case Observed.Unknown<ProcessEnd>(String why) -> Observed.unknown(why);
    };
  }

  private Observed<Boolean> endsWithRotation(ProcessEnd end, List<LogFile> files, LastLog last) {
    try {
      return Observed.known(last.endsWithRotation(end.log(), files, deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private static Observed<String> firstAfter(String log, List<LogFile> files) {
    return files.stream()
        .map(LogFile::name)
        .filter(name ->
            new BinlogPosition(name, 0).relationTo(new BinlogPosition(log, 0))
                == BinlogPosition.Relation.AFTER)
        .findFirst()
        .<Observed<String>>map(Observed::known)
        .orElse(Observed.absent("there is none after " + log));
  }

  /**
   * The log is read from its beginning: older servers take whatever bytes they are asked for as an
   * event.
   */
  private Observed<Boolean> hasPlace(BinlogPosition place) {
    try {
      BinlogPosition at = new BinlogPosition(place.file(), SourceLogs.FIRST_EVENT);
      for (int read = 0; read < READS_MAX; read++) {
        List<LogEvent> events =
            session.logs().list(Log.BINARY, "", Optional.of(at), EVENTS_AT_ONCE, deadline);
        if (events.stream().anyMatch(event -> event.endPosition() == place.position())) {
          return Observed.known(true);
        }
        if (events.isEmpty()) {
          return Observed.unknown(place.file() + " is shorter meanwhile");
        }
        if (events.getLast().endPosition() > place.position()) {
          return Observed.known(false);
        }
        at = new BinlogPosition(place.file(), events.getLast().endPosition());
      }
      return Observed.unknown(place.file() + " is too long to be read");
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }
}
