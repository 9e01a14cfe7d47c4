package io.tutti.gaps;

import io.tutti.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;

/** What was applied of a log, by the GTIDs in it. Pure. */
public final class GtidProgress {
  private GtidProgress() {}

  /**
   * @param executed all that was applied
   * @param logged the transactions of one source in their order, from one before which all was
   *     applied
   */
  public static ChannelGaps judge(GtidSet executed, List<LoggedTransaction> logged) {
    List<LoggedTransaction> left = new ArrayList<>();
    int leftBeforeNewest = 0;
    for (LoggedTransaction transaction : logged) {
      if (transaction.gtid().isEmpty()) {
        return new ChannelGaps.Unknown(
            "the log holds a transaction without a GTID: " + transaction);
      }
      if (executed.containsGtid(transaction.gtid().get())) {
        leftBeforeNewest = left.size();
      } else {
        left.add(transaction);
      }
    }
    return leftBeforeNewest == 0
        ? new ChannelGaps.Free("nothing is applied that is later than what is still to be applied")
        : new ChannelGaps.Open(
            new Missing.Located(left.subList(0, leftBeforeNewest)),
            "later transactions in the log were applied, and these were not");
  }
}
