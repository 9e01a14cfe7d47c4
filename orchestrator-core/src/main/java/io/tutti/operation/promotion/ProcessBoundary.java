package io.tutti.operation.promotion;

import io.tutti.crash.CrashJudgement.Missing;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.ProcessEnd;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers.Session;
import io.tutti.promotion.Boundary;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads where the process ended that an incident is about: each process begins a log, and the head
 * of a log names all that was executed before it. Not where the binlog itself may have lost its
 * end: what replicas have beyond it may then be what was lost.
 */
final class ProcessBoundary {
  /** What names it; where it has no names, it is empty. */
  private static final Set<String> HEADS = Set.of("Previous_gtids", "Gtid_list");

  private static final int HEAD_EVENTS = 5;

  private ProcessBoundary() {}

  /**
   * Absent where no rows may be lost, or nothing was written since; unknown where it cannot be
   * read.
   *
   * @param server the source, in which the next process runs
   */
  static Observed<Boundary> read(Session server, Incident incident, Deadline deadline) {
    if (!incident.judgement().missing().contains(Missing.ROWS)) {
      return Observed.absent("no rows may be missing");
    }
    if (!incident.evidence().replicas().stream()
        .allMatch(each -> each.lostOnSource() instanceof LostOnSource.None)) {
      return Observed.unknown("its binlog may have lost transactions, too, that replicas have");
    }
    if (!(incident.evidence().end() instanceof Observed.Known<ProcessEnd>(ProcessEnd end))) {
      return Observed.unknown("which log the process wrote last is not known");
    }
    try {
      List<LogFile> files = server.logs().files(deadline);
      for (int i = 0; i < files.size() - 1; i++) {
        if (files.get(i).name().equals(end.log())) {
          return between(server, files.get(i), files.get(i + 1).name(), deadline);
        }
      }
      return Observed.unknown(end.log() + " is not there any more");
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private static Observed<Boundary> between(
      Session server, LogFile last, String next, Deadline deadline) {
    Optional<String> head =
        server
            .logs()
            .list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(next)), HEAD_EVENTS, deadline)
            .stream()
            .filter(event -> HEADS.contains(event.type()))
            .map(LogEvent::info)
            .map(info -> info.replaceAll("[\\[\\]\\s]", ""))
            .filter(info -> !info.isEmpty())
            .findFirst();
    if (head.isEmpty()) {
      return Observed.unknown("%s does not show what was executed before it".formatted(next));
    }
    GtidSet before;
    try {
      before = GtidSet.parse(head.get());
    } catch (IllegalArgumentException e) {
      return Observed.unknown("%s begins with \"%s\"".formatted(next, head.get()));
    }
    return server
        .read(deadline)
        .gtid()
        .executed()
        .flatMap(now ->
            before.contains(now)
                ? Observed.absent("nothing was written since")
                : Observed.known(
                    new Boundary(
                        new BinlogPosition(last.name(), last.bytes()), before, now.minus(before))));
  }
}
