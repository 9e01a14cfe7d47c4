package io.tutti.operation.skip;

import io.tutti.gaps.ChannelGaps;
import io.tutti.gaps.ListedTransaction;
import io.tutti.gaps.LoggedTransaction;
import io.tutti.model.Channel;

/**
 * The transaction to skip, found in the relay log.
 *
 * @param isNext whether nothing stands before it in what the applier reads next
 * @param gaps of its channel
 */
record Subject(Channel channel, ListedTransaction listed, boolean isNext, ChannelGaps gaps) {

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
