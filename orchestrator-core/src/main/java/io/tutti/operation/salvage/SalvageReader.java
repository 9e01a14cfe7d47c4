package io.tutti.operation.salvage;

import io.tutti.crash.ProcessEnd;
import io.tutti.crash.ProcessEnd.How;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.SameBinlog;
import io.tutti.gaps.WorkerProgress;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.crash.LastLog;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.SourceEvidenceReader;
import io.tutti.operation.salvage.SalvageFacts.OfChannel;
import io.tutti.operation.server.Below;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Capability;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogFile;
import io.tutti.store.Incidents;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the state of a replica after a crash, from itself and from its sources. */
record SalvageReader(Servers servers, Incidents incidents, Session session) {
  /** Events that a binlog begins and ends with. */
  private static final Set<String> OF_THE_LOG =
      Set.of("Format_desc", "Previous_gtids", "Gtid_list", "Binlog_checkpoint", "Rotate", "Stop");

  /** A log begins with fewer events of its own. */
  private static final int HEAD_MAX = 10;

  SalvageFacts read(TopologySnapshot topology, Deadline deadline) {
    InstanceState state = session.read(deadline);
    Observed<ProcessEnd> end = end(deadline);
    List<Observed<InstanceState>> sources =
        state.knownChannels().stream().map(channel -> source(channel, deadline)).toList();
    return new SalvageFacts(
        state,
        session.provider().capabilities(),
        end,
        end.flatMap(known -> untouched(known, deadline)),
        new Below(servers, topology).of(state, deadline),
        new OwnReader(state, sources).read(incidents, topology),
        IntStream.range(0, sources.size())
            .mapToObj(i -> ofChannel(state, state.knownChannels().get(i), sources.get(i), deadline))
            .toList());
  }

  /** Of the last process that wrote anything: somebody may have restarted the server since. */
  private Observed<ProcessEnd> end(Deadline deadline) {
    try {
      LastLog last = new LastLog(session.logs(), session.binlog());
      List<LogFile> files = session.logs().files(deadline);
      Observed<ProcessEnd> end = last.end(files, deadline);
      while (end.asOptional().filter(each -> each.how() == How.STOPPED).isPresent()
          && !holdsTransactions(end.asOptional().orElseThrow().log(), deadline)) {
        String log = end.asOptional().orElseThrow().log();
        files = files.stream().takeWhile(file -> isUpTo(file.name(), log)).toList();
        Observed<ProcessEnd> before = last.end(files, deadline);
        if (!before.isKnown()) {
          return end;
        }
        end = before;
      }
      return end;
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private static boolean isUpTo(String name, String log) {
    return new BinlogPosition(name, 0).sequence() <= new BinlogPosition(log, 0).sequence();
  }

  private boolean holdsTransactions(String log, Deadline deadline) {
    return !session
        .logs()
        .list(Log.BINARY, "", Optional.of(BinlogPosition.firstOf(log)), HEAD_MAX, deadline)
        .stream()
        .allMatch(event -> OF_THE_LOG.contains(event.type()));
  }

  private Observed<Boolean> untouched(ProcessEnd end, Deadline deadline) {
    try {
      boolean untouched =
          session.logs().files(deadline).stream()
              .map(LogFile::name)
              .filter(name -> !isUpTo(name, end.log()))
              .noneMatch(name -> holdsTransactions(name, deadline));
      return Observed.known(untouched);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private OfChannel ofChannel(
      InstanceState state, Channel channel, Observed<InstanceState> source, Deadline deadline) {
    // What GTIDs report of gaps is from the binlogs, and those are what was lost.
    Channel byWorkers = byLogPosition(channel);
    Observed<BinlogPosition> place = place(channel);
    return new OfChannel(
        channel,
        new GapReader(servers).of(session, state, byWorkers, deadline),
        place,
        session.provider().capabilities().contains(Capability.DOMAIN_GTID)
            ? new SameBinlog.Unproved("it does not replicate by position", false, false)
            : new SourceEvidenceReader(servers).read(session, state, channel, deadline).judge(),
        place.flatMap(at -> before(channel, at, deadline)),
        source.flatMap(there -> there.gtid().executed()));
  }

  private static Channel byLogPosition(Channel channel) {
    return new Channel(
        channel.name(),
        channel.source(),
        channel.sourceUuid(),
        channel.sourceServerId(),
        Positioning.LOG_POSITION,
        channel.receiver(),
        channel.applier(),
        channel.lag());
  }

  /**
   * The applier's own mark lags behind its workers, which a server sets right when it starts it.
   */
  static Observed<BinlogPosition> place(Channel channel) {
    return WorkerProgress.of(channel).isKnown()
        ? WorkerProgress.of(channel).map(WorkerProgress::highWater)
        : channel.applier().workers().isUnknown()
            ? Observed.unknown("how far its workers came is not known")
            : channel.applier().executed();
  }

  private Observed<GtidSet> before(Channel channel, BinlogPosition place, Deadline deadline) {
    if (!session.provider().capabilities().contains(Capability.UUID_GTID)) {
      return Observed.absent("GTIDs of domains are kept with the rows");
    }
    try (Session source = servers.open(channel.source(), deadline)) {
      return source
          .binlog()
          .executedBefore(place, deadline)
          .<Observed<GtidSet>>map(Observed::known)
          .orElse(Observed.absent("nothing was executed before"));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private Observed<InstanceState> source(Channel channel, Deadline deadline) {
    try (Session source = servers.open(channel.source(), deadline)) {
      return Observed.known(source.read(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }
}
