package io.tutti.operation.crash;

import io.tutti.crash.ProcessEnd;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a server had when it started after a process that was watched: the first log that came
 * after that process begins with it, whatever was written since. What a server counts as purged it
 * had as well, also where its binlogs never show it.
 *
 * @param state as the server was just read
 */
record StartNames(Session session, InstanceState state, Deadline deadline) {
  private static final int HEAD_EVENTS = 4;

  /** Each costs a connection. */
  private static final int HEADS_MAX = 32;

  /**
   * @param end how the process ended that was watched
   * @param seenByItsClock when it was read last
   */
  Observed<GtidSet> read(Observed<ProcessEnd> end, Observed<Instant> seenByItsClock) {
    try {
      List<LogFile> files = session.logs().files(deadline);
      return first(files, end, seenByItsClock).flatMap(this::had);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** The first log that no process wrote which was watched before. */
  Observed<String> first(Observed<ProcessEnd> end, Observed<Instant> seenByItsClock) {
    try {
      return first(session.logs().files(deadline), end, seenByItsClock);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private Observed<String> first(
      List<LogFile> files, Observed<ProcessEnd> end, Observed<Instant> seenByItsClock) {
    return switch (end) {
      case Observed.Known<ProcessEnd>(ProcessEnd known) when known.reported().isKnown() ->
          files.stream()
              .map(LogFile::name)
              .filter(name -> isAfter(name, known.log()))
              .findFirst()
              .<Observed<String>>map(Observed::known)
              .orElse(Observed.absent("there is no binlog after " + known.log()));
      case Observed.Known<ProcessEnd>(ProcessEnd known) ->
          firstBegunAfter(files, seenByItsClock, known.toString());
      case Observed.Absent<ProcessEnd>(String why) -> firstBegunAfter(files, seenByItsClock, why);
      case Observed.Unknown<ProcessEnd>(String why) -> Observed.unknown(why);
    };
  }

  private static boolean isAfter(String log, String other) {
    return new BinlogPosition(log, 0).relationTo(new BinlogPosition(other, 0))
        == BinlogPosition.Relation.AFTER;
  }

  /** Where the logs of the process that was watched are gone. */
  private Observed<String> firstBegunAfter(
      List<LogFile> files, Observed<Instant> seenByItsClock, String why) {
    if (!(seenByItsClock instanceof Observed.Known<Instant>(Instant seen))) {
      return Observed.absent(why);
    }
    Observed<String> first = Observed.absent("no binlog of it was begun since");
    for (int i = files.size() - 1; i >= Math.max(0, files.size() - HEADS_MAX); i--) {
      Observed<Instant> begun = session.binlog().begunAt(files.get(i).name(), deadline);
      if (!(begun instanceof Observed.Known<Instant>(Instant at))) {
        return begun.map(never -> "");
      }
      if (at.isBefore(seen)) {
        return first;
      }
      first = Observed.known(files.get(i).name());
    }
    return files.size() <= HEADS_MAX ? first : Observed.absent("too many binlogs were begun since");
  }

  private Observed<GtidSet> had(String log) {
    if (!(state.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))) {
      return state.gtid().executed();
    }
    GtidSet none = executed.minus(executed);
    Optional<String> head =
        session
            .logs()
            .list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(log)), HEAD_EVENTS, deadline)
            .stream()
            .filter(event -> isHead(event.type()))
            .findFirst()
            .map(LogEvent::info)
            .map(info -> info.replaceAll("[\\[\\]\\s]", ""));
    if (head.isEmpty()) {
      return Observed.absent(log + " does not begin with what was executed before it");
    }
    GtidSet reported = head.get().isEmpty() ? none : GtidSet.parse(head.get());
    return Observed.known(state.gtid().purged().asOptional().map(reported::union).orElse(reported));
  }

  private static boolean isHead(String type) {
    return type.equals("Previous_gtids") || type.equals("Gtid_list");
  }
}
