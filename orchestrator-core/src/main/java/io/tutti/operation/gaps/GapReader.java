package io.tutti.operation.gaps;

import io.tutti.capability.Ports;
import io.tutti.error.OrchestratorException;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gaps.GtidProgress;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gaps.Missing;
import io.tutti.gaps.SameBinlog;
import io.tutti.gaps.WorkerProgress;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads the gaps of a replica exactly. What a poll does not show is looked up in the relay log, and
 * where that is gone, in the source's binlog.
 */
public record GapReader(Servers servers) {

  public static GapReader of(Ports ports) {
    return new GapReader(ports.servers());
  }

  /**
   * @throws OrchestratorException when the replica cannot be read; what cannot be read beside it
   *     makes gaps unknown
   */
  public GapsReport read(InstanceAddress address, Deadline deadline) {
    try (Session session = servers.open(address, deadline)) {
      InstanceState state = session.read(deadline);
      return new GapsReport(
          state,
          state.knownChannels().stream()
              .map(channel -> ofChannel(session, state, channel, deadline))
              .toList());
    }
  }

  private GapsReport.OfChannel ofChannel(
      Session session, InstanceState state, Channel channel, Deadline deadline) {
    ChannelGaps gaps = of(session, state, channel, deadline);
    Optional<String> mayRepeat =
        channel.applier().state() == ThreadState.STOPPED
            ? new RepeatedRows(servers).doubt(session, channel, gaps, deadline)
            : Optional.empty();
    return new GapsReport.OfChannel(channel, gaps, mayRepeat);
  }

  /** The gaps of a channel of a replica that was just read over that session. */
  public ChannelGaps of(Session session, InstanceState state, Channel channel, Deadline deadline) {
    ChannelGaps reported =
        GapAnalysis.judge(state, channel, Observed.unknown("the source was not read"));
    if (reported instanceof ChannelGaps.Unknown
        && channel.positioning() == Positioning.AUTO_POSITION) {
      reported = GapAnalysis.judge(state, channel, sourceExecuted(channel, deadline));
    }
    return switch (reported) {
      case ChannelGaps.Free free -> free;
      case ChannelGaps.Open(Missing.Named missing, String why) -> reported;
      case ChannelGaps.Open(Missing.Located missing, String why) -> reported;
      case ChannelGaps.Open(Missing.Counted missing, String why) ->
          byLog(session, state, channel, reported, deadline);
      case ChannelGaps.Unknown unknown -> byLog(session, state, channel, reported, deadline);
    };
  }

  private Observed<GtidSet> sourceExecuted(Channel channel, Deadline deadline) {
    try (Session source = servers.open(channel.source(), deadline)) {
      return source.read(deadline).gtid().executed();
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  private ChannelGaps byLog(
      Session session,
      InstanceState state,
      Channel channel,
      ChannelGaps reported,
      Deadline deadline) {
    if (channel.positioning() == Positioning.REPLICA_POS
        || channel.positioning() == Positioning.CURRENT_POS) {
      return ofDomains(session, state, channel, reported, deadline);
    }
    if (!(WorkerProgress.of(channel) instanceof Observed.Known<WorkerProgress>(var progress))
        || progress.highWater().equals(progress.lowWater())) {
      return reported;
    }
    Predicate<LogScan> enough = scan -> scan.hasReached(progress.highWater());
    Observed<List<LoggedTransaction>> relayed =
        progress
            .lowWaterInRelayLog()
            .flatMap(at ->
                new LogWalk(session.logs(), Log.RELAY, channel.name())
                    .read(
                        Optional.of(withoutFolder(at)),
                        Optional.of(progress.lowWater()),
                        enough,
                        deadline));
    ChannelGaps byRelayLog = judged(progress, relayed, reported);
    return byRelayLog instanceof ChannelGaps.Unknown || !isExact(byRelayLog)
        ? judged(
            progress, fromSource(session, state, channel, progress, reported, deadline), reported)
        : byRelayLog;
  }

  private static boolean isExact(ChannelGaps gaps) {
    return !(gaps instanceof ChannelGaps.Open(Missing.Counted missing, String why));
  }

  private static ChannelGaps judged(
      WorkerProgress progress, Observed<List<LoggedTransaction>> logged, ChannelGaps reported) {
    return switch (logged) {
      case Observed.Known<List<LoggedTransaction>>(List<LoggedTransaction> known) -> {
        ChannelGaps exact = progress.judge(known);
        yield exact instanceof ChannelGaps.Unknown && reported instanceof ChannelGaps.Open
            ? reported
            : exact;
      }
      case Observed.Absent<List<LoggedTransaction>>(String why) -> reported;
      case Observed.Unknown<List<LoggedTransaction>>(String why) ->
          switch (reported) {
            case ChannelGaps.Free free -> free;
            case ChannelGaps.Open(Missing missing, String first) ->
                new ChannelGaps.Open(missing, first + "; " + why);
            case ChannelGaps.Unknown(String first) -> new ChannelGaps.Unknown(first + "; " + why);
          };
    };
  }

  /**
   * Of a gap, which transactions are missing is reported only by a binlog that is proved to be the
   * one they were received from. Where nothing else shows whether there is one, it must not be
   * another.
   */
  private Observed<List<LoggedTransaction>> fromSource(
      Session session,
      InstanceState state,
      Channel channel,
      WorkerProgress progress,
      ChannelGaps reported,
      Deadline deadline) {
    SameBinlog binlog =
        new SourceEvidenceReader(servers).read(session, state, channel, deadline).judge();
    boolean isTaken =
        binlog instanceof SameBinlog.Same
            || (binlog instanceof SameBinlog.Unproved && reported instanceof ChannelGaps.Unknown);
    if (!isTaken) {
      return Observed.unknown(binlog.ofSource(channel.source()));
    }
    try (Session source = servers.open(channel.source(), deadline)) {
      return new LogWalk(source.logs(), Log.BINARY, "")
          .read(
              Optional.of(progress.lowWater()),
              Optional.of(progress.lowWater()),
              scan -> scan.hasReached(progress.highWater()),
              deadline);
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    }
  }

  /** The table of the workers names relay logs with their folder, statements without. */
  static BinlogPosition withoutFolder(BinlogPosition at) {
    return new BinlogPosition(at.file().substring(at.file().lastIndexOf('/') + 1), at.position());
  }

  private static ChannelGaps ofDomains(
      Session session,
      InstanceState state,
      Channel channel,
      ChannelGaps reported,
      Deadline deadline) {
    if (!(state.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))) {
      return reported;
    }
    Observed<List<LoggedTransaction>> relayed =
        new LogWalk(session.logs(), Log.RELAY, channel.name())
            .read(Optional.empty(), Optional.empty(), scan -> false, deadline);
    return switch (relayed) {
      case Observed.Known<List<LoggedTransaction>>(List<LoggedTransaction> known) ->
          known.isEmpty() ? reported : GtidProgress.judge(executed, known);
      case Observed.Absent<List<LoggedTransaction>>(String why) -> reported;
      case Observed.Unknown<List<LoggedTransaction>>(String why) ->
          new ChannelGaps.Unknown(reported.why() + "; " + why);
    };
  }
}
