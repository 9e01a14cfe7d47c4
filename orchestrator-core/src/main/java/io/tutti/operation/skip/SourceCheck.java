package io.tutti.operation.skip;

import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import io.tutti.spi.LogReader.LogEvent;
import java.util.List;
import java.util.Optional;

/**
 * Whether a transaction came from the source that the channel has now, and what that source still
 * holds. What it cannot be asked for is refused.
 */
record SourceCheck(Servers servers, InstanceState state) {

  /**
   * @throws OrchestratorException TRANSACTION_OF_OTHER_SOURCE when it did not, or it is not known
   */
  void requireOwn(Subject subject, Deadline deadline) {
    Channel channel = subject.channel();
    if (channel.sourceServerId().is(subject.serverId())) {
      return;
    }
    try (Session source = servers.open(channel.source(), deadline)) {
      boolean known =
          subject.transaction().gtid().isPresent()
              ? executed(source, subject.transaction().gtid().get(), deadline)
              : isThere(source, subject, deadline);
      if (!known) {
        throw foreign(subject, "the source does not have it");
      }
    } catch (OrchestratorException e) {
      throw e.code() == ErrorCode.TRANSACTION_OF_OTHER_SOURCE
          ? e
          : foreign(subject, "the source cannot be asked: " + e.observed());
    }
  }

  private static boolean executed(Session source, Gtid gtid, Deadline deadline) {
    return source
        .read(deadline)
        .gtid()
        .executed()
        .asOptional()
        .filter(set -> set.containsGtid(gtid))
        .isPresent();
  }

  /** The same event begins at the same place of its binlog. */
  private static boolean isThere(Session source, Subject subject, Deadline deadline) {
    LogEvent relayed = subject.listed().events().getFirst();
    List<LogEvent> there =
        source.logs().list(Log.BINARY, "", Optional.of(subject.transaction().begin()), 1, deadline);
    return there.stream()
        .anyMatch(event ->
            event.type().equals(relayed.type())
                && event.serverId() == relayed.serverId()
                && event.endPosition() == relayed.endPosition());
  }

  private OrchestratorException foreign(Subject subject, String why) {
    return Refusal.of(
        ErrorCode.TRANSACTION_OF_OTHER_SOURCE,
        state.address(),
        "%s was written by server %d, and %s replicates%s from %s, server %s: %s."
            .formatted(
                subject.name(),
                subject.serverId(),
                state.address(),
                Channel.ofChannel(subject.channel().name()),
                subject.channel().source(),
                subject.channel().sourceServerId(),
                why),
        Remedies.of(
            "make sure that the channel's source is the one that it came from, and can be asked"));
  }

  /**
   * That the source can send again what the relay log holds: moving a position throws it away.
   *
   * @throws OrchestratorException SKIP_NOT_SAFE when it cannot, or it is not known
   */
  void requireSendsAgain(Subject subject, Deadline deadline) {
    Observed<GtidSet> executed = state.gtid().executed();
    Observed<GtidSet> before = oldestKept(subject.channel(), deadline);
    boolean sends =
        executed instanceof Observed.Known<GtidSet>(GtidSet applied)
            && before instanceof Observed.Known<GtidSet>(GtidSet purged)
            && applied.contains(purged);
    if (!sends && !(before instanceof Observed.Absent)) {
      throw Refusal.of(
          ErrorCode.SKIP_NOT_SAFE,
          state.address(),
          "To skip one of several domains, %s must fetch again what it has not applied, and that %s still has that in its binlogs is not sure: they begin after %s."
              .formatted(state.address(), subject.channel().source(), before),
          Remedies.of("repair the row that it fails at, and start the applier")
              .or("rebuild " + state.address()));
    }
  }

  /** All before the oldest binlog of the source; absent where that is its first. */
  private Observed<GtidSet> oldestKept(Channel channel, Deadline deadline) {
    try (Session source = servers.open(channel.source(), deadline)) {
      return source.logs().list(Log.BINARY, "", Optional.empty(), 4, deadline).stream()
          .filter(event -> event.type().equals("Gtid_list"))
          .findFirst()
          .map(event -> event.info().replaceAll("[\\[\\]]", "").strip())
          .<Observed<GtidSet>>map(text ->
              text.isEmpty()
                  ? Observed.absent("nothing comes before them")
                  : Observed.known(GtidSet.parse(text)))
          .orElse(Observed.unknown("its oldest binlog does not show it"));
    } catch (OrchestratorException e) {
      return Observed.unknown(e.observed());
    } catch (IllegalArgumentException e) {
      return Observed.unknown("its oldest binlog does not begin with a GTID set");
    }
  }
}
