package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;

/**
 * What one server wrote, and another one is not proved to have. By domains a position does not show
 * what it has outrun: what each server wrote does. Pure.
 */
public final class NotProved {
  private NotProved() {}

  /**
   * @param own all that the one has, as its own binlogs name it
   * @param there the other one
   */
  public static Observed<GtidSet> at(InstanceState there, GtidSet own) {
    return switch (own) {
      case MySqlGtidSet names -> there.gtid().executed().map(names::minus);
      case MariaDbGtidSet heads ->
          there
              .gtid()
              .logged()
              .flatMap(
                  logged -> there.gtid().replicated().map(place -> left(heads, logged, place)));
    };
  }

  /**
   * The same of all that the one has. By domains it names the last that each was given: a position
   * of an earlier time is nothing that it has, and one that is ahead in a domain need not have it.
   */
  public static Observed<GtidSet> at(InstanceState there, InstanceState here) {
    return here.gtid().inBinlogs().flatMap(own -> at(there, own));
  }

  private static GtidSet left(MariaDbGtidSet heads, GtidSet logged, GtidSet replicated) {
    MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : heads.gtids()) {
      boolean isThere =
          logged instanceof MariaDbGtidSet all && MariaDbGtidSet.of(each).notLoggedIn(all).isEmpty()
              || replicated instanceof MariaDbGtidSet position && position.gtids().contains(each);
      left = isThere ? left : left.with(each);
    }
    return left;
  }
}
