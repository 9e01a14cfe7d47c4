package io.tutti.operation.crash;

import io.tutti.binlog.WrittenTransaction;
import io.tutti.crash.Ghosts;
import io.tutti.crash.ReplicaGhosts;
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

/**
 * Reads what the ghosts of a server are, from the binlogs of the replicas that have them. No server
 * tells the rows in a relay log.
 */
public record LostWritesReader(Servers servers, RestartReader restarts) {
  /** More are counted: a person decides on these, and tools read the binlog itself. */
  static final int SHOWN_MAX = 5_000;

  /**
   * @throws OrchestratorException when the server cannot be read; what cannot be read of a replica
   *     is a note
   */
  public LostWrites read(InstanceAddress address, Deadline deadline) {
    RestartReport report = restarts.read(address, deadline);
    try (Session server = servers.open(address, deadline)) {
      InstanceState state = server.read(deadline);
      return new LostWrites(
          report.address(),
          report.replicas().stream()
              .map(each -> ofReplica(each, report, state, deadline))
              .toList());
    }
  }

  private LostWrites.OfReplica ofReplica(
      ReplicaGhosts told, RestartReport report, InstanceState server, Deadline deadline) {
    Found found = new Found();
    List<LostWrites.Replaced> replaced = new ArrayList<>();
    try (Session replica = servers.open(told.address(), deadline)) {
      ReplicaBinlog binlog = new ReplicaBinlog(replica, replica.read(deadline), deadline);
      switch (told.ghosts()) {
        case Ghosts.None none -> {}
        case Ghosts.Unknown(String why) ->
            found.notes.add("What it has is not known: " + why + ".");
        case Ghosts.Named(GtidSet gtids) -> named(binlog, gtids, server, found);
        case Ghosts.Beyond(BinlogPosition received, long bytes) ->
            beyond(
                binlog, told.channel(), new BinlogPosition(received.file(), bytes), server, found);
      }
      replaced.addAll(new ReusedNames(servers, server, report).read(binlog, found.notes));
    } catch (OrchestratorException e) {
      found.notes.add("Its binlog cannot be read: " + e.observed());
    }
    return new LostWrites.OfReplica(
        told.address(),
        told.channel(),
        told.ghosts(),
        found.transactions,
        found.more,
        replaced,
        found.notes);
  }

  /** What is put together of one replica. */
  private static final class Found {
    private final List<WrittenTransaction> transactions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long more;

    void add(WrittenTransaction transaction) {
      if (transactions.size() < SHOWN_MAX) {
        transactions.add(transaction);
      } else {
        more++;
      }
    }
  }

  private static void named(
      ReplicaBinlog binlog, GtidSet gtids, InstanceState server, Found found) {
    if (!(server.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet there))) {
      found.notes.add("What the server has executed is not known.");
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
                "It has received %s and not applied them: they stand in its relay log only, of which no server tells the rows."
                    .formatted(left)));
    binlog.read(
        binlog.firstWhere(
            before -> gtids.origins().stream().map(before::from).allMatch(there::contains)),
        head ->
            head.gtid().filter(gtids::containsGtid).isPresent()
                && !there.containsGtid(head.gtid().orElseThrow()),
        found::add);
    gtids
        .transactionCount()
        .ifPresent(count -> {
          long missing = count - found.transactions.size() - found.more;
          if (missing > 0) {
            found.notes.add("%d of them do not stand in its binlogs.".formatted(missing));
          }
        });
  }

  private static void beyond(
      ReplicaBinlog binlog, String channel, BinlogPosition end, InstanceState server, Found found) {
    ReplicaBinlog.Relayed relayed = binlog.relayedAfter(channel, end);
    found.notes.addAll(relayed.notes());
    if (!(server.identity().serverId() instanceof Observed.Known<Long>(Long origin))) {
      found.notes.add("The server's id is not known.");
      return;
    }
    if (relayed.applied() > 0) {
      found.notes.add(
          "They have no names: these are the last %d in its binlog that the server wrote."
              .formatted(relayed.applied()));
      binlog.last(relayed.applied(), origin).forEach(found::add);
    }
  }
}
