package io.tutti.operation.gaps;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.SourceEvidence;
import io.tutti.gaps.SourceEvidence.Compared;
import io.tutti.gaps.WorkerProgress;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.ServerIdentity;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import io.tutti.spi.LogReader.LogFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads by what a source's binlog can be known again as the one that a replica received from.
 *
 * <ol>
 *   <li>The relay logs: the newest whole transaction in them that has something of its own, a name,
 *       the number that its source gave it, or a statement, against what its source has there.
 *   <li>Where they show none: the newest transaction that a worker has applied, whose end the
 *       server keeps with its rows. What the source has there must be in the replica's own binlog,
 *       with the same rows, written by the same server in the same second.
 * </ol>
 */
public record SourceEvidenceReader(Servers servers) {
  /** Events that no two binlogs have alike at the same place, but for those of no content. */
  private static final Set<String> PROVING =
      Set.of("Xid", "Gtid", "Gtid_tagged", "Query", "XA_prepare");

  private static final Set<String> EMPTY = Set.of("BEGIN", "COMMIT", "ROLLBACK");

  /** One that has this is listed with its events once more, without places of their own. */
  private static final String PAYLOAD = "Transaction_payload";

  /** A log begins with fewer events of its own. */
  private static final int HEAD_MAX = 10;

  /** The newest of the replica's own binlogs that are looked through. */
  private static final int FILES_MAX = 5;

  public SourceEvidence read(
      Session replica, InstanceState state, Channel channel, Deadline deadline) {
    return with(
        channel, deadline, source -> new Reading(replica, state, channel, source, deadline).read());
  }

  /** The same of one transaction that was found in a relay log: nothing else is compared. */
  public SourceEvidence read(
      ListedTransaction relayed,
      Session replica,
      InstanceState state,
      Channel channel,
      Deadline deadline) {
    return with(
        channel,
        deadline,
        source -> new Reading(replica, state, channel, source, deadline).read(relayed));
  }

  private SourceEvidence with(
      Channel channel, Deadline deadline, Function<Session, SourceEvidence> reading) {
    try (Session source = servers.open(channel.source(), deadline)) {
      return reading.apply(source);
    } catch (OrchestratorException e) {
      return new SourceEvidence(
          channel.sourceUuid(),
          Observed.unknown(e.observed()),
          Observed.unknown(e.observed()),
          Observed.unknown(e.observed()),
          List.of(),
          List.of("its source was not read: " + e.observed()));
    }
  }

  /** One reading. For one thread. */
  private static final class Reading {
    private final Session replica;
    private final InstanceState state;
    private final Channel channel;
    private final Session source;
    private final Deadline deadline;
    private final List<Compared> compared = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Optional<ListedTransaction> newestRelayed = Optional.empty();
    private Observed<Instant> begun = Observed.absent("it was not read");
    private Observed<Instant> newest = Observed.absent("it was not read");

    Reading(
        Session replica, InstanceState state, Channel channel, Session source, Deadline deadline) {
      this.replica = replica;
      this.state = state;
      this.channel = channel;
      this.source = source;
      this.deadline = deadline;
    }

    SourceEvidence read() {
      ServerIdentity now = source.read(deadline).identity();
      Optional<WorkerProgress> progress = WorkerProgress.of(channel).asOptional();
      Optional<ListedTransaction> relayed = relayed(progress);
      if (relayed.isPresent()) {
        compareListed(relayed.get());
      } else {
        notes.add("the relay logs of %s show no transaction".formatted(state.address()));
      }
      if (compared.isEmpty()) {
        progress.ifPresent(this::compareApplied);
      }
      if (compared.isEmpty() && newest instanceof Observed.Absent) {
        now.serverId().asOptional().ifPresent(this::readNewest);
      }
      return evidence(now);
    }

    SourceEvidence read(ListedTransaction one) {
      ServerIdentity now = source.read(deadline).identity();
      if (proving(one).isEmpty() || begin(one).isEmpty()) {
        notes.add("the relay log shows nothing of it that two binlogs cannot have alike");
      } else {
        compareListed(one);
      }
      return evidence(now);
    }

    private SourceEvidence evidence(ServerIdentity now) {
      return new SourceEvidence(
          channel.sourceUuid(), now.serverUuid(), begun, newest, compared, notes);
    }

    private Optional<ListedTransaction> relayed(Optional<WorkerProgress> progress) {
      Optional<ListedTransaction> after =
          progress.flatMap(each ->
              each.lowWaterInRelayLog()
                  .asOptional()
                  .map(GapReader::withoutFolder)
                  .flatMap(at -> newestFrom(Optional.of(at), Optional.of(each.lowWater()))));
      return after.or(() -> newestFrom(Optional.empty(), Optional.empty()));
    }

    private Optional<ListedTransaction> newestFrom(
        Optional<BinlogPosition> from, Optional<BinlogPosition> inSource) {
      newestRelayed = Optional.empty();
      LogScan scan =
          new LogScan(
              Log.RELAY,
              inSource,
              each -> {
                if (!proving(each).isEmpty() && begin(each).isPresent()) {
                  newestRelayed = Optional.of(each);
                }
              });
      // Where they cannot be read to their end, what was read of them counts.
      new LogWalk(replica.logs(), Log.RELAY, channel.name())
          .walk(scan, from, each -> false, deadline);
      return newestRelayed;
    }

    private static List<LogEvent> proving(ListedTransaction transaction) {
      boolean isPacked =
          transaction.events().stream().anyMatch(event -> event.type().equals(PAYLOAD));
      return transaction.events().stream()
          .filter(event -> PROVING.contains(event.type()))
          .filter(event -> !isPacked || event.type().startsWith("Gtid"))
          .filter(event -> !event.isQuery() || !EMPTY.contains(event.info()))
          .toList();
    }

    /** By where its first event ends and how long it is: by name, a source leaves others out. */
    private static Optional<BinlogPosition> begin(ListedTransaction transaction) {
      if (transaction.events().size() < 2) {
        return Optional.empty();
      }
      LogEvent first = transaction.events().getFirst();
      BinlogPosition second = transaction.events().get(1).at();
      long begin = first.endPosition() - (second.position() - first.at().position());
      return first.at().file().equals(second.file()) && begin >= BinlogPosition.FIRST_EVENT
          ? Optional.of(new BinlogPosition(transaction.transaction().end().file(), begin))
          : Optional.empty();
    }

    private void compareListed(ListedTransaction relayed) {
      BinlogPosition begin = begin(relayed).orElseThrow();
      if (!requireFile(begin.file())) {
        return;
      }
      Observed<List<LogEvent>> there = listed(begin, relayed.events().size());
      for (LogEvent event : proving(relayed)) {
        compared.add(
            new Compared(
                new BinlogPosition(begin.file(), event.endPosition()),
                text(event),
                there.flatMap(events -> at(event.endPosition(), events))));
      }
    }

    private boolean requireFile(String file) {
      boolean has =
          source.logs().files(deadline).stream().map(LogFile::name).anyMatch(file::equals);
      if (has) {
        begun = begunAt(file);
      } else {
        notes.add("%s has no %s any more".formatted(channel.source(), file));
      }
      return has;
    }

    private Observed<Instant> begunAt(String file) {
      try {
        return source.binlog().begunAt(file, deadline);
      } catch (OrchestratorException e) {
        return Observed.unknown(e.observed());
      }
    }

    private Observed<List<LogEvent>> listed(BinlogPosition begin, int count) {
      try {
        return Observed.known(
            source.logs().list(Log.BINARY, "", Optional.of(begin), count, deadline));
      } catch (OrchestratorException e) {
        return e.code() == ErrorCode.LOG_NOT_THERE
            ? Observed.absent(e.observed())
            : Observed.unknown(e.observed());
      }
    }

    private static Observed<String> at(long end, List<LogEvent> events) {
      return events.stream()
          .filter(event -> event.endPosition() == end)
          .findFirst()
          .map(event -> Observed.known(text(event)))
          .orElse(Observed.absent("no event does"));
    }

    /** A receiver may unpack a compressed one. */
    private static String text(LogEvent event) {
      return "%s of server %d: %s"
          .formatted(event.isQuery() ? "Query" : event.type(), event.serverId(), event.info());
    }

    private void compareApplied(WorkerProgress progress) {
      BinlogPosition end = progress.highWater();
      if (end.equals(progress.lowWater()) || !requireFile(end.file())) {
        return;
      }
      Observed<List<LoggedTransaction>> walked =
          new LogWalk(source.logs(), Log.BINARY, "")
              .read(
                  Optional.of(progress.lowWater()),
                  Optional.of(progress.lowWater()),
                  scan -> scan.hasReached(end),
                  deadline);
      if (!(walked instanceof Observed.Known<List<LoggedTransaction>>(var logged))) {
        notes.add(
            "the binlog of %s from %s on is %s"
                .formatted(channel.source(), progress.lowWater(), walked.map(List::size)));
        return;
      }
      Optional<LoggedTransaction> newestApplied =
          logged.stream().filter(each -> each.end().equals(end)).findFirst();
      if (newestApplied.isEmpty()) {
        compared.add(
            new Compared(end, "the end of a transaction", Observed.absent("no transaction does")));
        return;
      }
      compareWithOwn(newestApplied.get());
    }

    private void compareWithOwn(LoggedTransaction applied) {
      if (!state.binlog().logsReplicatedWrites().is(true)) {
        notes.add(
            "%s does not log what it replicates (log_slave_updates), so its own binlog shows nothing"
                .formatted(state.address()));
        return;
      }
      try {
        WrittenTransaction there = source.binlog().readTransaction(applied, deadline);
        if (there.statements().isEmpty() && there.changes().isEmpty()) {
          notes.add(
              "the transaction that ends at %s changes nothing that can be compared"
                  .formatted(applied.end()));
        } else if (isInOwn(there)) {
          String both =
              "the same transaction of server %d, written at %s"
                  .formatted(there.serverId(), there.at());
          compared.add(new Compared(applied.end(), both, Observed.known(both)));
        } else {
          notes.add(
              "%s has applied a transaction that ended at %s, and its own binlog holds none that does the same as the one that ends there now"
                  .formatted(state.address(), applied.end()));
        }
      } catch (OrchestratorException e) {
        notes.add(e.observed());
      }
    }

    private boolean isInOwn(WrittenTransaction there) {
      AtomicBoolean isFound = new AtomicBoolean();
      readOwn(
          there.serverId(),
          own -> {
            newest = later(own.at());
            if (doesTheSame(own, there)) {
              isFound.set(true);
            }
          },
          isFound::get);
      return isFound.get();
    }

    /** The place's file may be younger than all that the replica has. */
    private void readNewest(long serverId) {
      Observed<BinlogPosition> place = channel.applier().executed();
      if (!(place instanceof Observed.Known<BinlogPosition>(BinlogPosition at))
          || !state.binlog().logsReplicatedWrites().is(true)) {
        return;
      }
      try {
        if (requireFile(at.file()) && holdsSomethingBefore(at)) {
          readOwn(serverId, own -> newest = later(own.at()), () -> newest.isKnown());
        }
      } catch (OrchestratorException e) {
        notes.add(e.observed());
      }
    }

    /** At the head of a file that the source continued to, nothing of it was received yet. */
    private boolean holdsSomethingBefore(BinlogPosition place) {
      return source
          .logs()
          .list(
              Log.BINARY, "", Optional.of(BinlogPosition.firstOf(place.file())), HEAD_MAX, deadline)
          .stream()
          .anyMatch(event -> !LogScan.isOfTheLog(event) && event.endPosition() <= place.position());
    }

    /** The newest file first, as a server that was restarted has begun one that holds nothing. */
    private void readOwn(
        long serverId, Consumer<WrittenTransaction> each, BooleanSupplier isEnough) {
      List<LogFile> files = replica.logs().files(deadline).reversed();
      for (LogFile file : files.stream().limit(FILES_MAX).toList()) {
        if (!isEnough.getAsBoolean()) {
          replica
              .binlog()
              .readTransactions(file.name(), head -> head.serverId() == serverId, each, deadline);
        }
      }
    }

    private Observed<Instant> later(Instant at) {
      return newest.asOptional().filter(known -> known.isAfter(at)).isPresent()
          ? newest
          : Observed.known(at);
    }

    private static boolean doesTheSame(WrittenTransaction one, WrittenTransaction other) {
      return one.at().equals(other.at())
          && one.statements().equals(other.statements())
          && one.changes().equals(other.changes())
          && one.changesMore() == other.changesMore();
    }
  }
}
