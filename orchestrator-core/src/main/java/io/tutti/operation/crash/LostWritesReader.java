package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.capability.Ports;
import io.tutti.crash.Incident;
import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the transactions lost on the source of a server are, from the binlogs of the replicas
 * that have them. No server shows the rows in a relay log.
 */
public record LostWritesReader(Servers servers, RestartReader restarts) {

  public static LostWritesReader of(Ports ports) {
    return new LostWritesReader(ports.servers(), RestartReader.of(ports));
  }

  /** More are counted: a person decides on these, and tools read the binlog itself. */
  static final int SHOWN_MAX = 5_000;

  /**
   * @throws OrchestratorException when the server cannot be read; what cannot be read of a replica
   *     is a note
   */
  public LostWrites read(InstanceAddress address, Deadline deadline) {
    RestartReport report = restarts.read(address, deadline);
    try (Session server = servers.open(address, deadline)) {
      return lost(report, Observed.known(server.read(deadline)), deadline);
    }
  }

  /**
   * The same of an incident. What was found of its replicas when it was looked at counts, also when
   * the server has used the names again since, or is away; their rows are read now, from binlogs
   * that may be purged by then, which is a note.
   */
  public LostWrites read(Incident incident, Deadline deadline) {
    return lost(RestartReport.of(incident), state(incident.instance(), deadline), deadline);
  }

  private Observed<InstanceState> state(InstanceAddress address, Deadline deadline) {
    try (Session server = servers.open(address, deadline)) {
      return Observed.known(server.read(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private LostWrites lost(RestartReport report, Observed<InstanceState> server, Deadline deadline) {
    ReportRoom room = new ReportRoom();
    return new LostWrites(
        report.address(),
        report.replicas().stream()
            .map(each -> ofReplica(each, report, server, room, deadline))
            .toList());
  }

  private LostWrites.OfReplica ofReplica(
      LostOnSourceByReplica reported,
      RestartReport report,
      Observed<InstanceState> server,
      ReportRoom room,
      Deadline deadline) {
    Found found = new Found(room);
    List<LostWrites.Replaced> replaced = new ArrayList<>();
    try (Session replica = servers.open(reported.address(), deadline)) {
      ReplicaBinlog binlog = new ReplicaBinlog(replica, replica.read(deadline), deadline);
      switch (reported.lostOnSource()) {
        case LostOnSource.None none -> {}
        case LostOnSource.Unknown(String why) ->
            found.notes.add("What it has is not known: " + why + ".");
        case LostOnSource.Named(GtidSet gtids) -> named(binlog, gtids, had(report, server), found);
        case LostOnSource.Beyond beyond ->
            beyond(binlog, reported.channel(), beyond, server, found);
      }
      replaced.addAll(new ReusedNames(servers, report, room).read(binlog, found.notes));
    } catch (OrchestratorException e) {
      found.notes.add("Its binlog cannot be read: " + e.observed());
    }
    return new LostWrites.OfReplica(
        reported.address(),
        reported.channel(),
        reported.lostOnSource(),
        found.transactions,
        found.more,
        replaced,
        found.notes);
  }

  /** What is put together of one replica. */
  private static final class Found {
    private final List<WrittenTransaction> transactions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final ReportRoom room;
    private long more;

    Found(ReportRoom room) {
      this.room = room;
    }

    void add(WrittenTransaction transaction) {
      if (transactions.size() < SHOWN_MAX && room.keeps(transaction)) {
        transactions.add(transaction);
      } else {
        more++;
      }
    }
  }

  private static void named(
      ReplicaBinlog binlog, GtidSet gtids, Observed<GtidSet> had, Found found) {
    Optional<GtidSet> there = kept(gtids, had);
    if (there.isEmpty()) {
      found.notes.add("What the server had is not known.");
      return;
    }
    binlog
        .state()
        .gtid()
        .executed()
        .asOptional()
        .map(gtids::minus)
        .filter(left -> !left.isEmpty())
        .ifPresent(left ->
            found.notes.add(
                "It has received %s and not applied them: they are in its relay log only, and no server shows the rows of a relay log."
                    .formatted(left)));
    binlog.read(
        binlog.firstWhere(before -> mayBegin(before, gtids, there.get())),
        head ->
            head.gtid().filter(gtids::containsGtid).isPresent()
                && !there.get().containsGtid(head.gtid().orElseThrow()),
        found::add);
    gtids
        .transactionCount()
        .ifPresent(count -> {
          long missing = count - found.transactions.size() - found.more;
          if (missing > 0) {
            found.notes.add("%d of them are not in its binlogs, or no longer.".formatted(missing));
          }
        });
  }

  /**
   * What of these names was not lost on the source: nothing where they are single transactions;
   * where they are how far domains got, what the server had.
   */
  private static Optional<GtidSet> kept(GtidSet gtids, Observed<GtidSet> had) {
    return gtids.transactionCount().isPresent()
        ? Optional.of(gtids.minus(gtids))
        : had.asOptional();
  }

  /** When it started: by now it may have used names again. */
  private static Observed<GtidSet> had(RestartReport report, Observed<InstanceState> server) {
    return report.atStart().isKnown()
        ? report.atStart()
        : server.flatMap(state -> state.gtid().executed());
  }

  /** Whether nothing lost on the source can be in files before one with these in its head. */
  private static boolean mayBegin(GtidSet before, GtidSet gtids, GtidSet there) {
    return gtids.transactionCount().isPresent()
        ? gtids.minus(before).equals(gtids)
        : gtids.origins().stream().map(before::from).allMatch(there::contains);
  }

  private static void beyond(
      ReplicaBinlog binlog,
      String channel,
      LostOnSource.Beyond lostOnSource,
      Observed<InstanceState> server,
      Found found) {
    if (!binlog.isAt(channel, lostOnSource.received())) {
      found.notes.add(
          "It has received more since, or replicates from elsewhere: without GTIDs they cannot be"
              + " found in its binlog.");
      return;
    }
    ReplicaBinlog.Relayed relayed =
        binlog.relayedAfter(
            channel, new BinlogPosition(lostOnSource.received().file(), lostOnSource.bytes()));
    found.notes.addAll(relayed.notes());
    if (!(server.flatMap(state -> state.identity().serverId())
        instanceof Observed.Known<Long>(Long origin))) {
      found.notes.add("The server's id is not known.");
      return;
    }
    if (relayed.applied() > 0) {
      found.notes.add(
          "They have no GTIDs: these are the last %d in its binlog that the server wrote."
              .formatted(relayed.applied()));
      binlog.last(relayed.applied(), origin).forEach(found::add);
    }
  }
}
