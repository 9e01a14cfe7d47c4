package io.tutti.model;

import io.tutti.gtid.GtidSet;

/**
 * A server's GTID sets, of either family.
 *
 * @param mode the server's own word: {@code ON}, {@code OFF_PERMISSIVE}, or {@code strict}/{@code
 *     lenient} for the domain family, whose GTIDs are always on
 * @param executed all that was applied or written here: {@code gtid_executed}, {@code
 *     gtid_current_pos}
 * @param binlogged what the binlogs state: {@code gtid_binlog_pos}; absent in the UUID family,
 *     where it is {@code executed}
 * @param purged what is no longer in the binlogs: {@code gtid_purged}; absent in the domain family
 */
public record GtidState(
    Observed<String> mode,
    Observed<GtidSet> executed,
    Observed<GtidSet> binlogged,
    Observed<GtidSet> purged) {

  /** Whether these are known to be applied or written here. */
  public boolean hasExecuted(GtidSet gtids) {
    return executed.asOptional().filter(all -> all.contains(gtids)).isPresent();
  }
}
