package io.tutti.topology;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtid;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.gtid.MySqlGtidSet;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceState;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The history of one source: which transactions can have come from it. Pure.
 *
 * <ol>
 *   <li>What it wrote itself, since it was read last, too: all that bear its UUID, or its server
 *       id.
 *   <li>What others wrote first, as far as it had that when it was read last. Where it replicates
 *       it may have got more since: all from the same origins then, and all that a channel from it
 *       brought.
 *   <li>Nothing else: what a replica received over another channel, wrote itself, or has from a
 *       former source did not come from it.
 * </ol>
 *
 * @param known what it has executed; in the domain family what its own binlogs have, and what it
 *     replicated only while it does
 * @param uuid of the server; empty where it has none
 * @param serverId of the server; empty where that is not known
 * @param replicates whether it replicates itself
 */
public record SourceHistory(
    GtidSet known, Optional<String> uuid, Optional<Long> serverId, boolean replicates) {

  /** Empty where it is not known what it has. */
  public static Optional<SourceHistory> of(InstanceState source) {
    return executed(source)
        .map(known ->
            new SourceHistory(
                known,
                source.identity().serverUuid().asOptional().filter(SourceHistory::isUuid),
                source.identity().serverId().asOptional(),
                replicates(source)));
  }

  private static boolean isUuid(String text) {
    try {
      return UUID.fromString(text).toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** One whose channels could not be read may replicate. */
  private static boolean replicates(InstanceState source) {
    return !source.channels().isKnown() || !source.knownChannels().isEmpty();
  }

  /**
   * What a source has executed. A position that was set from an earlier time of a server ({@code
   * gtid_slave_pos}) is nothing that it has, once it replicates no more.
   */
  public static Optional<GtidSet> executed(InstanceState source) {
    GtidState gtid = source.gtid();
    return gtid.executed()
        .asOptional()
        .map(all ->
            switch (all) {
              case MySqlGtidSet names -> names;
              case MariaDbGtidSet position ->
                  replicates(source)
                      ? position.union(ofDomains(gtid.logged().asOptional()))
                      : ofBinlogs(gtid, position);
            });
  }

  private static GtidSet ofBinlogs(GtidState gtid, MariaDbGtidSet position) {
    MariaDbGtidSet logged =
        ofDomains(gtid.logged().asOptional()).union(ofDomains(gtid.binlogged().asOptional()));
    return logged.isEmpty() ? position : logged;
  }

  private static MariaDbGtidSet ofDomains(Optional<GtidSet> set) {
    return set.orElse(MariaDbGtidSet.EMPTY) instanceof MariaDbGtidSet domains
        ? domains
        : MariaDbGtidSet.EMPTY;
  }

  /** What of that a server executed came from it. */
  public GtidSet executedOf(GtidState gtid, GtidSet executed) {
    return switch (executed) {
      case MySqlGtidSet names -> known instanceof MySqlGtidSet mine ? ofNames(names, mine) : names;
      case MariaDbGtidSet position ->
          known instanceof MariaDbGtidSet mine ? ofPosition(gtid, position, mine) : position;
    };
  }

  /** What of that a channel from it received came from it. */
  public GtidSet receivedOf(GtidState gtid, GtidSet retrieved) {
    return switch (retrieved) {
      case MySqlGtidSet names ->
          known instanceof MySqlGtidSet && !replicates ? ofOrigins(names) : names;
      case MariaDbGtidSet position ->
          known instanceof MariaDbGtidSet mine
              ? cut(position, mine).union(position.minus(anywhere(gtid)))
              : position;
    };
  }

  /**
   * What of that a channel from it can have brought, where all else that the replica has is not
   * known. By name it brings nothing else. By domains a channel begins with all that the replica
   * has: what is of a domain of which this one has nothing, and wrote nothing, came from elsewhere.
   */
  public GtidSet broughtOf(GtidSet received) {
    if (!(received instanceof MariaDbGtidSet position)
        || !(known instanceof MariaDbGtidSet mine)
        || mine.isEmpty()
        || serverId.isEmpty()) {
      return received;
    }
    MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : position.gtids()) {
      boolean canBe = each.server() == serverId.get() || mine.findHead(each.domain()).isPresent();
      left = canBe ? left.with(each) : left;
    }
    return left;
  }

  private GtidSet ofNames(MySqlGtidSet executed, MySqlGtidSet mine) {
    if (replicates || uuid.isEmpty()) {
      return ofOrigins(executed);
    }
    return executed.intersect(mine).union(executed.writtenBy(uuid, serverId.orElse(0L)));
  }

  /** All that bears a name that its own history has. */
  private GtidSet ofOrigins(MySqlGtidSet names) {
    GtidSet left = names.writtenBy(uuid, serverId.orElse(0L));
    for (String origin : known.origins()) {
      left = left.union(names.from(origin));
    }
    return left;
  }

  /** What another server wrote later in a domain hides how far it came: then its log shows it. */
  private GtidSet ofPosition(GtidState gtid, MariaDbGtidSet position, MariaDbGtidSet mine) {
    MariaDbGtidSet all = position.union(ofDomains(gtid.replicated().asOptional()));
    MariaDbGtidSet left = cut(all, mine);
    Set<Long> hidden = new HashSet<>();
    for (MariaDbGtid each : all.gtids()) {
      if (!left.gtids().contains(each)) {
        hidden.add(each.domain());
      }
    }
    for (MariaDbGtid each : cut(ofDomains(gtid.logged().asOptional()), mine).gtids()) {
      if (hidden.contains(each.domain())) {
        left = left.with(each);
      }
    }
    return left;
  }

  /** The same, of a source that has this as well. */
  SourceHistory and(MariaDbGtidSet more) {
    return known instanceof MariaDbGtidSet domains
        ? new SourceHistory(domains.union(more), uuid, serverId, replicates)
        : this;
  }

  /**
   * What a receiver got and this source never had. What it wrote itself is none of it: it may have
   * lost the end of that.
   */
  GtidSet lacks(GtidSet received) {
    return switch (received) {
      case MySqlGtidSet names -> known instanceof MySqlGtidSet mine ? lacks(names, mine) : names;
      case MariaDbGtidSet position ->
          known instanceof MariaDbGtidSet mine ? lacks(position, mine) : position;
    };
  }

  private GtidSet lacks(MySqlGtidSet names, MySqlGtidSet mine) {
    MySqlGtidSet lacked = MySqlGtidSet.EMPTY;
    for (String origin : names.origins()) {
      boolean mayGrow = replicates && mine.origins().contains(origin);
      if (!mayGrow) {
        lacked = lacked.union(names.from(origin).minus(mine));
      }
    }
    return lacked.minus(names.writtenBy(uuid, serverId.orElse(0L)));
  }

  private GtidSet lacks(MariaDbGtidSet position, MariaDbGtidSet mine) {
    MariaDbGtidSet had = cut(position, mine);
    MariaDbGtidSet lacked = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : position.gtids()) {
      lacked = had.gtids().contains(each) ? lacked : lacked.with(each);
    }
    return lacked;
  }

  /** Whether it wrote all that itself; also where that is nothing. */
  boolean wroteAll(MySqlGtidSet received) {
    return received.minus(received.writtenBy(uuid, serverId.orElse(0L))).isEmpty();
  }

  private static MariaDbGtidSet anywhere(GtidState gtid) {
    return ofDomains(gtid.executed().asOptional())
        .union(ofDomains(gtid.replicated().asOptional()))
        .union(ofDomains(gtid.logged().asOptional()));
  }

  private MariaDbGtidSet cut(MariaDbGtidSet position, MariaDbGtidSet mine) {
    MariaDbGtidSet left = MariaDbGtidSet.EMPTY;
    for (MariaDbGtid each : position.gtids()) {
      if (canGrow(each, mine)) {
        left = left.with(each);
      } else {
        left =
            mine.gtids().stream()
                .filter(had -> had.domain() == each.domain() && had.server() == each.server())
                .map(had -> had.sequence() < each.sequence() ? had : each)
                .reduce(left, MariaDbGtidSet::with, MariaDbGtidSet::union);
      }
    }
    return left;
  }

  private boolean canGrow(MariaDbGtid gtid, MariaDbGtidSet mine) {
    return serverId.filter(id -> id == gtid.server()).isPresent()
        || (replicates && mine.findHead(gtid.domain()).isPresent());
  }
}
