package io.tutti.operation.skip;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.Channel;
import java.util.List;

/**
 * The transaction to skip, found in the relay log.
 *
 * @param before what the applier reads before it, in their order; of domains, nothing that counts
 * @param isNext whether that is nothing
 * @param gaps of its channel
 */
record Subject(
    Channel channel,
    ListedTransaction listed,
    List<ListedTransaction> before,
    boolean isNext,
    ChannelGaps gaps) {
  Subject {
    before = List.copyOf(before);
  }

  LoggedTransaction transaction() {
    return listed.transaction();
  }

  /** Of the server that wrote it first. */
  long serverId() {
    return listed.events().getFirst().serverId();
  }

  /** For people. */
  String name() {
    LoggedTransaction transaction = transaction();
    String place = "%s-%d".formatted(transaction.begin(), transaction.end().position());
    return transaction.gtid().map(gtid -> "%s (%s)".formatted(gtid, place)).orElse(place);
  }
}
