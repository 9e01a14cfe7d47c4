package io.tutti.promotion;

import io.tutti.crash.Ghosts;
import io.tutti.crash.ReplicaGhosts;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.model.ThreadState;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which replica takes the place of a source, and who follows it: as a command asks for it, or a
 * failover. Pure, of a snapshot in which the replicas were just read.
 *
 * <ol>
 *   <li>What each replica has of the source must be known.
 *   <li>The wanted one is taken, or else the best ({@link BestReplica}).
 *   <li>It has all that any other has, or commits would be thrown away.
 *   <li>It can be a source, and can apply what it received.
 *   <li>Of the others, each that is not known to find its place there is left behind; that is let
 *       only where somebody named the one to take the place.
 * </ol>
 */
public sealed interface Succession {

  /**
   * @param channel over which it replicated
   * @param followers the others
   */
  record Found(InstanceState successor, Channel channel, Followers followers)
      implements Succession {}

  /** It cannot be done, or nobody can tell. */
  record Refused(String why, List<String> remedies) implements Succession {
    public Refused {
      remedies = List.copyOf(remedies);
    }
  }

  /**
   * @param lost the source whose place is to be taken
   * @param ghosts what replicas have that it lost, as it was found out
   * @param wanted who is to take it; empty for the best
   */
  static Succession of(
      TopologySnapshot snapshot,
      InstanceAddress lost,
      List<ReplicaGhosts> ghosts,
      Optional<InstanceAddress> wanted) {
    List<Candidate> candidates = new ArrayList<>();
    for (ReplicationLink link : snapshot.linksTo(lost)) {
      switch (BestReplica.candidate(snapshot, link)) {
        case Observed.Known<Candidate>(Candidate known) -> candidates.add(known);
        case Observed.Absent<Candidate>(String why) -> {
          return unread(link.replica(), why);
        }
        case Observed.Unknown<Candidate>(String why) -> {
          return unread(link.replica(), why);
        }
      }
    }
    InstanceAddress chosen;
    if (wanted.isPresent()) {
      chosen = wanted.get();
    } else {
      switch (BestReplica.of(snapshot, lost)) {
        case BestReplica.Chosen best -> chosen = best.replica();
        case BestReplica.None(String why) -> {
          return new Refused(why, List.of("tutti crash report " + lost));
        }
      }
    }
    return candidates.stream()
        .filter(each -> each.address().equals(chosen))
        .findFirst()
        .map(successor -> of(snapshot, successor, candidates, ghosts, wanted.isPresent()))
        .orElseGet(() ->
            new Refused(
                "%s does not replicate from %s; these do: %s"
                    .formatted(chosen, lost, candidates.stream().map(Candidate::address).toList()),
                List.of("name one of them")));
  }

  private static Refused unread(InstanceAddress replica, String why) {
    return new Refused(
        "%s may have something that no other has: %s".formatted(replica, why),
        List.of(
            "bring %s back".formatted(replica), "if it is gone for good: tutti forget " + replica));
  }

  private static Succession of(
      TopologySnapshot snapshot,
      Candidate successor,
      List<Candidate> candidates,
      List<ReplicaGhosts> ghosts,
      boolean named) {
    List<Candidate> others =
        candidates.stream().filter(each -> !each.address().equals(successor.address())).toList();
    Optional<Refused> refused =
        others.stream()
            .flatMap(other -> loss(successor, other, ghosts).stream())
            .findFirst()
            .or(() -> unfit(snapshot, successor, !others.isEmpty()));
    if (refused.isPresent()) {
      return refused.get();
    }
    Followers followers = followers(successor, others, new UsedAgain(ghosts));
    if (!named && !followers.left().isEmpty()) {
      return new Refused(
          "not all replicas can follow %s: %s"
              .formatted(
                  successor.address(),
                  String.join(
                      "; ",
                      followers.left().stream().map(Followers.LeftBehind::toString).toList())),
          List.of(
              "name it, and they are left behind, to be provisioned anew: --promote "
                  + successor.address()));
    }
    return new Found(successor.state(), successor.channel(), followers);
  }

  /** Who has another transaction under the same name would follow without an error, and differ. */
  private static Followers followers(
      Candidate successor, List<Candidate> others, UsedAgain usedAgain) {
    List<Candidate> whole =
        others.stream().filter(each -> usedAgain.between(successor, each).isEmpty()).toList();
    Followers rest = Followers.of(successor.state(), Optional.of(successor), whole);
    List<Followers.LeftBehind> left = new ArrayList<>(rest.left());
    for (Candidate other : others) {
      usedAgain
          .between(successor, other)
          .ifPresent(names ->
              left.add(
                  new Followers.LeftBehind(
                      other.address(),
                      "may have other transactions than %s under names that the source lost and used again: %s"
                          .formatted(successor.address(), names))));
    }
    return new Followers(rest.following(), left);
  }

  /** Names of what it lost under which a source has something else by now. */
  static Optional<GtidSet> usedAgain(InstanceState source, List<ReplicaGhosts> ghosts) {
    return new UsedAgain(ghosts).by(source);
  }

  private static Optional<Refused> loss(
      Candidate successor, Candidate other, List<ReplicaGhosts> ghosts) {
    if (!successor.has().containsAllOf(other.has())) {
      return Optional.of(
          new Refused(
              "%s has something of it that %s lacks (%s)"
                  .formatted(other.address(), successor.address(), lacking(successor, other)),
              List.of("--promote " + other.address())));
    }
    return ghosts.stream()
        .filter(each -> each.address().equals(other.address()))
        .filter(each ->
            each.ghosts() instanceof Ghosts.Beyond(BinlogPosition beyond, long bytes)
                && hasGoneOnAfter(successor, beyond))
        .findFirst()
        .map(each ->
            new Refused(
                "%s received what the source lost, and %s went on in a later binlog without it"
                    .formatted(other.address(), successor.address()),
                List.of("--promote " + other.address())));
  }

  /** Places in later binlogs tell nothing of what the end of an earlier one held. */
  private static boolean hasGoneOnAfter(Candidate successor, BinlogPosition beyond) {
    return !(successor.has() instanceof Has.UpTo(BinlogPosition place))
        || place.sequence() > beyond.sequence();
  }

  private static String lacking(Candidate successor, Candidate other) {
    if (successor.has() instanceof Has.Named(var mine)
        && other.has() instanceof Has.Named(var theirs)) {
      return theirs.minus(mine).toString();
    }
    return "it received up to %s, and the other up to %s".formatted(other.has(), successor.has());
  }

  private static Optional<Refused> unfit(
      TopologySnapshot snapshot, Candidate successor, boolean hasFollowers) {
    InstanceState state = successor.state();
    Channel channel = successor.channel();
    Optional<LastError> error = GapAnalysis.firstError(channel.applier());
    if (hasFollowers && !successor.canBeSource()) {
      return unfit(
          successor,
          "does not keep what it replicates in a binlog (log_replica_updates), or nobody can tell",
          "--promote another one");
    }
    if (error.isPresent()) {
      return unfit(
          successor,
          "cannot apply all that it received: " + error.get(),
          "make its rows what the transaction expects, and start its applier");
    }
    if (Followers.isDelayed(channel)) {
      return unfit(
          successor,
          "applies with a delay, or nobody can tell",
          "set its delay to 0, or --promote another one");
    }
    if (wouldDrop(successor)) {
      return unfit(
          successor,
          "has not applied all that it received, and would drop the rest when its applier is started",
          "if its receiver runs, start its applier, and ask again");
    }
    if (!state.writeProtection().readOnly().isKnown()
        || state.writeProtection().offlineMode().is(true)
        || snapshot.fenceOf(state.address()).isPresent()) {
      return unfit(
          successor, "is fenced, or nobody can tell", "tutti crash unfence " + state.address());
    }
    if (snapshot.backupOf(state.address()).isPresent()) {
      return unfit(successor, "is being copied", "tutti backup list");
    }
    return Optional.empty();
  }

  /** A server of domains empties the relay log of a channel of which both threads stood. */
  private static boolean wouldDrop(Candidate successor) {
    Positioning by = successor.channel().positioning();
    return (by == Positioning.REPLICA_POS || by == Positioning.CURRENT_POS)
        && successor.channel().applier().state() == ThreadState.STOPPED
        && successor.applied().filter(applied -> applied.containsAllOf(successor.has())).isEmpty();
  }

  private static Optional<Refused> unfit(Candidate successor, String why, String remedy) {
    return Optional.of(new Refused(successor.address() + " " + why, List.of(remedy)));
  }
}
