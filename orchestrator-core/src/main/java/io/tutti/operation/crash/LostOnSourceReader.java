package io.tutti.operation.crash;

import io.tutti.crash.LostOnSource;
import io.tutti.crash.LostOnSourceByReplica;
import io.tutti.crash.SourceLogs;
import io.tutti.error.OrchestratorException;
import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.topology.Node;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.TopologySnapshot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads what replicas have of their source that it no longer has. All replicas are read first, at
 * the same time, so that they have nothing that came after the reading of their source.
 */
record LostOnSourceReader(Servers servers) {

  /** A replica's channel, as it was read before its source. */
  record Read(Line line, Observed<InstanceState> state) {}

  /**
   * One channel of a replica.
   *
   * @param lastKnown what the replica reported before: what it had then it still has
   */
  record Line(InstanceAddress replica, String channel, Optional<InstanceState> lastKnown) {

    static Line of(TopologySnapshot topology, InstanceAddress replica, String channel) {
      return new Line(replica, channel, topology.find(replica).flatMap(Node::state));
    }
  }

  /** What was known before they are read. */
  static List<Read> asKnownBefore(List<Line> lines) {
    return lines.stream()
        .map(line -> new Read(line, Observed.unknown("it was not examined yet")))
        .toList();
  }

  List<Read> readReplicas(List<Line> lines, Deadline deadline) {
    List<Future<Read>> reads;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      reads = lines.stream().map(line -> threads.submit(() -> read(line, deadline))).toList();
    }
    return reads.stream().map(Future::resultNow).toList();
  }

  private Read read(Line line, Deadline deadline) {
    return new Read(line, readReplica(line.replica(), deadline));
  }

  private Observed<InstanceState> readReplica(InstanceAddress replica, Deadline deadline) {
    try (Session session = servers.open(replica, deadline)) {
      return Observed.known(session.read(deadline));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /**
   * @param source as it was read after them
   */
  static List<LostOnSourceByReplica> compare(
      List<Read> replicas, InstanceState source, SourceLogs logs) {
    return replicas.stream()
        .map(read ->
            new LostOnSourceByReplica(
                read.line().replica(), read.line().channel(), lostOnSource(read, source, logs)))
        .toList();
  }

  private static LostOnSource lostOnSource(Read read, InstanceState source, SourceLogs logs) {
    return switch (read.state()) {
      case Observed.Known<InstanceState>(InstanceState replica) ->
          lostOnSource(replica, read.line().channel(), source, logs);
      case Observed.Absent<InstanceState>(String why) -> lastKnown(read.line(), why, source, logs);
      case Observed.Unknown<InstanceState>(String why) -> lastKnown(read.line(), why, source, logs);
    };
  }

  /** What a replica had that is away now proves a loss, and can never prove that there is none. */
  private static LostOnSource lastKnown(
      Line line, String why, InstanceState source, SourceLogs logs) {
    return line.lastKnown()
        .map(replica -> lostOnSource(replica, line.channel(), source, logs))
        .filter(LostOnSource::areFound)
        .orElse(new LostOnSource.Unknown(why));
  }

  private static LostOnSource lostOnSource(
      InstanceState replica, String name, InstanceState source, SourceLogs logs) {
    return replica
        .channel(name)
        .map(channel -> ofSource(LostOnSource.of(replica, channel, source, logs), source))
        .orElse(new LostOnSource.Unknown("it now replicates from another server"));
  }

  /** What else a replica has is nothing that its source lost. */
  static LostOnSource ofSource(LostOnSource found, InstanceState source) {
    if (!(found instanceof LostOnSource.Named(GtidSet gtids))) {
      return found;
    }
    GtidSet came = SourceHistory.of(source).map(history -> history.broughtOf(gtids)).orElse(gtids);
    return came.isEmpty() ? new LostOnSource.None() : new LostOnSource.Named(came);
  }
}
