package io.tutti.crash;

import io.tutti.gtid.GtidSet;
import io.tutti.model.InstanceAddress;
import java.util.Objects;
import java.util.Optional;

/**
 * What one replica has of its source that the source no longer has itself.
 *
 * @param undecided names that the source has used since it started, and that the replica has, too:
 *     whether for the same transactions is not known; empty where there are none
 * @param maybeMore why it may have more than that: it was not read since; empty where it was
 */
public record LostOnSourceByReplica(
    InstanceAddress address,
    String channel,
    LostOnSource lostOnSource,
    Optional<GtidSet> undecided,
    Optional<String> maybeMore) {

  public LostOnSourceByReplica {
    // Those that an older controller kept have none.
    undecided = Objects.requireNonNullElse(undecided, Optional.empty());
    maybeMore = Objects.requireNonNullElse(maybeMore, Optional.empty());
  }

  public LostOnSourceByReplica(
      InstanceAddress address,
      String channel,
      LostOnSource lostOnSource,
      Optional<GtidSet> undecided) {
    this(address, channel, lostOnSource, undecided, Optional.empty());
  }

  public LostOnSourceByReplica(InstanceAddress address, String channel, LostOnSource lostOnSource) {
    this(address, channel, lostOnSource, Optional.empty());
  }

  /** Whether it is a replica's same channel. */
  public boolean isOfSame(LostOnSourceByReplica other) {
    return address.equals(other.address) && channel.equals(other.channel);
  }

  /** Whether nothing about it is left to be found out. */
  public boolean isDecided() {
    return !(lostOnSource instanceof LostOnSource.Unknown)
        && undecided.isEmpty()
        && maybeMore.isEmpty();
  }

  /** The same, as what it had when it was read last, and may have got more after. */
  public LostOnSourceByReplica unreadSince(String why) {
    return lostOnSource.areFound()
        ? new LostOnSourceByReplica(address, channel, lostOnSource, undecided, Optional.of(why))
        : this;
  }

  /** The same, with that. */
  public LostOnSourceByReplica withLostOnSource(LostOnSource other) {
    return new LostOnSourceByReplica(address, channel, other, undecided, maybeMore);
  }

  /** The same, with what was found before: what was lost stays lost under whatever names. */
  public LostOnSourceByReplica after(LostOnSourceByReplica seen) {
    LostOnSource both =
        seen.lostOnSource instanceof LostOnSource.Named(GtidSet lost)
            ? new LostOnSource.Named(
                lostOnSource instanceof LostOnSource.Named(GtidSet more) ? lost.union(more) : lost)
            : lostOnSource;
    return new LostOnSourceByReplica(address, channel, both, seen.undecided);
  }

  /**
   * The same, once names that were undecided were compared.
   *
   * @param more those under which the replica has another transaction
   * @param left those of which that is not known
   */
  public LostOnSourceByReplica with(Optional<GtidSet> more, Optional<GtidSet> left) {
    Optional<GtidSet> known =
        lostOnSource instanceof LostOnSource.Named(GtidSet gtids)
            ? Optional.of(gtids)
            : Optional.empty();
    Optional<GtidSet> lost =
        more.map(found -> known.map(found::union).orElse(found)).or(() -> known);
    return lost.isPresent()
        ? new LostOnSourceByReplica(address, channel, new LostOnSource.Named(lost.get()), left)
        : left.map(names -> leaving(names, "their contents could not be compared"))
            .orElse(new LostOnSourceByReplica(address, channel, lostOnSource, Optional.empty()));
  }

  /** The same, of which more cannot be known now. */
  public LostOnSourceByReplica leaving(GtidSet left, String why) {
    return new LostOnSourceByReplica(
        address,
        channel,
        lostOnSource.areFound()
            ? lostOnSource
            : new LostOnSource.Unknown(
                "the server has written %s since it started, and the replica has these, too: whether they are the same transactions is not known (%s)"
                    .formatted(left, why)),
        Optional.of(left));
  }
}
