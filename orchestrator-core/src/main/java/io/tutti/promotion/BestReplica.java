package io.tutti.promotion;

import io.tutti.gtid.GtidSet;
import io.tutti.model.BinlogPosition;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.model.Positioning;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.TopologySnapshot;
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
 *       they received; not one with the other.
 *   <li>Of those that have the most, one that others can replicate from is better, and then one
 *       that has applied more of it.
 * </ol>
 */
public sealed interface BestReplica {

  /**
   * @param caveats what is in the way of its taking the source's place
   */
  record Chosen(InstanceAddress replica, String why, List<String> caveats) implements BestReplica {
    public Chosen {
      caveats = List.copyOf(caveats);
    }
  }

  /** There is none, or nobody can tell. */
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

  /** One that was read. */
  record Candidate(InstanceState state, Channel channel, Has has, Optional<Has> applied) {
    InstanceAddress address() {
      return state.address();
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
  static BestReplica of(TopologySnapshot snapshot, InstanceAddress source) {
    List<Candidate> candidates = new ArrayList<>();
    for (ReplicationLink link : whole(snapshot, source)) {
      Observed<Candidate> candidate = candidate(snapshot, link);
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
        ? new None("Nobody is known to replicate from %s.".formatted(source))
        : among(candidates);
  }

  /** What is to be rebuilt has nothing that anybody believes. */
  private static List<ReplicationLink> whole(TopologySnapshot snapshot, InstanceAddress source) {
    return snapshot.linksTo(source).stream()
        .filter(link -> snapshot.rebuildOf(link.replica()).isEmpty())
        .toList();
  }

  /** What a replica has, as it was read last. */
  static Observed<Candidate> candidate(TopologySnapshot snapshot, ReplicationLink link) {
    Optional<InstanceState> read = snapshot.find(link.replica()).flatMap(Node::currentState);
    if (read.isEmpty()) {
      return Observed.unknown("it does not answer");
    }
    InstanceState state = read.get();
    Channel channel = link.channel();
    return has(state, channel)
        .map(has -> new Candidate(state, channel, has, applied(state, channel).asOptional()));
  }

  /** What a replica has received or executed of its source. */
  static Observed<Has> has(InstanceState state, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.receiver().read().map(Has.UpTo::new)
        : state
            .gtid()
            .executed()
            .flatMap(executed ->
                channel
                    .receiver()
                    .retrieved()
                    .map(retrieved -> new Has.Named(executed.union(retrieved))));
  }

  private static Observed<Has> applied(InstanceState state, Channel channel) {
    return channel.positioning() == Positioning.LOG_POSITION
        ? channel.applier().executed().map(Has.UpTo::new)
        : state.gtid().executed().map(Has.Named::new);
  }

  private static BestReplica among(List<Candidate> candidates) {
    List<Candidate> most =
        candidates.stream()
            .filter(each ->
                candidates.stream().allMatch(other -> each.has().containsAllOf(other.has())))
            .toList();
    if (most.isEmpty()) {
      return new None(
          "Each of %s has something that another has not, or they cannot be compared."
              .formatted(candidates.stream().map(Candidate::address).toList()));
    }
    Comparator<Candidate> better =
        Comparator.<Candidate, Boolean>comparing(Candidate::canBeSource)
            .thenComparing(each -> most.stream().allMatch(each::hasApplied))
            .reversed()
            .thenComparing(each -> each.address().toString());
    Candidate best = most.stream().min(better).orElseThrow();
    return new Chosen(best.address(), why(best, candidates, most), caveats(best));
  }

  private static String why(Candidate best, List<Candidate> candidates, List<Candidate> most) {
    if (candidates.size() == 1) {
      return "It is the only replica.";
    }
    return most.size() == 1
        ? "It has all that the other %d have, and more.".formatted(candidates.size() - 1)
        : "%d of %d have the most, and it can replace the source soonest."
            .formatted(most.size(), candidates.size());
  }

  private static List<String> caveats(Candidate best) {
    List<String> caveats = new ArrayList<>();
    if (!best.canBeSource()) {
      caveats.add(
          "It does not keep what it replicates in a binlog (log_replica_updates), so nobody can"
              + " replicate that from it.");
    }
    if (best.applied().filter(applied -> applied.containsAllOf(best.has())).isEmpty()) {
      caveats.add("It has not applied all that it received yet.");
    }
    return caveats;
  }
}
