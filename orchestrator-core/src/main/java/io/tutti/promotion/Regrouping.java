package io.tutti.promotion;

import io.tutti.error.Acts;
import io.tutti.error.Remedies;
import io.tutti.gtid.GtidSet;
import io.tutti.gtid.MariaDbGtidSet;
import io.tutti.model.Channel;
import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Observed;
import io.tutti.promotion.BestReplica.Candidate;
import io.tutti.promotion.BestReplica.Has;
import io.tutti.promotion.Followers.LeftBehind;
import io.tutti.topology.Errant;
import io.tutti.topology.Node;
import io.tutti.topology.ReplicationLink;
import io.tutti.topology.SourceHistory;
import io.tutti.topology.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where the replicas of a dead intermediate source go, so that nothing that they received is lost.
 * Pure, of a view in which the replicas and the source of the dead one were just read.
 *
 * <ol>
 *   <li>Its own source has all that they received: all of them replicate from there.
 *   <li>The dead one wrote something itself, which its source never had: the replica that has
 *       received the most replicates from that source, and the others from the replica, so that all
 *       have it. Only with UUIDs: by domains the place of such a replica is not known there.
 * </ol>
 *
 * Who cannot be read, or finds its place by position, is left as it is.
 */
public sealed interface Regrouping {
  /**
   * Who replicates from where then, in that order.
   *
   * @param fromDead the replica's channel from the dead one
   */
  record Move(InstanceState replica, Channel fromDead, InstanceState source) {}

  /**
   * It can be done.
   *
   * @param complete the one that has all that any of them received: the source of the dead one, or
   *     the first of the moved
   */
  record Found(InstanceState complete, List<Move> moves, String why, List<LeftBehind> left)
      implements Regrouping {
    public Found {
      moves = List.copyOf(moves);
      left = List.copyOf(left);
    }

    /** Whether one of the replicas takes something along that the source of the dead one lacks. */
    public boolean isBelowSibling() {
      return moves.getFirst().replica().equals(complete);
    }
  }

  /** It cannot, or nobody knows. */
  record Refused(String why, Remedies remedies) implements Regrouping {}

  /**
   * @param above the source of the dead one
   * @param wanted where they are to go; empty for where nothing is lost
   */
  static Regrouping of(
      WorldView world,
      InstanceAddress dead,
      InstanceState above,
      Optional<InstanceAddress> wanted,
      Comparator<InstanceAddress> order) {
    List<LeftBehind> left = new ArrayList<>();
    List<Candidate> replicas = new ArrayList<>();
    for (ReplicationLink link : world.topology().linksTo(dead)) {
      Observed<Candidate> read = BestReplica.candidate(world.topology(), link);
      if (world.rebuildOf(link.replica()).isPresent()) {
        left.add(new LeftBehind(link.replica(), "is marked to be rebuilt"));
      } else if (!(read instanceof Observed.Known<Candidate>(Candidate replica))) {
        left.add(new LeftBehind(link.replica(), "cannot be judged: " + read));
      } else if (!(replica.has() instanceof Has.Named)) {
        left.add(
            new LeftBehind(
                link.replica(),
                "replicates by log position, and its position in the binlog of another server is"
                    + " not known"));
      } else {
        replicas.add(replica);
      }
    }
    if (replicas.isEmpty()) {
      return new Refused(
          "none of its replicas can replicate from another server: " + words(left),
          Remedies.of("start %s again, or rebuild them from %s".formatted(dead, above.address())));
    }
    Optional<Node> old = world.topology().find(dead);
    List<String> more = replicas.stream().flatMap(each -> more(each, old, above).stream()).toList();
    if (wanted.filter(name -> !name.equals(above.address())).isEmpty() && more.isEmpty()) {
      return new Found(
          above,
          toSource(replicas, above),
          "%s has all that they received".formatted(above.address()),
          left);
    }
    if (wanted.filter(above.address()::equals).isPresent()) {
      return new Refused(
          "its replicas have what %s lacks: %s".formatted(above.address(), String.join("; ", more)),
          Remedies.of("name none, and the replica that has the most takes it along"));
    }
    return belowSibling(replicas, above, wanted, order, left, more);
  }

  private static boolean isByDomains(InstanceState server) {
    return server
        .gtid()
        .executed()
        .asOptional()
        .filter(MariaDbGtidSet.class::isInstance)
        .isPresent();
  }

  private static List<Move> toSource(List<Candidate> replicas, InstanceState above) {
    return replicas.stream().map(each -> new Move(each.state(), each.channel(), above)).toList();
  }

  private static Regrouping belowSibling(
      List<Candidate> replicas,
      InstanceState above,
      Optional<InstanceAddress> wanted,
      Comparator<InstanceAddress> order,
      List<LeftBehind> left,
      List<String> more) {
    BestReplica best =
        BestReplica.among(
            replicas,
            Comparator.<InstanceAddress, Boolean>comparing(
                    each -> wanted.filter(each::equals).isEmpty())
                .thenComparing(order));
    if (!(best instanceof BestReplica.Chosen chosen)) {
      return new Refused(
          ((BestReplica.None) best).why().replaceAll("\\.$", ""),
          Remedies.of("look which of it matters, and rebuild the others")
              .or(Acts.showInstance(above.address())));
    }
    if (wanted.filter(name -> !name.equals(chosen.replica())).isPresent()) {
      return new Refused(
          "%s has not all that the others received, or is none of them: %s has"
              .formatted(wanted.get(), chosen.replica()),
          Remedies.of("name none, or %s".formatted(chosen.replica())));
    }
    if (!more.isEmpty() && isByDomains(above)) {
      return new Refused(
          "its replicas have what %s lacks, so their place there is not known: %s"
              .formatted(above.address(), String.join("; ", more)),
          Remedies.of("start it again, or rebuild them from %s".formatted(above.address())));
    }
    Candidate first =
        replicas.stream()
            .filter(each -> each.address().equals(chosen.replica()))
            .findFirst()
            .orElseThrow();
    List<Move> moves = new ArrayList<>(toSource(List.of(first), above));
    replicas.stream()
        .filter(each -> !each.equals(first))
        .map(each -> new Move(each.state(), each.channel(), first.state()))
        .forEach(moves::add);
    return new Found(
        first.state(),
        moves,
        more.isEmpty()
            ? "%s has all that the others received".formatted(chosen.replica())
            : "%s has all that the others received; %s"
                .formatted(chosen.replica(), String.join("; ", more)),
        left);
  }

  /** What a replica received and the source of the dead one lacks. */
  private static Optional<String> more(
      Candidate replica, Optional<Node> dead, InstanceState above) {
    if (!(replica.has() instanceof Has.Named(GtidSet has))) {
      return Optional.empty();
    }
    Optional<GtidSet> known = SourceHistory.executed(above);
    if (known.isEmpty()) {
      return Optional.of("what %s has is %s".formatted(above.address(), above.gtid().executed()));
    }
    GtidSet there = known.get();
    Observed<GtidSet> ofDead = ofDead(replica, dead, has);
    Observed<GtidSet> lacked = ofDead.flatMap(own -> Errant.lackedBy(above, own));
    if (!(lacked instanceof Observed.Known<GtidSet>(GtidSet own))) {
      return Optional.of(
          "what the dead one wrote itself, and %s received, is %s"
              .formatted(replica.address(), lacked));
    }
    GtidSet all = has.minus(there).union(own);
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s has %s, which %s lacks".formatted(replica.address(), all, above.address()));
  }

  /** By domains a newer number hides an older one: what the dead one wrote is looked for. */
  private static Observed<GtidSet> ofDead(Candidate replica, Optional<Node> dead, GtidSet has) {
    if (!(has instanceof MariaDbGtidSet received)) {
      return Observed.known(has.minus(has));
    }
    Observed<Long> id =
        dead.flatMap(Node::state)
            .map(state -> state.identity().serverId())
            .orElse(Observed.unknown("not known, as it was never read"));
    return id.flatMap(server ->
        replica
            .state()
            .gtid()
            .logged()
            .map(logged -> ((MariaDbGtidSet) logged).writtenBy(server))
            .map(logged -> logged.union(received.writtenBy(server))));
  }

  private static String words(List<LeftBehind> left) {
    return String.join("; ", left.stream().map(LeftBehind::toString).toList());
  }
}
