package io.tutti.operation.crash;

import io.tutti.crash.Incident;
import io.tutti.crash.ProcessEnd;
import io.tutti.crash.SourceLogs;
import io.tutti.error.OrchestratorException;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ProcessObservation;
import io.tutti.model.ProcessStart;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads of a server's binlogs how its processes ended since it was watched last, and which of their
 * names one of them may have used for others that are lost.
 *
 * <ol>
 *   <li>The end of the process that was watched last is looked for, and that of each one since
 *       ({@link WatchedProcess}); where nobody watched one, that of the last ({@link LastLog}).
 *   <li>Where that is not known, all that it wrote may be lost, and the names may have been used
 *       twice.
 *   <li>Where the last log of one of them ends with a rotation, there may have been a next one.
 *   <li>Else it was being written when the process ended.
 * </ol>
 *
 * @param ended the process that was watched last; absent where it is not known of one
 * @param until a log of the process that came after the restart; empty where none is known
 */
record LogsAfterRestart(
    Session session, Observed<ProcessStart> ended, Optional<String> until, Deadline deadline) {

  /**
   * @param state as the server was just read
   */
  static LogsAfterRestart of(
      Session session, InstanceState state, EarlierProcesses earlier, Deadline deadline) {
    return new LogsAfterRestart(
        session, earlier.startOfLast(state), earlier.firstLogOf(state), deadline);
  }

  /** Of a restart after which it was restarted again. */
  static LogsAfterRestart of(Session session, Incident earlier, Deadline deadline) {
    return new LogsAfterRestart(
        session,
        earlier.ended().startedAt(),
        earlier
            .begun()
            .startedAt()
            .seen()
            .flatMap(seen -> seen.writing().asOptional())
            .map(BinlogPosition::file),
        deadline);
  }

  /** Beginnings are reported in whole seconds, of the process and of a log. */
  private static final Duration CLOCK_STEPS = Duration.ofSeconds(1);

  /** Events of a log that was just begun; a longer one is not read to its end. */
  private static final int EVENTS_AT_ONCE = 2_000;

  private static final int READS_MAX = 100;

  /** What is reported. */
  record Found(Observed<ProcessEnd> end, SourceLogs logs) {}

  /**
   * @param seen how the process before ended, as far as that is known: what is known is not looked
   *     for again, behind all the logs that were written since
   */
  Found read(Observed<ProcessEnd> seen) {
    Observed<List<LogFile>> files = files();
    LastLog last = new LastLog(session.logs(), session.binlog());
    Observed<ProcessEnd> end = seen.isKnown() ? seen : end(last);
    return new Found(
        end,
        new SourceLogs(files, files.flatMap(kept -> begunAgain(end, kept, last)), this::hasPlace));
  }

  private Observed<List<LogFile>> files() {
    try {
      return Observed.known(session.logs().files(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private Observed<ProcessEnd> end(LastLog last) {
    return switch (ended) {
      case Observed.Known<ProcessStart>(ProcessStart start) -> end(last, start);
      case Observed.Absent<ProcessStart> nobody -> last.end(deadline);
      case Observed.Unknown<ProcessStart>(String why) -> Observed.absent(why);
    };
  }

  private Observed<ProcessEnd> end(LastLog last, ProcessStart start) {
    try {
      List<LogFile> files = session.logs().files(deadline);
      Optional<ProcessObservation> observation = start.seen();
      Optional<BinlogPosition> wrote = observation.flatMap(seen -> seen.writing().asOptional());
      return wrote.isPresent() && !files.isEmpty()
          ? new WatchedProcess(
                  last,
                  start,
                  observation.orElseThrow(),
                  wrote.get(),
                  until.orElseGet(() -> files.getLast().name()),
                  deadline)
              .end(files)
          : last.end(files, deadline).flatMap(newest -> ofOneThatWasNotSeenWriting(newest, start));
    } catch (OrchestratorException e) {
      return LastLog.unread(e);
    }
  }

  /** Only a log that was begun while it ran, for certain, is one of its own. */
  private Observed<ProcessEnd> ofOneThatWasNotSeenWriting(ProcessEnd newest, ProcessStart start) {
    Observed<Instant> begun =
        new LastLog(session.logs(), session.binlog()).begunAt(newest.log(), deadline);
    Optional<Instant> seenAt = start.seen().map(ProcessObservation::clock);
    return switch (begun) {
      case Observed.Known<Instant>(Instant at)
          when at.plus(CLOCK_STEPS).isBefore(start.earliest()) ->
          Observed.absent(
              "all binlogs of the process that ended are gone; %s is of one before it"
                  .formatted(newest.log()));
      case Observed.Known<Instant>(Instant at) when seenAt.filter(at::isAfter).isPresent() ->
          Observed.absent(
              "which binlog it wrote when it was read last is not known, and %s was begun after that"
                  .formatted(newest.log()));
      case Observed.Known<Instant> known -> Observed.known(newest);
      case Observed.Absent<Instant>(String why) -> Observed.absent(why);
      case Observed.Unknown<Instant>(String why) -> Observed.absent(why);
    };
  }

  private Observed<String> begunAgain(
      Observed<ProcessEnd> reported, List<LogFile> files, LastLog last) {
    return switch (reported) {
      case Observed.Known<ProcessEnd>(ProcessEnd end) when end.how() != ProcessEnd.How.NOT_KNOWN ->
          begunAgain(end, files, last);
      case Observed.Known<ProcessEnd>(ProcessEnd end) -> first(files, end.reported().toString());
      case Observed.Absent<ProcessEnd>(String why) ->
          ended instanceof Observed.Absent<ProcessStart> ? Observed.absent(why) : first(files, why);
      case Observed.Unknown<ProcessEnd>(String why) -> Observed.unknown(why);
    };
  }

  private static Observed<String> first(List<LogFile> files, String why) {
    return files.isEmpty() ? Observed.absent(why) : Observed.known(files.getFirst().name());
  }

  private Observed<String> begunAgain(ProcessEnd end, List<LogFile> files, LastLog last) {
    if (!(end.between() instanceof Observed.Known<List<ProcessEnd>>(List<ProcessEnd> between))) {
      return firstAfter(end.log(), files);
    }
    try {
      for (ProcessEnd each : Stream.concat(Stream.of(end), between.stream()).toList()) {
        if (last.endsWithRotation(each.log(), files, deadline)) {
          return firstAfter(each.log(), files);
        }
      }
      return Observed.absent("%s was written when it ended".formatted(end.log()));
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
      BinlogPosition at = BinlogPosition.firstOf(place.file());
      for (int read = 0; read < READS_MAX; read++) {
        List<LogEvent> events =
            session.logs().list(Log.BINARY, "", Optional.of(at), EVENTS_AT_ONCE, deadline);
        if (events.stream().anyMatch(event -> event.endPosition() == place.position())) {
          return Observed.known(true);
        }
        if (events.isEmpty()) {
          return Observed.unknown(place.file() + " is shorter now");
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
