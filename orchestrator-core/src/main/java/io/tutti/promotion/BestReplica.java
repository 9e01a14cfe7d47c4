package io.tutti.promotion;

import io.tutti.error.ErrorCode;
import io.tutti.gaps.GapAnalysis;
import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.LastError;
import io.tutti.model.Observed;
import io.tutti.model.ThreadState;
import io.tutti.topology.ContactFailure;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which replica of a source has all that any other of them has of it, received or applied: none
 * that has less may take its place, or commits that somebody was told of are thrown away. Pure.
 *
 * <ol>
 *   <li>Those that are marked to be rebuilt are left out.
 *   <li>What each replica has must be known: one that is away may have more.
 *   <li>They are compared by the GTIDs that they received or executed, or by the place up to which
 *       they received; not one with the other. What a replica wrote itself did not come from the
 *       source and does not count ({@link OfSource}).
 *   <li>Of those that have the most, one whose applier has not failed comes first, then one that
 *       others can replicate from, then whom people prefer ({@link PromotionRules}), then one that
 *       writes as much to its binlog ({@link BinlogDetail}), and then one that has applied more.
 * </ol>
 */
public sealed interface BestReplica {

  /**
   * @param caveats what is in the way of its taking the source's place
   * @param canApplyAll whether its applier has not failed at what it received
   */
  record Chosen(InstanceAddress replica, String why, List<String> caveats, boolean canApplyAll)
      implements BestReplica {
    public Chosen {
      caveats = List.copyOf(caveats);
    }
  }

  /** There is none, or nobody knows. */
  record None(String why) implements BestReplica {}

  /** What a replica has of its source. */
  sealed interface Has {
    boolean containsAllOf(Has other);

    /** By name. */
    record Named(GtidSet gtids) implements Has {
      @Override
      public boolean containsAllOf(Has other) {
        return other instanceof Named(GtidSet theirs) && gtids.contains(theirs);
      }

      @Override
      public String toString() {
        return gtids.toString();
      }
    }

    /** All up to a place in the source's binlog. */
    record UpTo(BinlogPosition place) implements Has {
      @Override
      public boolean containsAllOf(Has other) {
        return other instanceof UpTo(BinlogPosition theirs)
            && place.relationTo(theirs).isAtOrAfter();
      }

      @Override
      public String toString() {
        return place.toString();
      }
    }
  }

  /**
   * One that was read.
   *
   * @param errant what it wrote itself, and its source never had
   */
  record Candidate(
      InstanceState state,
      Channel channel,
      Has has,
      Optional<Has> applied,
      Observed<GtidSet> errant) {
    InstanceAddress address() {
      return state.address();
    }

    private Candidate withHas(Has received) {
      return new Candidate(state, channel, received, applied, errant);
    }

    /** Why its applier has stopped, if by an error. */
    Optional<LastError> failure() {
      return channel.applier().state() == ThreadState.STOPPED
          ? GapAnalysis.firstError(channel.applier())
          : Optional.empty();
    }

    /** Whether it has nothing left to apply. */
    boolean isThrough() {
      return applied.filter(all -> all.containsAllOf(has)).isPresent();
    }

    /** Whether nothing that it received is known to be refused by its applier. */
    boolean canApplyAll() {
      return failure().isEmpty() || isThrough();
    }

    /** What it wrote itself, if that is anything. */
    Optional<GtidSet> errantNames() {
      return errant.asOptional().filter(names -> !names.isEmpty());
    }

    boolean canBeSource() {
      return state.binlog().enabled().is(true) && state.binlog().logsReplicatedWrites().is(true);
    }

    private boolean hasApplied(Candidate other) {
      return applied.isPresent()
          && other.applied().filter(theirs -> !applied.get().containsAllOf(theirs)).isEmpty();
    }
  }

  /** The one of those that replicate from it directly. */
  static BestReplica of(WorldView world, InstanceAddress source) {
    List<Candidate> candidates = new ArrayList<>();
    for (ReplicationLink link : whole(world, source)) {
      Observed<Candidate> candidate = candidate(world.topology(), link);
      switch (candidate) {
        case Observed.Known<Candidate>(Candidate known) -> candidates.add(known);
        case Observed.Absent<Candidate>(String why) -> {
          return new None("%s may have the most: %s.".formatted(link.replica(), why));
        }
        case Observed.Unknown<Candidate>(String why) -> {
          return new None("%s may have the most: %s.".formatted(link.replica(), why));
        }
      }
    }
    return candidates.isEmpty()
        ? new None("%s has no known replicas.".formatted(source))
        : among(candidates, PromotionRules.NONE.order(source));
  }

  /** What is to be rebuilt has nothing that anybody believes. */
  private static List<ReplicationLink> whole(WorldView world, InstanceAddress source) {
    return world.topology().linksTo(source).stream()
        .filter(link -> world.rebuildOf(link.replica()).isEmpty())
        .toList();
  }

  /** Whether it is known what a replica has. */
  static boolean isRead(TopologySnapshot snapshot, ReplicationLink link) {
    return candidate(snapshot, link).isKnown();
  }

  /** What a replica has, as it was read last. */
  static Observed<Candidate> candidate(TopologySnapshot snapshot, ReplicationLink link) {
    Optional<InstanceState> read = snapshot.find(link.replica()).flatMap(Node::currentState);
    if (read.isEmpty()) {
      return Observed.unknown(silent(snapshot, link.replica()).orElse("it does not answer"));
    }
    InstanceState state = read.get();
    if (state.channels() instanceof Observed.Unknown<List<Channel>>(String why)) {
      return Observed.unknown("what it received is not known: " + why);
    }
    Channel channel = link.channel();
    OfSource of = OfSource.of(snapshot, link.source());
    Observed<GtidSet> errant =
        snapshot
            .find(link.source())
            .flatMap(Node::state)
            .map(source -> Errant.of(state, source))
            .orElse(Observed.unknown("%s was never read".formatted(link.source())));
    return of.has(state, channel)
        .map(has ->
            new Candidate(state, channel, has, of.applied(state, channel).asOptional(), errant));
  }

  /**
   * As they are once the source writes no more: readings of different moments show different ends,
   * and whose receiver runs has the furthest of them soon.
   */
  static List<Candidate> levelled(List<Candidate> candidates) {
    return candidates.stream()
        .map(each ->
            each.channel().receiver().state() == ThreadState.RUNNING
                ? each.withHas(furthest(each, candidates))
                : each)
        .toList();
  }

  private static Has furthest(Candidate one, List<Candidate> others) {
    Has furthest = one.has();
    for (Candidate other : others) {
      if (other.has().containsAllOf(furthest)) {
        furthest = other.has();
      }
    }
    return furthest;
  }

  /** What it says where it answers, and does not show what it replicates. */
  static Optional<String> silent(TopologySnapshot snapshot, InstanceAddress replica) {
    return snapshot
        .find(replica)
        .flatMap(Node::failure)
        .filter(failure -> failure.code() == ErrorCode.GAPS_UNKNOWN)
        .map(ContactFailure::observed);
  }

  /**
   * @param wanted whom people prefer, of those that have the most
   */
  static BestReplica among(List<Candidate> candidates, Comparator<InstanceAddress> wanted) {
    List<Candidate> most =
        candidates.stream()
            .filter(each ->
                candidates.stream().allMatch(other -> each.has().containsAllOf(other.has())))
            .toList();
    if (most.isEmpty()) {
      return new None(differences(candidates));
    }
    Comparator<Candidate> better =
        Comparator.<Candidate, Boolean>comparing(Candidate::canApplyAll)
            .thenComparing(Candidate::canBeSource)
            .reversed()
            .thenComparing(Candidate::address, wanted)
            .thenComparing(each -> !most.stream().allMatch(each::hasApplied))
            .thenComparing(each -> each.address().toString());
    Candidate best = most.stream().min(better).orElseThrow();
    return new Chosen(
        best.address(), why(best, candidates, most), caveats(best), best.canApplyAll());
  }

  private static String differences(List<Candidate> candidates) {
    List<String> parts = new ArrayList<>();
    for (Candidate one : candidates) {
      candidates.stream()
          .filter(other -> !other.has().containsAllOf(one.has()))
          .findFirst()
          .ifPresent(other -> parts.add(lacking(other, one)));
    }
    return "Each has something of the source that another one lacks: %s."
        .formatted(String.join("; ", parts));
  }

  /** What one has of their source that the other lacks, as a part of a sentence. */
  static String lacking(Candidate lacks, Candidate has) {
    if (lacks.has() instanceof Has.Named(var mine) && has.has() instanceof Has.Named(var theirs)) {
      return "%s has %s, which %s lacks"
          .formatted(has.address(), theirs.minus(mine), lacks.address());
    }
    return "%s received up to %s, and %s up to %s"
        .formatted(has.address(), has.has(), lacks.address(), lacks.has());
  }

  private static String why(Candidate best, List<Candidate> candidates, List<Candidate> most) {
    if (candidates.size() == 1) {
      return "It is the only replica.";
    }
    if (most.size() > 1) {
      return "%d of %d replicas have all that was received, and it can be promoted soonest."
          .formatted(most.size(), candidates.size());
    }
    return candidates.stream()
        .map(Candidate::address)
        .filter(each -> candidates.size() == 2 && !each.equals(best.address()))
        .findFirst()
        .map(other -> "It has all that %s has of it, and more.".formatted(other))
        .orElseGet(() ->
            "It has all that the other %d replicas have of it, and more."
                .formatted(candidates.size() - 1));
  }

  private static List<String> caveats(Candidate best) {
    List<String> caveats = new ArrayList<>();
    if (!best.canBeSource()) {
      caveats.add(
          "It does not keep what it replicates in a binlog (log_replica_updates), so nobody can"
              + " replicate that from it.");
    }
    if (!best.isThrough()) {
      caveats.add(
          best.failure()
              .map(error ->
                  "Its applier has failed, so that it cannot apply all that it received: %s."
                      .formatted(error))
              .orElse("It has not applied all that it received yet."));
    }
    errant(best).ifPresent(caveats::add);
    return caveats;
  }

  /** What becomes of a successor's own transactions, which the others lack. */
  static Optional<String> errant(Candidate best) {
    String others =
        switch (best.channel().positioning()) {
          case AUTO_POSITION -> "Replicas that follow it fetch them from it, too.";
          case REPLICA_POS, CURRENT_POS ->
              "A replica that follows it fetches them where it is behind them in their domain;"
                  + " others lack them.";
          case LOG_POSITION -> "Replicas that follow it begin behind them, and lack them.";
        };
    return best.errantNames()
        .map(names ->
            "%s wrote transactions itself, which its source never had: %s. %s"
                .formatted(best.address(), names, others));
  }
}
