package io.tutti.operation.gaps;

import io.tutti.error.OrchestratorException;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.gaps.WorkerProgress;
import io.tutti.gaps.WrittenBy;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.spi.TouchedTables;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Whether some rows of what was left out may be there already: a table without transactions on the
 * replica itself, whatever it is on the source, keeps the rows of a transaction that was cut off,
 * and gets them once more when the gap is closed.
 */
record RepeatedRows(Servers servers) {
  /** The newest binlogs of the source that are looked through for named transactions. */
  private static final int FILES_MAX = 20;

  /** Why that may be so of a gap; empty when it is not so, or there is none. */
  Optional<String> doubt(Session session, Channel channel, ChannelGaps gaps, Deadline deadline) {
    if (!(gaps instanceof ChannelGaps.Open(Missing missing, String why))) {
      return Optional.empty();
    }
    return switch (written(session, channel, missing, deadline)) {
      case Observed.Known<TouchedTables>(TouchedTables tables) ->
          tables.isEmpty() ? Optional.empty() : doubt(session, tables, deadline);
      case Observed.Absent<TouchedTables>(String unread) -> Optional.of(unwritten(unread));
      case Observed.Unknown<TouchedTables>(String unread) -> Optional.of(unwritten(unread));
    };
  }

  private static String unwritten(String why) {
    return "which tables the missing transactions write is not known: " + why;
  }

  private static Optional<String> doubt(Session session, TouchedTables tables, Deadline deadline) {
    return switch (session.control().withoutTransactions(tables, deadline)) {
      case Observed.Known<List<String>>(List<String> without) ->
          without.isEmpty()
              ? Optional.empty()
              : Optional.of("without transactions on the replica: " + String.join(", ", without));
      case Observed.Absent<List<String>>(String why) -> Optional.of(why);
      case Observed.Unknown<List<String>>(String why) ->
          Optional.of(
              "whether %s have transactions on the replica is not known: %s"
                  .formatted(tables, why));
    };
  }

  private Observed<TouchedTables> written(
      Session session, Channel channel, Missing missing, Deadline deadline) {
    Search search = new Search(missing, deadline);
    boolean byPlace = channel.positioning() == Positioning.LOG_POSITION;
    Optional<WorkerProgress> progress =
        byPlace ? WorkerProgress.of(channel).asOptional() : Optional.empty();
    search.in(
        session.logs(),
        Log.RELAY,
        channel.name(),
        progress
            .flatMap(each -> each.lowWaterInRelayLog().asOptional())
            .map(GapReader::withoutFolder),
        progress.map(WorkerProgress::lowWater));
    return search.isOver() ? search.tables() : inSource(channel, search, deadline);
  }

  private Observed<TouchedTables> inSource(Channel channel, Search search, Deadline deadline) {
    try (Session source = servers.open(channel.source(), deadline)) {
      if (search.missing instanceof Missing.Located(List<LoggedTransaction> located)) {
        BinlogPosition begin = located.getFirst().begin();
        search.in(source.logs(), Log.BINARY, "", Optional.of(begin), Optional.of(begin));
        return search.tables();
      }
      List<LogFile> files = source.logs().files(deadline).reversed();
      for (LogFile file : files.stream().limit(FILES_MAX).toList()) {
        Optional<BinlogPosition> first = Optional.of(BinlogPosition.firstOf(file.name()));
        search.in(source.logs(), Log.BINARY, "", first, first);
        if (search.isOver()) {
          break;
        }
      }
      return search.tables();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** Looks for the transactions that are missing, and collects what they write. */
  private static final class Search {
    private final Missing missing;
    private final Deadline deadline;
    private final Predicate<LoggedTransaction> wanted;
    private TouchedTables tables = TouchedTables.NONE;
    private final Set<Object> found = new HashSet<>();

    Search(Missing missing, Deadline deadline) {
      this.missing = missing;
      this.deadline = deadline;
      this.wanted = wanted(missing);
    }

    private static Predicate<LoggedTransaction> wanted(Missing missing) {
      return switch (missing) {
        case Missing.Named named ->
            each -> each.gtid().filter(named.gtids()::containsGtid).isPresent();
        case Missing.Located located -> {
          Set<BinlogPosition> ends =
              located.transactions().stream()
                  .map(LoggedTransaction::end)
                  .collect(Collectors.toSet());
          yield each -> ends.contains(each.end());
        }
        case Missing.Counted counted -> each -> false;
      };
    }

    void in(
        LogReader logs,
        Log log,
        String channel,
        Optional<BinlogPosition> from,
        Optional<BinlogPosition> inSource) {
      LogScan scan = new LogScan(log, inSource, this::take);
      new LogWalk(logs, log, channel).walk(scan, from, each -> isOver(), deadline);
    }

    private void take(ListedTransaction listed) {
      LoggedTransaction transaction = listed.transaction();
      if (wanted.test(transaction)) {
        found.add(transaction.gtid().<Object>map(gtid -> gtid).orElse(transaction.end()));
        tables = tables.plus(WrittenBy.of(listed));
      }
    }

    boolean isOver() {
      return found.size() >= missing.count();
    }

    Observed<TouchedTables> tables() {
      return isOver()
          ? Observed.known(tables)
          : Observed.unknown(
              "%d of %d were found in the logs".formatted(found.size(), missing.count()));
    }
  }
}
