package io.tutti.operation.crash;

import io.tutti.binlog.BinlogReader.Head;
import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.gaps.LogWalk;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogFile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The logs of a replica that was just read. */
public record ReplicaBinlog(Session session, InstanceState state, Deadline deadline) {
  private static final int HEAD_EVENTS = 4;

  /** How many files are looked through for transactions without names. */
  private static final int FILES_MAX = 20;

  /**
   * What a relay log holds beyond a place of the source's binlog.
   *
   * @param applied how many of them were applied, by position
   */
  record Relayed(long applied, List<String> notes) {}

  private List<LogFile> files() {
    return session.logs().files(deadline);
  }

  void read(String file, Predicate<Head> wanted, Consumer<WrittenTransaction> each) {
    if (!state.binlog().logsReplicatedWrites().is(true)) {
      throw new OrchestratorException(
          ErrorCode.BINLOG_UNREADABLE,
          state.address().toString(),
          "%s does not log what it replicates (log_slave_updates, log_replica_updates)."
              .formatted(state.address()),
          List.of());
    }
    session.binlog().readTransactions(file, wanted, each, deadline);
  }

  /**
   * The newest file that begins before what is looked for, or the oldest one.
   *
   * @param before whether a file that begins after these does
   */
  public String firstWhere(Predicate<GtidSet> before) {
    List<LogFile> files = files();
    for (int i = files.size() - 1; i > 0; i--) {
      Optional<String> head = head(files.get(i).name());
      if (head.isPresent() && (head.get().isEmpty() || before.test(GtidSet.parse(head.get())))) {
        return files.get(i).name();
      }
    }
    return files.getFirst().name();
  }

  /** What was executed before a file, as its beginning shows. */
  private Optional<String> head(String file) {
    return session
        .logs()
        .list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(file)), HEAD_EVENTS, deadline)
        .stream()
        .filter(event -> event.type().equals("Previous_gtids") || event.type().equals("Gtid_list"))
        .findFirst()
        .map(event -> event.info().replaceAll("[\\[\\]\\s]", ""));
  }

  /** Whether it has received exactly so much over a channel. */
  boolean isAt(String channel, BinlogPosition received) {
    return state.channel(channel).filter(each -> each.receiver().read().is(received)).isPresent();
  }

  /** By the positions that the relay log shows. */
  Relayed relayedAfter(String channel, BinlogPosition end) {
    Observed<List<LoggedTransaction>> walked =
        new LogWalk(session.logs(), Log.RELAY, channel)
            .walk(
                new LogScan(Log.RELAY, Optional.empty()),
                Optional.empty(),
                scan -> false,
                deadline);
    List<String> notes = new ArrayList<>();
    if (!(walked instanceof Observed.Known<List<LoggedTransaction>>(List<LoggedTransaction> all))) {
      notes.add("How many transactions it received is not known: " + walked + ".");
      return new Relayed(0, notes);
    }
    List<LoggedTransaction> after =
        all.stream()
            .filter(each -> each.end().relationTo(end) == BinlogPosition.Relation.AFTER)
            .toList();
    if (after.size() == all.size()) {
      notes.add(
          "Its relay logs do not reach back to where the server's binlog ends; there may be more.");
    }
    long applied = after.stream().filter(each -> isApplied(each, channel)).count();
    if (applied < after.size()) {
      notes.add(
          "%d of them it has received and not applied: they are in its relay log only, and no server shows the rows of a relay log."
              .formatted(after.size() - applied));
    }
    return new Relayed(applied, notes);
  }

  private boolean isApplied(LoggedTransaction transaction, String channel) {
    return state.knownChannels().stream()
        .filter(each -> each.name().equals(channel))
        .map(Channel::applier)
        .flatMap(applier -> applier.executed().asOptional().stream())
        .anyMatch(mark -> mark.relationTo(transaction.end()).isAtOrAfter());
  }

  /** The last transactions that a server wrote first. */
  List<WrittenTransaction> last(long count, long serverId) {
    List<LogFile> files = files();
    Deque<WrittenTransaction> last = new ArrayDeque<>();
    long[] characters = {0};
    for (int i = files.size() - 1;
        i >= Math.max(0, files.size() - FILES_MAX) && last.size() < count;
        i--) {
      last.clear();
      characters[0] = 0;
      read(
          files.get(i).name(),
          head -> head.serverId() == serverId,
          transaction -> {
            last.addLast(transaction);
            characters[0] += transaction.characters();
            while (last.size() > Math.min(count, LostWritesReader.SHOWN_MAX)
                || last.size() > 1 && characters[0] > ReportRoom.CHARACTERS_MAX) {
              characters[0] -= last.removeFirst().characters();
            }
          });
    }
    return List.copyOf(last);
  }
}
