package io.tutti.topology;

import io.tutti.model.InstanceAddress;
import io.tutti.model.InstanceState;
import io.tutti.model.Lag;
import io.tutti.model.Observed;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * How far the data of a replica below an intermediate source is behind the server at the top. Its
 * own lag shows only what it has not applied of what its source gave it, and is zero when it has
 * applied all, however far its source is behind.
 *
 * <p>All figures are ages of a transaction since it was first committed (or of a row that was
 * written at the top), so the largest one on the way counts, not their sum: what a server has not
 * applied, nobody below it has. In a ring the way ends where it would come back to a server that it
 * passed: nobody is behind in their own writes.
 */
public record ChainLag(TopologySnapshot snapshot, Starvation starvation) {
  private static final String AT_THE_TOP =
      "its source replicates from no other server, so its own lag is all of it";

  /** The lag behind the top; absent where there is nothing above the source. */
  public Observed<Lag> of(ReplicationLink link) {
    Optional<Starvation.Starved> starved = starvation.of(link.replica());
    if (starved.isPresent()) {
      return Observed.unknown(starved.get().toString());
    }
    return behindTop(link, new HashSet<>(Set.of(link.replica())));
  }

  private Observed<Lag> behindTop(ReplicationLink link, Set<InstanceAddress> passed) {
    Optional<Node> source = snapshot.find(link.source());
    if (source.flatMap(Node::state).isEmpty()) {
      return Observed.unknown(
          "its source " + link.source() + " was never read, and may itself be late");
    }
    Observed<Boolean> isReplica =
        source.flatMap(Node::state).map(InstanceState::isReplica).orElseThrow();
    if (isReplica.is(false)) {
      return Observed.absent(AT_THE_TOP);
    }
    passed.add(link.source());
    if (source.flatMap(Node::currentState).isEmpty()) {
      return Observed.unknown(
          "its source " + link.source() + " replicates, too, and could not be read just now");
    }
    if (!isReplica.isKnown()) {
      return Observed.unknown(link.source() + " did not report whether it replicates");
    }
    Observed<Lag> worst = link.channel().lag();
    for (ReplicationLink above : snapshot.linksOf(link.source())) {
      if (!passed.contains(above.source())) {
        worst = worse(worst, above(above, passed));
      }
    }
    return worst;
  }

  /** The lag of a link above, and of what is above that. */
  private Observed<Lag> above(ReplicationLink link, Set<InstanceAddress> passed) {
    Observed<Lag> own =
        link.channel().lag() instanceof Observed.Known<Lag> known
            ? known
            : Observed.unknown(
                "the lag of %s, above it, is %s".formatted(link.replica(), link.channel().lag()));
    Observed<Lag> higher = behindTop(link, passed);
    return higher instanceof Observed.Absent<Lag> ? own : worse(own, higher);
  }

  private static Observed<Lag> worse(Observed<Lag> one, Observed<Lag> other) {
    if (!(one instanceof Observed.Known<Lag>(Lag first))) {
      return one;
    }
    if (!(other instanceof Observed.Known<Lag>(Lag second))) {
      return other;
    }
    return second.amount().compareTo(first.amount()) > 0 ? other : one;
  }
}
