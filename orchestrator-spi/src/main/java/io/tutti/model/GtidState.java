package io.tutti.model;

import io.tutti.gtid.GtidSet;
import java.util.Objects;

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
 * @param replicated up to where it applied what it received: {@code gtid_slave_pos}; absent in the
 *     UUID family
 * @param logged of each domain and server the newest that was written to its binlogs: {@code
 *     gtid_binlog_state}; absent in the UUID family
 */
public record GtidState(
    Observed<String> mode,
    Observed<GtidSet> executed,
    Observed<GtidSet> binlogged,
    Observed<GtidSet> purged,
    Observed<GtidSet> replicated,
    Observed<GtidSet> logged) {
  private static final Observed<GtidSet> NOT_ASKED = Observed.unknown("it was not read");
  private static final Observed<GtidSet> OF_DOMAINS =
      Observed.absent("only servers with GTIDs of domains keep it");

  public GtidState {
    // States that an older controller stored have none.
    replicated = Objects.requireNonNullElse(replicated, NOT_ASKED);
    logged = Objects.requireNonNullElse(logged, NOT_ASKED);
  }

  /** Of a server whose GTIDs bear UUIDs. */
  public GtidState(
      Observed<String> mode,
      Observed<GtidSet> executed,
      Observed<GtidSet> binlogged,
      Observed<GtidSet> purged) {
    this(mode, executed, binlogged, purged, OF_DOMAINS, OF_DOMAINS);
  }

  /** What the binlogs have named, those that are purged among them. */
  public Observed<GtidSet> inBinlogs() {
    return binlogged.isKnown() ? binlogged : executed;
  }

  /** Whether these are known to be applied or written here. */
  public boolean hasExecuted(GtidSet gtids) {
    return executed.asOptional().filter(all -> all.contains(gtids)).isPresent();
  }
}
