package io.tutti.operation.skip;

import io.tutti.error.Acts;
import io.tutti.error.ErrorCode;
import io.tutti.error.OrchestratorException;
import io.tutti.error.Remedies;
import io.tutti.error.Remedy;
import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LogScan;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.gtid.Gtid;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.operation.gaps.GapReader;
import io.tutti.operation.gaps.LogWalk;
import io.tutti.operation.server.Servers;
import io.tutti.operation.server.Servers.Session;
import io.tutti.spi.Deadline;
import io.tutti.spi.LogReader.Log;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Finds the transaction to skip in the relay log of a replica that was just read. */
record SubjectReader(Servers servers, Session session, InstanceState state, Channel channel) {

  /**
   * @throws OrchestratorException TRANSACTION_UNKNOWN when it is not found there, or several may be
   *     meant
   */
  Subject find(Optional<Gtid> named, Deadline deadline) {
    Wanted wanted = new Choice(state, channel).wanted(named);
    ChannelGaps gaps = new GapReader(servers).of(session, state, channel, deadline);
    return hasSeveralDomains() || !(channel.applier().relayLog().isKnown())
        ? amongDomains(wanted, gaps, deadline)
        : inOrder(wanted, gaps, deadline);
  }

  private boolean hasSeveralDomains() {
    boolean byDomains =
        channel.positioning() == Positioning.REPLICA_POS
            || channel.positioning() == Positioning.CURRENT_POS;
    return byDomains
        && channel
            .receiver()
            .retrieved()
            .asOptional()
            .filter(set -> set.origins().size() == 1)
            .isEmpty();
  }

  private Subject inOrder(Wanted wanted, ChannelGaps gaps, Deadline deadline) {
    TransactionSearch search = new TransactionSearch(wanted);
    walk(
        channel.applier().relayLog().asOptional(),
        channel.applier().executed().asOptional(),
        search::offer,
        scan -> search.isOver(),
        deadline);
    return search
        .found()
        .map(listed ->
            new Subject(channel, listed, search.before(), search.before().isEmpty(), gaps))
        .orElseThrow(() -> notFound(wanted.toString()));
  }

  private Subject amongDomains(Wanted wanted, ChannelGaps gaps, Deadline deadline) {
    if (!(state.gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet executed))
        || channel.positioning() == Positioning.LOG_POSITION
        || channel.positioning() == Positioning.AUTO_POSITION) {
      throw notFound(wanted.toString());
    }
    DomainSearch search = new DomainSearch(executed);
    walk(Optional.empty(), Optional.empty(), search::offer, scan -> false, deadline);
    Optional<ListedTransaction> found = search.find(wanted);
    return found
        .map(listed -> new Subject(channel, listed, List.of(), false, gaps))
        .orElseThrow(() ->
            Refusal.of(
                ErrorCode.TRANSACTION_UNKNOWN,
                state.address(),
                "Several domains are replicated, and which transaction is meant by %s is not clear: the next ones are %s."
                    .formatted(wanted, search.next()),
                new Remedies(
                    search.next().stream()
                        .map(gtid -> Remedy.of(Acts.skip(state.address(), gtid)))
                        .toList())));
  }

  private void walk(
      Optional<BinlogPosition> from,
      Optional<BinlogPosition> inSource,
      Consumer<ListedTransaction> listener,
      Predicate<LogScan> enough,
      Deadline deadline) {
    Observed<List<LoggedTransaction>> walked =
        new LogWalk(session.logs(), Log.RELAY, channel.name())
            .walk(new LogScan(Log.RELAY, inSource, listener), from, enough, deadline);
    if (walked instanceof Observed.Unknown<List<LoggedTransaction>>(String why)) {
      throw Refusal.of(
          ErrorCode.TRANSACTION_UNKNOWN,
          state.address(),
          "The relay log of %s%s cannot be read: %s, and nothing is skipped unseen."
              .formatted(state.address(), Channel.ofChannel(channel.name()), why),
          Remedies.of(Acts.showGaps(state.address())));
    }
  }

  private OrchestratorException notFound(String wanted) {
    return Refusal.of(
        ErrorCode.TRANSACTION_UNKNOWN,
        state.address(),
        "%s is not in the relay log of %s%s after %s, and nothing is skipped without being shown first."
            .formatted(
                wanted,
                state.address(),
                Channel.ofChannel(channel.name()),
                channel.applier().executed().map(BinlogPosition::toString)),
        Remedies.of("name the channel that it came over, or wait until it is received")
            .or(Acts.showInstance(state.address())));
  }
}
