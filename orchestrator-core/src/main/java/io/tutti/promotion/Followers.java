package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.GtidState;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which replicas can replicate from a new source, and which cannot. What is not known is no. Pure.
 *
 * @param following each with how it finds its place
 * @param left those that cannot
 */
public record Followers(List<Follower> following, List<LeftBehind> left) {
  public Followers {
    following = List.copyOf(following);
    left = List.copyOf(left);
  }

  /**
   * One that cannot.
   *
   * @param why a sentence that goes on after its name
   */
  public record LeftBehind(InstanceAddress replica, String why) {
    @Override
    public String toString() {
      return replica + " " + why;
    }
  }

  /**
   * @param source the new one
   * @param wasAt what it received, if it was a replica of the same source as they
   */
  static Followers of(InstanceState source, Optional<Candidate> wasAt, List<Candidate> replicas) {
    List<Follower> following = new ArrayList<>();
    List<LeftBehind> left = new ArrayList<>();
    for (Candidate replica : replicas) {
      Optional<String> why =
          failed(replica)
              .or(() -> refusesLower(replica))
              .or(() -> wantsTls(source, replica))
              .or(() ->
                  replica.channel().positioning() == Positioning.LOG_POSITION
                      ? byPlace(wasAt, replica)
                      : byGtid(source, replica));
      if (why.isPresent()) {
        left.add(new LeftBehind(replica.address(), why.get()));
      } else {
        following.add(
            new Follower(
                replica.address(),
                replica.channel().name(),
                replica.channel().positioning() == Positioning.CURRENT_POS
                    ? Positioning.REPLICA_POS
                    : replica.channel().positioning()));
      }
    }
    return new Followers(following, left);
  }

  private static Optional<String> failed(Candidate replica) {
    return replica
        .failure()
        .filter(error -> !replica.canApplyAll())
        .map(error -> "has an applier that failed: " + error);
  }

  /** Its connection keeps its settings, and is not made to do without TLS. */
  private static Optional<String> wantsTls(InstanceState source, Candidate replica) {
    return replica.channel().receiver().tls().is(true) && source.offersTls().is(false)
        ? Optional.of(
            "replicates over TLS, and %s offers none: turn TLS on there, or off on %s with CHANGE MASTER"
                .formatted(source.address(), replica.address()))
        : Optional.empty();
  }

  /** In strict mode a server of domains refuses a number below that of one that it wrote itself. */
  private static Optional<String> refusesLower(Candidate replica) {
    GtidState gtid = replica.state().gtid();
    if (!gtid.mode().is("strict")
        || replica.channel().positioning() == Positioning.AUTO_POSITION
        || !(replica.errantNames().orElse(MariaDbGtidSet.EMPTY) instanceof MariaDbGtidSet errant)
        || !(gtid.replicated() instanceof Observed.Known<GtidSet>(GtidSet replicated))) {
      return Optional.empty();
    }
    return errant.gtids().stream()
        .filter(each ->
            replicated.origins().contains(String.valueOf(each.domain()))
                && !replicated.containsGtid(each))
        .findFirst()
        .map(each ->
            "wrote %s itself, and refuses what comes in that domain with a lower number (gtid_strict_mode)"
                .formatted(each));
  }

  /**
   * Those of a source that lives: by position they are to be level with the new one when it takes
   * the place, so where they are now does not matter.
   */
  static Followers living(InstanceState source, List<Candidate> replicas) {
    List<Candidate> byPlace =
        replicas.stream()
            .filter(each -> each.channel().positioning() == Positioning.LOG_POSITION)
            .toList();
    List<Candidate> others = replicas.stream().filter(each -> !byPlace.contains(each)).toList();
    Followers found = of(source, Optional.empty(), others);
    List<Follower> following = new ArrayList<>(found.following());
    List<LeftBehind> left = new ArrayList<>(found.left());
    for (Candidate replica : byPlace) {
      Optional<String> why = failed(replica).or(() -> wantsTls(source, replica));
      if (why.isPresent()) {
        left.add(new LeftBehind(replica.address(), why.get()));
      } else {
        following.add(
            new Follower(replica.address(), replica.channel().name(), Positioning.LOG_POSITION));
      }
    }
    return new Followers(following, left);
  }

  /** What it received and did not apply is fetched again, so what it executed counts. */
  private static Optional<String> byGtid(InstanceState source, Candidate replica) {
    if (replica.channel().positioning() != Positioning.AUTO_POSITION) {
      return Optional.empty();
    }
    if (!source.gtid().mode().is("ON")) {
      return Optional.of(
          "finds its position by GTID, and the gtid_mode of %s is %s"
              .formatted(source.address(), source.gtid().mode()));
    }
    if (!(source.gtid().purged() instanceof Observed.Known<GtidSet>(GtidSet purged))
        || !(replica.state().gtid().executed() instanceof Observed.Known<GtidSet>(GtidSet done))) {
      return Optional.of(
          "may lack what %s has purged, or this is not known".formatted(source.address()));
    }
    GtidSet lacking = purged.minus(done);
    return lacking.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "has not applied %s, which %s no longer has in its binlogs"
                .formatted(lacking, source.address()));
  }

  private static Optional<String> byPlace(Optional<Candidate> wasAt, Candidate replica) {
    Channel channel = replica.channel();
    if (wasAt.isEmpty() || !(wasAt.get().has() instanceof Has.UpTo(var place))) {
      return Optional.of("replicates by position, and its position there is not known");
    }
    if (!(replica.has() instanceof Has.UpTo(var received)) || !received.equals(place)) {
      return Optional.of(
          "received up to %s, and %s up to %s: by position, its new position is known only if both are the same"
              .formatted(replica.has(), wasAt.get().address(), place));
    }
    if (channel.applier().state() == ThreadState.STOPPED) {
      return Optional.of("replicates by position, and its applier is stopped");
    }
    return isDelayed(channel)
        ? Optional.of("replicates by position, and applies with a delay, or this is not known")
        : Optional.empty();
  }

  /** Known to have none, or without the notion of one. */
  static boolean isDelayed(Channel channel) {
    return channel.applier().delay().isUnknown()
        || channel
            .applier()
            .delay()
            .asOptional()
            .filter(delay -> delay.compareTo(Duration.ZERO) > 0)
            .isPresent();
  }
}
