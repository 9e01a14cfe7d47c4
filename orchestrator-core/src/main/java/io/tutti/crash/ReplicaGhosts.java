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
public record ReplicaGhosts(
    InstanceAddress address,
    String channel,
    Ghosts ghosts,
    Optional<GtidSet> undecided,
    Optional<String> maybeMore) {

  public ReplicaGhosts {
    // Those that an older controller kept have none.
    undecided = Objects.requireNonNullElse(undecided, Optional.empty());
    maybeMore = Objects.requireNonNullElse(maybeMore, Optional.empty());
  }

  public ReplicaGhosts(
      InstanceAddress address, String channel, Ghosts ghosts, Optional<GtidSet> undecided) {
    this(address, channel, ghosts, undecided, Optional.empty());
  }

  public ReplicaGhosts(InstanceAddress address, String channel, Ghosts ghosts) {
    this(address, channel, ghosts, Optional.empty());
  }

  /** Whether it is a replica's same channel. */
  public boolean isOfSame(ReplicaGhosts other) {
    return address.equals(other.address) && channel.equals(other.channel);
  }

  /** Whether nothing about it is left to be found out. */
  public boolean isDecided() {
    return !(ghosts instanceof Ghosts.Unknown) && undecided.isEmpty() && maybeMore.isEmpty();
  }

  /** The same, as what it had when it was read last, and may have got more after. */
  public ReplicaGhosts unreadSince(String why) {
    return ghosts.areFound()
        ? new ReplicaGhosts(address, channel, ghosts, undecided, Optional.of(why))
        : this;
  }

  ReplicaGhosts withGhosts(Ghosts other) {
    return new ReplicaGhosts(address, channel, other, undecided, maybeMore);
  }

  /** The same, with what was found before: what was lost stays lost under whatever names. */
  public ReplicaGhosts after(ReplicaGhosts seen) {
    Ghosts both =
        seen.ghosts instanceof Ghosts.Named(GtidSet lost)
            ? new Ghosts.Named(
                ghosts instanceof Ghosts.Named(GtidSet more) ? lost.union(more) : lost)
            : ghosts;
    return new ReplicaGhosts(address, channel, both, seen.undecided);
  }

  /**
   * The same, once names that were undecided were compared.
   *
   * @param more those under which the replica has another transaction
   * @param left those of which that is not known
   */
  public ReplicaGhosts with(Optional<GtidSet> more, Optional<GtidSet> left) {
    Optional<GtidSet> known =
        ghosts instanceof Ghosts.Named(GtidSet gtids) ? Optional.of(gtids) : Optional.empty();
    Optional<GtidSet> lost =
        more.map(found -> known.map(found::union).orElse(found)).or(() -> known);
    return lost.isPresent()
        ? new ReplicaGhosts(address, channel, new Ghosts.Named(lost.get()), left)
        : left.map(names -> leaving(names, "their contents could not be compared"))
            .orElse(new ReplicaGhosts(address, channel, ghosts, Optional.empty()));
  }

  /** The same, of which more cannot be told now. */
  public ReplicaGhosts leaving(GtidSet left, String why) {
    return new ReplicaGhosts(
        address,
        channel,
        ghosts.areFound()
            ? ghosts
            : new Ghosts.Unknown(
                "the server has written %s since it started, and the replica has these, too: whether they are the same transactions is not known (%s)"
                    .formatted(left, why)),
        Optional.of(left));
  }
}
